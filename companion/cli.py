"""The command line: one function for each command, and every mistake said in one line."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType
from typing import NoReturn

from calibration.layout_reader import LayoutReading
from calibration.likeness import BoardPicture
from calibration.pictures import calibrated_pictures, still_pictures
from calibration.profile import save_profile
from calibration.quality import Verdict, chip_quality, report, still_quality
from calibration.steps import calibrate_layout
from companion import wiring
from companion.album import Album
from companion.commands import run, score, service
from companion.console import Console, Rate, cleared
from companion.demo import Show, play_demo
from companion.errors import CompanionError
from companion.replays import replay_of
from companion.results import built_file, built_folder, write_json, write_picture
from companion.settings import PageSettings, load_settings
from companion.vision.frame import Image
from hardware.recordings import load_recording, read_still

MISTAKE, STOPPED, NOBODY_READS, TERMINATED = 2, 130, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. The exit status is 0 when it did what was asked, 2 after a mistake, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    _spare_old_terminals()
    usual = signal.signal(signal.SIGTERM, _terminate)
    try:
        options.command(options)
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (nobody reads any more; the last flush must not fail)
        return NOBODY_READS
    finally:
        signal.signal(signal.SIGTERM, usual)
    return 0


def calibrate_layout_command(options: argparse.Namespace) -> None:
    """`companion calibrate layout`: the cards on the board in one still."""
    with built_file(options.out) as out, cleared(Console()) as console:
        console.doing("reading the cards")
        picture, reading = calibrate_layout(read_still(options.still), options.corners or [options.top_left])
        document = wiring.layout_document(reading.layout, reading.doubtful)
        centres = picture.geometry.square_centres().round(2).tolist()
        write_json(out, {**document, "square_centres_px": centres})
        _show_still(console, options.pictures, picture, reading)


def calibrate_check_command(options: argparse.Namespace) -> None:
    """`companion calibrate check`: whether a still of the empty board is good enough to play by."""
    with cleared(Console()) as console:
        console.doing("looking at the board")
        picture, reading = calibrate_layout(read_still(options.still), options.corners or [])
        _show_still(console, options.pictures, picture, reading)


def calibrate_recording_command(options: argparse.Namespace) -> None:
    """`companion calibrate recording`: a profile from a recording's stills."""
    recording = load_recording(options.recording)
    with cleared(Console()) as console:
        made = wiring.calibrated(recording, options.corners or (), console.doing)
        save_profile(made.profile, options.out)
        verdicts = [*still_quality(made.large, made.reading.doubtful), chip_quality(made.profile.chips)]
        _show(console, options.pictures, verdicts, calibrated_pictures(made, verdicts))


def replay_command(options: argparse.Namespace) -> None:
    """`companion replay`: a recorded evening as fast as it goes, and what was made of it as three files."""
    settings = load_settings(options.settings)
    settings = replace(settings, journal=options.journal or settings.journal)
    recording = load_recording(options.recording)
    with ExitStack() as open_now:
        out = open_now.enter_context(built_folder(options.out))
        pictures = options.pictures and open_now.enter_context(built_folder(options.pictures))
        console = open_now.enter_context(cleared(Console()))
        profile = wiring.profile_for(recording, options.profile, console.doing)
        with wiring.evening(recording, profile, settings, wiring.Stage()) as evening:
            album = pictures and Album(pictures, evening.session.tracking.setup, options.every_frame)
            rate = Rate()

            def see(seen: wiring.Seen) -> None:
                """A picture where there is to be one, and a longer bar."""
                if album:
                    album.keep(seen)
                console.progress(seen.number + 1, recording.about.frames, rate.of(seen.number + 1))

            replay_of(evening, profile, recording.about.fps, see).write(out)


def demo_command(options: argparse.Namespace) -> None:
    """`companion demo`: a recorded evening at its own pace, with the page and the referee's words."""
    settings = load_settings(options.settings)
    recording = load_recording(options.recording or wiring.demo_recording())
    page = PageSettings(
        settings.page.host if options.host is None else options.host,
        settings.page.port if options.port is None else options.port,
    )
    stay = sys.stdin.isatty() and not options.no_wait
    play_demo(recording, replace(settings, page=page), Show(options.profile, options.speed, stay))


def _show_still(console: Console, folder: Path | None, picture: BoardPicture, reading: LayoutReading) -> None:
    verdicts = still_quality(picture, reading.doubtful)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A referee for One-Eyed Jack on a home-made board.")
    parser.add_argument("--version", action="version", version=f"companion {_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_demo(commands)
    _add_replay(commands)
    _add_calibrate(commands)
    score.add(commands)
    run.add(commands)
    service.add(commands)
    return parser


def _add_demo(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    demo = commands.add_parser("demo", help="play a recorded evening at its own pace, with the page")
    demo.add_argument(
        "recording", nargs="?", type=Path, help="its folder; when left out, one that ships with the program"
    )
    demo.add_argument("--profile", type=Path, help="a saved profile, in place of calibrating")
    demo.add_argument("--speed", type=_speed, default=1.0, help="2 plays twice as fast")
    demo.add_argument("--host", help="where to serve the page; every address of this machine when left out")
    demo.add_argument("--port", type=_port, help="0 takes any free one")
    demo.add_argument("--no-wait", action="store_true", help="end with the evening, do not keep the page open")
    _add_settings(demo, demo_command)


def _add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    replay = commands.add_parser("replay", help="referee a recorded evening as fast as it goes")
    replay.add_argument("recording", type=Path, help="its folder")
    replay.add_argument("--out", type=Path, required=True, help="the folder for what was seen and said")
    replay.add_argument("--profile", type=Path, help="a saved profile, in place of calibrating")
    replay.add_argument("--journal", type=Path, help="keep the game here, and go on with it when it is unfinished")
    replay.add_argument("--pictures", type=Path, help="a folder for pictures of the frames where something was said")
    replay.add_argument("--every-frame", action="store_true", help="with --pictures: of all frames")
    _add_settings(replay, replay_command)


def _add_calibrate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    kinds = commands.add_parser("calibrate", help="learn a table").add_subparsers(required=True, metavar="WHAT")
    layout = kinds.add_parser("layout", help="read the cards on the board in one still")
    layout.add_argument("still", type=Path, help="a picture of the empty board")
    taps = layout.add_mutually_exclusive_group(required=True)
    taps.add_argument("--top-left", type=_point, metavar="X,Y", help="its own top-left outer corner")
    _add_corners(taps)
    layout.add_argument("--out", type=Path, required=True, help="the file for the layout")
    _add_shown(layout, calibrate_layout_command)
    check = kinds.add_parser("check", help="say whether light, height and focus are good enough to play")
    check.add_argument("still", type=Path, help="a picture of the empty board")
    _add_corners(check)
    _add_shown(check, calibrate_check_command)
    recording = kinds.add_parser("recording", help="make a profile from a recording's stills")
    recording.add_argument("recording", type=Path, help="its folder")
    _add_corners(recording)
    recording.add_argument("--out", type=Path, required=True, help="the file for the profile")
    _add_shown(recording, calibrate_recording_command)


def _add_corners(options: "argparse._ActionsContainer") -> None:
    options.add_argument(
        "--corners",
        type=_point,
        nargs=4,
        metavar="X,Y",
        help="all four outer corners, clockwise from its own top left, when the board is not found without",
    )


def _add_shown(parser: argparse.ArgumentParser, command: object) -> None:
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what was found")
    parser.set_defaults(command=command)


def _add_settings(parser: argparse.ArgumentParser, command: object) -> None:
    parser.add_argument("--settings", type=Path, help="a settings file")
    parser.set_defaults(command=command)


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no point; write X,Y in pixels, such as 248,33") from None
    return x, y


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; write a number from 0.01 to 1000")
    return speed


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 0 to 65535")
    return int(text)


def _version() -> str:
    try:
        return version("one-eyed-jack-companion")
    except PackageNotFoundError:
        return "(not installed)"


def _spare_old_terminals() -> None:
    """A terminal that knows no ♠ gets a question mark in its place, not an end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Leave by the doors that Ctrl-C leaves by, so that nothing stays half done."""
    raise SystemExit(TERMINATED)
