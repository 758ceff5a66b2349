"""Score sheets: recorded games as people write them beside the board, both ways.

A sheet and JSON Lines carry the same. What a sheet has no words for stands in it as JSON, so that nothing is lost.
"""

from .reading import Sheet, is_sheet, order_lines
from .writing import action_rows, header_rows, line_json, sheet_rows

__all__ = [
    "Sheet",
    "action_rows",
    "header_rows",
    "is_sheet",
    "line_json",
    "order_lines",
    "sheet_rows",
]
