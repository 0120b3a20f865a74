"""Answers to a study's questions, one module each; `charts` draws them all in the style of `chart_style`."""
