"""Answers to a study's questions, one module each, with their charts."""
