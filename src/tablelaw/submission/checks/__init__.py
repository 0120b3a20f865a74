"""The checks of a Rules Submission: generators that yield findings."""
