"""`companion`, which `python -m companion` is the same as."""

import sys


def start() -> int:
    """The command line, which takes a small machine seconds to load: Ctrl-C meanwhile is answered as it is later."""
    try:
        from companion.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("companion: stopped\n")
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(start())
