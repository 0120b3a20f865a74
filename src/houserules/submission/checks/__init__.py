"""What is checked of a Rules Submission: generators that yield findings."""
