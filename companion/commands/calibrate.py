"""`companion calibrate`: learn a table from pictures, and say how good they are."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from calibration.forgotten_chips import chips_at_first_sight, forgotten_chips
from calibration.layout_reader import LayoutReading
from calibration.likeness import BoardPicture
from calibration.optics import CAMERAS, SQUARE_MM, lowest
from calibration.pictures import calibrated_pictures, still_pictures
from calibration.plan import about, plan_tables
from calibration.plan_pictures import cutting_svg, stand_svg
from calibration.profile import save_profile
from calibration.quality import (
    Verdict,
    chip_quality,
    empty_quality,
    laid_quality,
    report,
    still_quality,
    unlike_quality,
)
from calibration.steps import calibrate_layout
from companion.commands.arguments import Commands, add_command, add_commands, millimetres, point
from companion.files.atomic import built_file, built_folder, write_json, write_picture, write_text
from companion.recording.known_board import calibrated
from companion.recording.replay import layout_document
from companion.terminal.console import Console, cleared
from companion.terminal.tables import plain
from companion.vision.frame import Image
from hardware.recordings import load_recording, read_still

_WHAT = """learn a table from pictures, without a phone
With a phone, open the page of `companion run` instead and follow it."""
_EXAMPLES = (
    "calibrate plan  # where to hang which camera",
    "calibrate check empty.jpg  # is this picture good enough to play by?",
)
_LAYOUT = """read the cards on the board in one still
They are written as JSON, with those that are doubtful."""
_LAYOUTS = (
    "calibrate layout empty.jpg --top-left 248,33 --out layout.json",
    "calibrate layout empty.jpg --corners 248,33 905,40 940,690 201,702 --out layout.json",
)
_CHECK = "say whether light, height and focus are good enough to play with"
_CHECKS = (
    "calibrate check empty.jpg",
    "calibrate check empty.jpg --pictures found  # and pictures of what was found",
)
_RECORDING = "make a profile from a recording's stills"
_RECORDINGS = (
    "calibrate recording evenings/2026-05-01_20-15-00 --out my-board",
    "calibrate recording tests/recordings/oak-plain --out my-board --pictures found",
)
_PLAN = "say where to hang which camera, before anything is glued or screwed"
_PLANS = (
    "calibrate plan  # for squares of 44 mm",
    "calibrate plan --square 40 --pictures drawn  # for smaller ones, with drawings to scale",
)


def add(commands: Commands) -> None:
    """The commands for the command line."""
    kinds = add_commands(add_command(commands, "calibrate", _WHAT, _EXAMPLES), "WHAT")
    layout = add_command(kinds, "layout", _LAYOUT, _LAYOUTS)
    layout.add_argument("still", type=Path, help="a picture of the empty board")
    taps = layout.add_mutually_exclusive_group(required=True)
    taps.add_argument("--top-left", type=point, metavar="X,Y", help="its own top-left outer corner")
    _add_corners(taps)
    layout.add_argument("--out", type=Path, required=True, help="the file for the layout")
    _add_shown(layout, layout_command)
    check = add_command(kinds, "check", _CHECK, _CHECKS)
    check.add_argument("still", type=Path, help="a picture of the empty board")
    _add_corners(check)
    _add_shown(check, check_command)
    recording = add_command(kinds, "recording", _RECORDING, _RECORDINGS)
    recording.add_argument("recording", type=Path, help="its folder")
    _add_corners(recording)
    recording.add_argument("--out", type=Path, required=True, help="the file for the profile")
    _add_shown(recording, recording_command)
    plan = add_command(kinds, "plan", _PLAN, _PLANS)
    plan.add_argument(
        "--square",
        type=millimetres,
        default=SQUARE_MM,
        metavar="MM",
        help=f"the side of a square, {SQUARE_MM:g} mm when left out",
    )
    plan.add_argument("--pictures", type=Path, help="a folder for drawings of the board's cuts and the camera's stand")
    plan.set_defaults(command=plan_command)


def layout_command(options: argparse.Namespace) -> None:
    """`companion calibrate layout`: the cards on the board in one still."""
    with built_file(options.out) as out, cleared(Console()) as console:
        console.doing("reading the cards")
        picture, reading = calibrate_layout(read_still(options.still), options.corners or [options.top_left])
        document = layout_document(reading.layout, reading.doubtful)
        centres = picture.geometry.square_centres().round(2).tolist()
        write_json(out, {**document, "square_centres_px": centres})
        _show_still(console, options.pictures, picture, reading)


def check_command(options: argparse.Namespace) -> None:
    """`companion calibrate check`: whether a still of the empty board is good enough to play by."""
    with cleared(Console()) as console:
        console.doing("looking at the board")
        picture, reading = calibrate_layout(read_still(options.still), options.corners or [])
        _show_still(console, options.pictures, picture, reading)


def recording_command(options: argparse.Namespace) -> None:
    """`companion calibrate recording`: a profile from a recording's stills."""
    recording = load_recording(options.recording)
    with cleared(Console()) as console:
        with built_file(options.out) as out:
            made = calibrated(recording, options.corners or (), console.doing)
            save_profile(made.profile, out)
        profile = made.profile
        unlike = unlike_quality(made.apart, recording.about.enrolment.chips)
        learnt = empty_quality(forgotten_chips(profile)), *unlike, chip_quality(profile.chips)
        lit = laid_quality(BoardPicture(made.enrol_bgr, profile.geometry))
        verdicts = [*still_quality(made.large, made.reading.doubtful, (), made.reading.cornered), *lit, *learnt]
        _show(console, options.pictures, verdicts, calibrated_pictures(made, verdicts))


def plan_command(options: argparse.Namespace) -> None:
    """`companion calibrate plan`: how high which camera hangs, what it sees from there, and drawings to scale."""
    console = Console()
    console.say(about(options.square))
    for table in plan_tables(options.square):
        for line in ("", *plain(table, console.width)):
            console.say(line)
    if options.pictures is not None:
        upright, leaning = (lowest(CAMERAS[0], tilt) for tilt in (0, 30))
        with built_folder(options.pictures) as out:
            write_text(out / "cutting.svg", cutting_svg(options.square))
            write_text(out / "stand.svg", stand_svg(upright, leaning, options.square))


def _add_corners(options: "argparse._ActionsContainer") -> None:
    options.add_argument(
        "--corners",
        type=point,
        nargs=4,
        metavar="X,Y",
        help="all four outer corners, clockwise from its own top left, when the board is not found without",
    )


def _add_shown(parser: argparse.ArgumentParser, command: object) -> None:
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what was found")
    parser.set_defaults(command=command)


def _show_still(console: Console, folder: Path | None, picture: BoardPicture, reading: LayoutReading) -> None:
    lying = chips_at_first_sight(picture, reading.layout)
    verdicts = still_quality(picture, reading.doubtful, lying, reading.cornered)
    _show(console, folder, verdicts, still_pictures(picture, reading, verdicts))


def _show(
    console: Console, folder: Path | None, verdicts: Sequence[Verdict], pictures: Iterable[tuple[str, Image]]
) -> None:
    """Say how good the set-up is, and leave the pictures in a folder if there is to be one; else none is drawn."""
    for line in report(verdicts):
        console.say(line)
    if folder is not None:
        with built_folder(folder) as out:
            for name, picture in pictures:
                write_picture(out / f"{name}.jpg", picture)
