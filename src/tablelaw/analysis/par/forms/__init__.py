"""The formats of a PAR sheet: text, HTML, JSON, PDF, spreadsheet and pictures."""
