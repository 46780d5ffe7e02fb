"""`companion score`: replays recordings, reads stills, and only then looks at what really happened."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.steps import calibrate_layout
from companion.commands.arguments import Commands, add_command
from companion.errors import CompanionError
from companion.files.atomic import built_file, built_folder, refuse_no_folder, write_json, write_text
from companion.recording import known_board, playback
from companion.recording.replay import Replay, replay_of
from companion.scoring.cost import Meter, most_megabytes, one_thread, time_figures
from companion.scoring.reading import card_tally, groups, tilt_name
from companion.scoring.report import board_figures, evening_figures
from companion.scoring.tables import group_rows, score_lines, score_rows
from companion.scoring.tallies import Tally
from companion.scoring.truth import Board, load_still_truth, load_truth
from companion.settings import Settings
from companion.terminal.console import Console, Rate, cleared
from companion.terminal.tables import markdown, plain
from companion.vision.geometry import BoardGeometry
from hardware.recordings import load_recording, read_still

_WHAT = """replay recordings, read stills, and compare them with what really happened
Recordings and stills that come with their truth are measured against it; the others say only how long they took."""
_EXAMPLES = (
    "score tests/recordings  # all recordings and stills of a folder",
    "score tests/recordings --markdown tables.md  # as tables in a file too",
)
PICTURES = (".jpg", ".jpeg", ".png")


class ScoreError(CompanionError, ValueError):
    """Something that was to be scored could not be."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What was scored so far: a row for each recording and still, tallies by topic and name, and what failed."""

    recordings: list[dict[str, Any]] = field(default_factory=list)
    stills: list[dict[str, Any]] = field(default_factory=list)
    groups: dict[str, dict[str, Tally]] = field(default_factory=dict)
    failed: list[dict[str, str]] = field(default_factory=list)

    def name(self, place: Path) -> str:
        """What a recording is called; with the folder it stands in, where another has that name already."""
        taken = {row["name"] for row in self.recordings}
        return f"{place.absolute().parent.name}-{place.name}" if place.name in taken else place.name

    def tally(self, topic: str, tallies: Mapping[str, Tally]) -> None:
        """Add these to the topic's."""
        known = self.groups.setdefault(topic, {})
        for name, tally in tallies.items():
            known[name] = known.get(name, Tally()) + tally

    def cards(self, row: Mapping[str, Any]) -> None:
        """Add the cards of a board to those at its tilt."""
        self.tally("cards by tilt", {tilt_name(row["tilt_deg"]): card_tally(row)})


def add(commands: Commands) -> None:
    """The command for the command line."""
    score = add_command(commands, "score", _WHAT, _EXAMPLES)
    score.add_argument(
        "places", nargs="+", type=Path, metavar="FOLDER", help="a recording, a still, or a folder of such"
    )
    score.add_argument("--out", type=Path, help="a folder for what was seen and said, a folder for each recording")
    score.add_argument("--json", type=Path, metavar="FILE", help="a file for all figures")
    score.add_argument("--markdown", type=Path, metavar="FILE", help="a file for the tables")
    score.set_defaults(command=score_command)


def score_command(options: argparse.Namespace) -> None:
    """`companion score`: one table of every recording and still; raises ScoreError at the end if one failed."""
    scores = Scores()
    if options.out is not None:
        refuse_no_folder(options.out)
    with ExitStack() as open_now:
        figures, tables = (
            each and open_now.enter_context(built_file(each)) for each in (options.json, options.markdown)
        )
        console = open_now.enter_context(cleared(Console()))
        open_now.enter_context(one_thread())
        for place in options.places:
            for each in places(place):
                _score(each, scores, console, options.out)
        everything, topics = score_rows(scores.recordings, scores.stills), group_rows(scores.groups)
        for line in (*score_lines(everything), *plain(topics, console.width)):
            console.say(line)
        if figures:
            _keep(scores, figures)
        if tables:
            write_text(tables, f"{markdown(everything)}\n{markdown(topics)}")
    if scores.failed:
        tried = len(scores.recordings) + len(scores.stills) + len(scores.failed)
        raise ScoreError(f"{len(scores.failed)} of {tried} could not be scored; see the lines above")


def places(place: Path) -> Iterator[Path]:
    """The recordings and stills that a folder holds, or the place itself when it is one."""
    if not place.is_dir() or _is_recording(place):
        yield place
        return
    inside = [each for each in sorted(place.iterdir()) if each.is_dir() or _is_still(each)]
    if not inside:
        yield place
    for each in inside:
        yield from places(each)


def _is_recording(folder: Path) -> bool:
    return (folder / "recording.json").exists() or any(folder.glob("*.mp4"))


def _is_still(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and path.with_suffix(".json").exists()


def _score(place: Path, scores: Scores, console: Console, out: Path | None) -> None:
    """Score one place, or say in one line why not."""
    try:
        if place.suffix.lower() in PICTURES:
            _score_still(place, scores, console)
        else:
            _score_recording(place, scores, console, out)
    except CompanionError as error:
        console.complain(str(error))
        scores.failed.append({"name": place.name, "why": str(error)})


def _score_recording(folder: Path, scores: Scores, console: Console, out: Path | None) -> None:
    name = scores.name(folder)
    replay, costs, width_px = _replay(folder, name, console)
    if out is not None:
        with built_folder(out / name) as building:
            replay.write(building)
    row = {"name": name, **time_figures(replay.observations), **costs}
    truth = load_truth(folder)
    if truth is None:
        console.say(f"{name}: replayed, but nothing says what really happened")
    else:
        assert replay.profile is not None  # where there is no board, there is no replay to be scored
        read = _board(replay.profile.layout, replay.profile.geometry)
        row |= evening_figures(truth, replay.observations, replay.events)
        row |= board_figures(truth.board, read, replay.profile.doubtful, width_px)
        scores.cards(row)
        for topic, tallies in groups(truth, replay.observations).items():
            scores.tally(topic, tallies)
    scores.recordings.append(row)


def _replay(folder: Path, name: str, console: Console) -> tuple[Replay, dict[str, Any], int]:
    """The replay, what reading cost, and how wide a frame is."""
    recording = load_recording(folder)
    frames, rate = recording.about.frames, Rate()
    profile = known_board.profile_for(recording, None, lambda step: console.doing(f"{name}: {step}"))
    meters: list[Meter] = []

    def measured(reader: Any) -> Meter:
        """The reader, with a meter on it."""
        meters.append(Meter(reader))
        return meters[0]

    def see(seen: playback.SeenFrame) -> None:
        """One warp for each frame, and a longer bar."""
        meters[0].warp(seen.frame)
        console.progress(seen.number + 1, frames, f"{name}, {rate.of(seen.number + 1)}")

    with playback.playing(recording, profile, Settings(), playback.PlaybackOptions(measured=measured)) as evening:
        replay = replay_of(evening, profile, recording, see)
    return replay, meters[0].figures(), recording.about.size_px[0]


def _score_still(path: Path, scores: Scores, console: Console) -> None:
    console.doing(f"{path.name}: reading the cards")
    picture = read_still(path)
    truth = load_still_truth(path.with_suffix(".json"))
    board, reading = calibrate_layout(picture, [truth.tap_px])
    read = _board(reading.layout, board.geometry)
    row = {"name": path.stem, **board_figures(truth.board, read, reading.doubtful, picture.shape[1])}
    scores.cards(row)
    scores.stills.append(row)


def _board(layout: Sequence[str], geometry: BoardGeometry) -> Board:
    centres = geometry.square_centres().reshape(-1, 2)
    return Board(tuple(layout), tuple((float(x), float(y)) for x, y in centres), None)


def _keep(scores: Scores, out: Path) -> None:
    """All figures."""
    tallies = {
        topic: {name: tally.figures() for name, tally in found.items()} for topic, found in scores.groups.items()
    }
    document = {
        "recordings": scores.recordings,
        "stills": scores.stills,
        "groups": tallies,
        "failed": scores.failed,
    }
    write_json(out, {**document, "megabytes_most": most_megabytes()})
