"""Exercises for surveillance staff: which of these rounds was played with a seen card?"""
