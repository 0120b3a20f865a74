"""The forms a PAR sheet is written in: text, HTML, JSON, PDF, spreadsheet, pictures."""
