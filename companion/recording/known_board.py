"""What is known of the board in a recording: a saved profile that fits it, or one made from its own stills."""

from collections.abc import Callable, Sequence
from pathlib import Path

from calibration.board_finder import Tap
from calibration.profile import Profile, check_same_board, load_profile
from calibration.steps import Calibrated, Stills, calibrate
from companion.errors import ProfileError, RecordingError
from hardware.recordings import Recording

Progress = Callable[[str], None]


def profile_for(recording: Recording, saved: Path | None, progress: Progress) -> Profile:
    """A saved profile, if it fits this recording's board and teams, or else one made from the recording's stills.

    Raises RecordingError when no board lies there, and ProfileError.
    """
    about = recording.about
    if not about.board:
        raise RecordingError(f"{recording.folder}: shows a table without a board, so there is nothing to calibrate")
    if saved is None and about.profile is None:
        return calibrated(recording, (), progress).profile
    saved = saved or recording.folder / str(about.profile)
    progress("comparing the profile with the board")
    profile = load_profile(saved)
    chips = [chip.letter for chip in about.game.known]
    if list(profile.chips) != chips:
        known = ", ".join(profile.chips)
        raise ProfileError(f"{saved}: has the chips of {known}, not of {', '.join(chips)}; calibrate again")
    check_same_board(profile, recording.play_still())
    return profile


def calibrated(recording: Recording, corners_px: Sequence[Tap], progress: Progress) -> Calibrated:
    """What calibration makes of a recording's stills; `corners_px` are the board's corners where a person helped.

    Raises RecordingError.
    """
    if not recording.about.enrolment.chips:
        raise RecordingError(f"{recording.folder}: shows no chips to learn; its own profile has them")
    return calibrate(_stills(recording, corners_px), recording.about.enrolment.chips, progress)


def _stills(recording: Recording, corners_px: Sequence[Tap]) -> Stills:
    about = recording.about
    return Stills(
        empty_bgr=recording.still(about.calibration_still),
        empty_play_bgr=recording.play_still(),
        enrol_bgr=recording.play_still(about.enrolment.still),
        top_left_px=about.top_left_px,
        corners_px=corners_px,
    )
