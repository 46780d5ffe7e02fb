"""`companion demo`: a recorded evening at its own pace, with the page and the referee's words."""

import argparse
import sys
from pathlib import Path

from companion import wiring
from companion.commands.arguments import Commands, port, served_at, speed
from companion.demo import Show, play_demo
from companion.settings import load_settings
from hardware.recordings import load_recording


def add(commands: Commands) -> None:
    """The command for the command line."""
    demo = commands.add_parser("demo", help="play a recorded evening at its own pace, with the page")
    demo.add_argument(
        "recording", nargs="?", type=Path, help="its folder; when left out, one that ships with the program"
    )
    demo.add_argument("--profile", type=Path, help="a saved profile, in place of calibrating")
    demo.add_argument("--speed", type=speed, default=1.0, help="2 plays twice as fast")
    demo.add_argument("--host", help="where to serve the page; every address of this machine when left out")
    demo.add_argument("--port", type=port, help="0 takes any free one")
    demo.add_argument("--no-wait", action="store_true", help="end with the evening, do not keep the page open")
    demo.add_argument("--settings", type=Path, help="a settings file")
    demo.set_defaults(command=demo_command)


def demo_command(options: argparse.Namespace) -> None:
    """`companion demo`: until the evening ends, and then until Ctrl-C where somebody sits at the terminal."""
    settings = served_at(load_settings(options.settings), options)
    recording = load_recording(options.recording or wiring.demo_recording())
    stay = sys.stdin.isatty() and not options.no_wait
    play_demo(recording, settings, Show(options.profile, options.speed, stay))
