"""`companion replay`: a recorded evening as fast as it goes, and what was made of it as three files."""

import argparse
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.commands.arguments import Commands, add_command, add_settings, file
from companion.files.atomic import built_folder
from companion.recording import known_board, playback
from companion.recording.annotated_frames import AnnotatedFrames
from companion.recording.golden import accept
from companion.recording.replay import replay_of
from companion.settings import load_settings
from companion.terminal.console import Console, Rate, cleared
from hardware.recordings import load_recording

_WHAT = """referee a recorded evening as fast as it goes
What was seen in every frame and what the referee said are written as JSON; all files appear at the end, or none."""
_EXAMPLES = (
    "replay evenings/2026-05-01_20-15-00 --out result",
    "replay tests/recordings/oak-plain --out result --pictures drawn  # and pictures of what was said",
)


def add(commands: Commands) -> None:
    """The command for the command line."""
    replay = add_command(commands, "replay", _WHAT, _EXAMPLES)
    replay.add_argument("recording", type=Path, help="its folder")
    replay.add_argument("--out", type=Path, required=True, help="the folder for what was seen and said")
    replay.add_argument("--profile", type=Path, help="a saved profile, in place of calibrating")
    replay.add_argument("--journal", type=file, help="keep the game here, and go on with it when it is unfinished")
    replay.add_argument("--pictures", type=Path, help="a folder for pictures of the frames where something was said")
    replay.add_argument("--every-frame", action="store_true", help="with --pictures: of all frames")
    replay.add_argument(
        "--accept", action="store_true", help="later tests expect what is told now: keep it beside the recording"
    )
    add_settings(replay)
    replay.set_defaults(command=replay_command)


def replay_command(options: argparse.Namespace) -> None:
    """`companion replay`: all files appear together at the end, or none does."""
    settings = load_settings(options.settings)
    settings = replace(settings, journal=options.journal or settings.journal)
    recording = load_recording(options.recording)
    with ExitStack() as open_now:
        out = open_now.enter_context(built_folder(options.out))
        pictures = options.pictures and open_now.enter_context(built_folder(options.pictures))
        console = open_now.enter_context(cleared(Console()))
        profile = known_board.profile_for(recording, options.profile, console.doing) if recording.about.board else None
        with playback.playing(recording, profile, settings, playback.PlaybackOptions()) as evening:
            annotated = pictures and AnnotatedFrames(pictures, options.every_frame)
            rate = Rate()

            def see(seen: playback.SeenFrame) -> None:
                """A picture where there is to be one, and a longer bar."""
                if annotated:
                    annotated.keep(seen)
                console.progress(seen.number + 1, recording.about.frames, rate.of(seen.number + 1))

            replay = replay_of(evening, profile, recording, see)
            replay.write(out)
        if options.accept:
            accept(recording.folder, replay.events)
