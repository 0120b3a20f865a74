"""A simulated display of progressive meters: prints what each meter shows, whenever that changes.

python display.py --token-file display.token
"""

from __future__ import annotations

import sys

from device import Refused, device_of, options


def line_of(meter: dict[str, object]) -> str:
    """A meter as the display shows it: its title and amount, or that its link is down."""
    cents = int(str(meter["cents"]))
    shown = "not available" if meter["is_down"] else f"{cents // 100:,}.{cents % 100:02d}"
    return f"{meter['title']}: {shown}"


def main() -> int:
    parser = options("A simulated display of progressive meters.")
    parser.add_argument("--changes", type=int, default=0, help="end after this many changes; 0 to go on for ever")
    given = parser.parse_args()
    changes = 0
    try:
        for message in device_of(given).feed():
            for meter in message.data["meters"]:
                print(line_of(meter), flush=True)
            changes += message.event == "entry"
            if changes == given.changes > 0:
                return 0
    except Refused as refusal:
        print(f"refused: {refusal}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
