"""A profile comes back as it was saved, and a broken one or another board's is refused with what to do."""

import json
import random
import zipfile
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.profile import (
    LARGEST_BYTES,
    LearntFrom,
    Profile,
    check_same_board,
    kept_pictures,
    load_profile,
    save_profile,
)
from companion.errors import ProfileError
from companion.files.atomic import OutputError
from companion.ports import Locks
from companion.vision.card_index import EMBEDDING_SIZE
from companion.vision.chips import COLOURS, RINGS, ChipModel
from companion.vision.geometry import BoardGeometry, Lens, transform
from companion.vision.own_deck import BoardEmbeddings

LENS = Lens(600.0, (319.5, 239.5), -0.1, 0.02)
FLAT = np.array([[0.06, 0.0, -0.3], [0.0, 0.06, -0.3], [0.0, 0.0, 1.0]])


def some_table(radius: float) -> ChipModel:
    singles = {part.name: 0.1 * number for number, part in enumerate(fields(ChipModel))}
    density = np.arange(RINGS * COLOURS, dtype=np.float32).reshape(RINGS, COLOURS)
    return ChipModel(**(singles | {"radius_squares": radius, "log_density": density}))


def drawn_board(seed: int, geometry: BoardGeometry) -> np.ndarray:
    """A board whose squares are blotches of their own, in a picture [480, 640, 3]."""
    blotches = np.random.default_rng(seed).integers(0, 255, (80, 80), np.uint8)
    flat = cv2.resize(blotches, (400, 400), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:480, 0:640]
    places = geometry.board_from_image(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    map_x, map_y = np.float32(places * 40 - 0.5).T.reshape(2, 480, 640)
    grey = cv2.remap(flat, map_x, map_y, cv2.INTER_LINEAR, borderValue=40)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


@pytest.fixture(scope="module")
def profile() -> Profile:
    geometry = BoardGeometry(LENS, FLAT)
    chips = {"R": some_table(0.3), "B": some_table(0.25)}
    return Profile(geometry, drawn_board(1, geometry), ("JK", *["7H"] * 98, "JK"), (5, 17), chips)


@pytest.fixture
def saved(profile: Profile, tmp_path: Path) -> Path:
    save_profile(profile, tmp_path / "table.profile")
    return tmp_path / "table.profile"


def rewrite(path: Path, changes: dict[str, object], without: str = "") -> None:
    """Change values of the profile's document, or leave one out."""
    with zipfile.ZipFile(path) as parts:
        held = {name: parts.read(name) for name in parts.namelist()}
    document = json.loads(held["profile.json"]) | changes
    held["profile.json"] = json.dumps({key: document[key] for key in document if key != without}).encode()
    with zipfile.ZipFile(path, "w") as parts:
        for name, content in held.items():
            parts.writestr(name, content)


def test_a_profile_that_may_not_be_read_is_not_said_to_be_damaged(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(ProfileError, match=r"cannot be read \(Not a directory\); look whose it is, or name another"):
        load_profile(tmp_path / "file" / "oak.profile")


def test_a_folder_in_the_place_of_a_profile_is_said_to_be_no_file(tmp_path: Path):
    with pytest.raises(ProfileError, match="it is no ordinary file; name another"):
        load_profile(tmp_path)


def test_a_profile_comes_back_as_it_was_saved(profile: Profile, saved: Path):
    loaded = load_profile(saved)
    assert (loaded.layout, loaded.doubtful) == (profile.layout, profile.doubtful)
    assert loaded.geometry.lens == LENS
    assert (loaded.geometry.ideal_from_board == FLAT).all()
    assert (loaded.empty_bgr == profile.empty_bgr).all()
    assert list(loaded.chips) == ["R", "B"]
    for letter, chip in profile.chips.items():
        for part in fields(ChipModel):
            assert np.array_equal(getattr(loaded.chips[letter], part.name), getattr(chip, part.name))


@given(
    st.none()
    | st.builds(
        Locks,
        exposure_us=st.none() | st.integers(1, 1_000_000),
        gain=st.none() | st.floats(1, 64),
        colour_gains=st.none() | st.tuples(st.floats(0.1, 32), st.floats(0.1, 32)),
        white_balance_k=st.none() | st.integers(1000, 12_000),
        focus=st.none() | st.floats(0, 1000),
    )
)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_how_the_camera_was_held_comes_back(profile: Profile, tmp_path: Path, locks: Locks | None):
    save_profile(replace(profile, empty_bgr=profile.empty_bgr[:4, :4], chips={}, locks=locks), tmp_path / "it")
    assert load_profile(tmp_path / "it").locks == locks


def test_the_pictures_it_was_learnt_from_come_back(profile: Profile, saved: Path):
    assert load_profile(saved).learnt_from is None
    pictures = kept_pictures(profile.empty_bgr, profile.empty_bgr[:240], {"R": [3, 4], "B": [99]})
    save_profile(replace(profile, learnt_from=pictures), saved)
    assert load_profile(saved).learnt_from == pictures
    assert cv2.imdecode(np.frombuffer(pictures.laid, np.uint8), cv2.IMREAD_COLOR).shape == (240, 640, 3)


def test_what_its_cards_look_like_comes_back(profile: Profile, saved: Path):
    assert load_profile(saved).embeddings is None
    chance = np.random.default_rng(1)
    embeddings = BoardEmbeddings(
        chance.normal(size=(100, EMBEDDING_SIZE)).astype(np.float32), chance.integers(0, 2, 100)
    )
    save_profile(replace(profile, embeddings=embeddings), saved)
    loaded = load_profile(saved).embeddings
    assert loaded is not None
    assert np.array_equal(loaded.embeddings, embeddings.embeddings)
    assert np.array_equal(loaded.read, embeddings.read)


@pytest.mark.parametrize("shapes", [((99, EMBEDDING_SIZE), (100,)), ((100, EMBEDDING_SIZE), (100, 1)), ((0,), (0,))])
def test_embeddings_of_another_shape_are_refused(profile: Profile, saved: Path, shapes: tuple):
    save_profile(replace(profile, embeddings=BoardEmbeddings(*map(np.zeros, shapes))), saved)
    with pytest.raises(ProfileError, match=r"embeddings\.npz holds .* not what the cards of a board look like"):
        load_profile(saved)


def test_a_profile_from_before_cameras_were_held_is_read(saved: Path):
    rewrite(saved, {}, without="locks")
    assert load_profile(saved).locks is None


ANY_LENS = st.tuples(st.floats(1, 1e6), *[st.floats(-1e6, 1e6)] * 2, *[st.floats(-100, 100)] * 2)
"""Whatever a lens may be."""


@given(st.lists(st.floats(-1, 1), min_size=9, max_size=9), ANY_LENS)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_digit_of_the_geometry_is_lost(profile: Profile, tmp_path: Path, matrix: list[float], lens: tuple):
    geometry = BoardGeometry(Lens(lens[0], lens[1:3], *lens[3:]), np.array(matrix).reshape(3, 3) + 4 * np.eye(3))
    small = replace(profile, geometry=geometry, empty_bgr=profile.empty_bgr[:4, :4], chips={})
    save_profile(small, tmp_path / "table.profile")
    loaded = load_profile(tmp_path / "table.profile").geometry
    assert loaded.lens == geometry.lens
    assert (loaded.ideal_from_board == geometry.ideal_from_board).all()


def test_saving_again_replaces_the_older_profile(profile: Profile, saved: Path):
    save_profile(replace(profile, doubtful=(99,)), saved)
    assert load_profile(saved).doubtful == (99,)
    assert [path.name for path in saved.parent.iterdir()] == ["table.profile"]


def test_pictures_too_large_to_be_read_again_are_left_out(profile: Profile, tmp_path: Path):
    noise = np.random.default_rng(0).bytes(LARGEST_BYTES)
    save_profile(replace(profile, learnt_from=LearntFrom(noise, b"laid", {"R": (21,)})), tmp_path / "large.profile")
    assert load_profile(tmp_path / "large.profile").learnt_from is None


def test_a_profile_too_large_to_be_read_again_is_never_written(profile: Profile, tmp_path: Path):
    grainy = np.random.default_rng(0).integers(0, 256, (1700, 2000, 3), np.uint8)
    with pytest.raises(OutputError, match="with frames of 2000x1700 a profile is too large to be read again"):
        save_profile(replace(profile, empty_bgr=grainy), tmp_path / "large.profile")
    assert not list(tmp_path.iterdir())


def test_a_missing_profile_is_named(tmp_path: Path):
    with pytest.raises(ProfileError, match="no such profile; make one"):
        load_profile(tmp_path / "nowhere.profile")


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.99])
def test_a_torn_profile_is_refused(saved: Path, kept: float):
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(ProfileError, match=r"table\.profile: not a profile, or damaged .*; calibrate again"):
        load_profile(saved)


@given(st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_scribbled_profile_is_refused_or_still_the_same(profile: Profile, tmp_path: Path, dice: random.Random):
    path = tmp_path / "scribbled.profile"
    save_profile(replace(profile, empty_bgr=profile.empty_bgr[:4, :4]), path)
    scribbled = bytearray(path.read_bytes())
    for _ in range(3):
        scribbled[dice.randrange(len(scribbled))] = dice.randrange(256)
    path.write_bytes(scribbled)
    try:
        loaded = load_profile(path)
    except ProfileError:
        return
    assert loaded.layout == profile.layout


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"format": "companion-profile/9"}, "format"),
        ({"layout": ["7H"] * 99}, "99 cards in the layout"),
        ({"layout": ["7Z"] * 100}, "no such card"),
        ({"doubtful": [100]}, "not a valid profile"),
        ({"ideal_from_board": [[1, 2], [3, 4]]}, "3x3"),
        ({"lens": {}}, "focal_px|centre_px"),
        ({"lens": {"focal_px": 0, "centre_px": [1, 2], "k1": 0, "k2": 0}}, "profile.json, lens: 'focal_px' is '0'"),
        ({"ideal_from_board": [[1, 1, 1]] * 3}, "can be inverted"),
        ({"doubtful": "none"}, "'doubtful' is 'none'; it must be a list"),
        ({"chips": ["R", "X"]}, "chip-X"),
        ({"learnt_from": {"R": [100]}}, "not a valid profile"),
        ({"learnt_from": {"R": [1]}}, "still.jpg"),
        ({"locks": {"exposure_us": -1, "colour_gains": None}}, "which no camera can be told"),
        ({"locks": {"exposure_us": 1e99, "colour_gains": None}}, "which no camera can be told"),
        ({"locks": {"colour_gains": [1.0]}}, "not a valid profile"),
        ({"locks": {"colour_gains": None, "brilliance": 3}}, "brilliance"),
        ({"locks": "tight"}, "not a valid profile"),
    ],
)
def test_a_profile_with_a_bad_value_is_refused(saved: Path, changes: dict, complaint: str):
    rewrite(saved, changes)
    with pytest.raises(ProfileError, match=complaint):
        load_profile(saved)


def test_the_same_board_is_recognised_under_other_light_and_with_chips(profile: Profile):
    seen = cv2.convertScaleAbs(profile.empty_bgr, alpha=0.6, beta=10)
    centres = profile.geometry.square_centres().reshape(-1, 2)
    for x, y in centres[::3]:
        cv2.circle(seen, (round(x), round(y)), 10, (0, 0, 200), -1)
    assert check_same_board(profile, seen) is profile.geometry


def test_a_picture_without_a_board_is_refused_with_what_the_finder_says(profile: Profile):
    with pytest.raises(ProfileError, match="not in sight: no board in sight: show the whole board"):
        check_same_board(profile, np.full_like(profile.empty_bgr, 120))


def test_a_picture_of_another_size_is_refused(profile: Profile):
    with pytest.raises(ProfileError, match="another size"):
        check_same_board(profile, profile.empty_bgr[:240])


def test_the_drawn_board_lies_where_its_geometry_says():
    corners = LENS.distort(transform(FLAT, np.array([[0.0, 0.0], [10.0, 10.0]])))
    assert (corners > 0).all()
    assert (corners < [640, 480]).all()
