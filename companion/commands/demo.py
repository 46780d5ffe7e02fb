"""`companion demo`: a recorded evening at its own pace, with the page and the referee's words."""

import argparse
import sys
from pathlib import Path

from companion.commands.arguments import Commands, add_command, add_page, served_at, speed
from companion.recording.demo import Show, demo_recording, play_demo
from companion.settings import load_settings
from hardware.recordings import load_recording

_WHAT = """play a recorded evening, with its page; needs no camera
The evening runs at its own pace. The page it prints can be opened on any phone on the same network."""
_EXAMPLES = (
    "demo  # the evening that ships with the program, about two minutes",
    "demo --speed 4  # four times as fast",
)


def add(commands: Commands) -> None:
    """The command for the command line."""
    demo = add_command(commands, "demo", _WHAT, _EXAMPLES)
    demo.add_argument(
        "recording", nargs="?", type=Path, help="its folder; when left out, the evening that ships with the program"
    )
    demo.add_argument("--profile", type=Path, help="a saved profile, in place of calibrating")
    demo.add_argument("--speed", type=speed, default=1.0, help="2 plays twice as fast; 1 when left out")
    demo.add_argument("--no-wait", action="store_true", help="end with the evening, do not keep the page open")
    add_page(demo)
    demo.set_defaults(command=demo_command)


def demo_command(options: argparse.Namespace) -> None:
    """`companion demo`: until the evening ends, and then until Ctrl-C where somebody sits at the terminal."""
    settings = served_at(load_settings(options.settings), options)
    recording = load_recording(options.recording or demo_recording())
    stay = sys.stdin.isatty() and not options.no_wait
    play_demo(recording, settings, Show(options.profile, options.speed, stay))
