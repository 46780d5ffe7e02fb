"""`companion record`: a live evening like `companion run`, whose frames are kept so that it can be replayed."""

import argparse
import time
from dataclasses import replace
from pathlib import Path

from companion.commands.arguments import Commands, add_command
from companion.commands.places import state_folder
from companion.commands.run import add_evening, play
from companion.files.atomic import refuse_no_folder
from companion.live.evening import PATIENCE_S, TableEquipment, live_setup, setup_without_board
from companion.recording.evening_recorder import EveningRecorder
from companion.settings import Settings
from companion.terminal.console import Console
from hardware.archive import Budget, RecordingArchive
from hardware.recordings import read_still

_WHAT = """referee a live evening, and keep its frames
A folder for each board, named by date and time, holds the frames that say something, and what phones said.
`companion replay` plays it all again."""
_EXAMPLES = (
    "record  # the camera that is found, a folder in the state directory",
    "record --out evenings --budget-mb 2000  # at most 2 GB, in a folder of your own",
)


def add(commands: Commands) -> None:
    """The command for the command line."""
    record = add_command(commands, "record", _WHAT, _EXAMPLES)
    add_evening(record)
    usual = Budget()
    record.add_argument("--out", type=Path, help="the folder for recordings; in the state directory when left out")
    record.add_argument("--every-frame", action="store_true", help="keep all frames, not only those that say something")
    record.add_argument(
        "--budget-mb",
        type=megabytes,
        default=usual.most_mb,
        help=f"how much recordings may take; {usual.most_mb} when left out",
    )
    record.add_argument(
        "--free-mb",
        type=megabytes,
        default=usual.least_free_mb,
        help=f"how much of the disk stays free; {usual.least_free_mb} when left out",
    )
    record.add_argument(
        "--stop-when-full",
        action="store_true",
        help="when that is reached, end the recording instead of removing the oldest",
    )
    record.set_defaults(command=record_command)


def record_command(options: argparse.Namespace) -> None:
    """`companion record`: until Ctrl-C; each board that is played on gets a folder named by date and time."""
    if options.out is not None:
        refuse_no_folder(options.out)

    def with_recorder(table: TableEquipment, settings: Settings, console: Console) -> TableEquipment:
        """The same table, with a recorder behind its camera."""
        budget = Budget(options.budget_mb, options.free_mb, prune=not options.stop_when_full)
        archive = RecordingArchive(options.out or state_folder() / "recordings", budget, console.say)
        keeping = EveningRecorder(archive, options.every_frame, console.say, lambda: time.strftime("%Y-%m-%d_%H-%M-%S"))
        patience_s = settings.patience_or(PATIENCE_S)
        if settings.empty_table is None:
            recorded = keeping.recorded(table.camera, lambda known: (live_setup(known, settings.game), patience_s))
        else:
            empty, setup = read_still(settings.empty_table), setup_without_board(settings.game)
            recorded = keeping.recorded_without_board(table.camera, empty, setup, patience_s)
        return replace(table, camera=recorded)

    play(options, with_recorder)


def megabytes(text: str) -> int:
    """How much a recording may take, or must leave. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write a whole number of megabytes, such as 4000")
    return int(text)
