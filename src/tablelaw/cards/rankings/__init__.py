"""Rankings of hands, one module each, under the paragraphs that define it."""
