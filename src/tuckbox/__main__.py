"""Entry point of the command `tuckbox`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command, which handles Ctrl-C itself once it is imported."""
    try:
        from tuckbox.cli import main as run
    except KeyboardInterrupt:
        from tuckbox.errors import INTERRUPTED

        print("\ntuckbox: interrupted", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    run()


if __name__ == "__main__":
    main()
