"""A matplotlib figure that shows itself in a notebook without any setting; imported only when a figure is drawn."""

from __future__ import annotations

from io import StringIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A figure that was made without pyplot, and so must show itself."""

    def _repr_svg_(self) -> str:
        out = StringIO()
        self.savefig(out, format="svg", metadata={"Date": None})
        return out.getvalue()
