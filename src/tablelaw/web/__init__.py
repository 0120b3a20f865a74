"""The pages that the server sends: plain modules, styles and pictures, without a build step."""
