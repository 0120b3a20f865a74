"""Rankings of hands, one module each, with the paragraphs that define them."""
