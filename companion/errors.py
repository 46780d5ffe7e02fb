"""The exceptions of the house: raised when a cable, a file or a programmer is at fault, never for what players do."""


class CompanionError(Exception):
    """What went wrong, where, and what to do about it; shown to people without a traceback."""


class RecordingError(CompanionError, ValueError):
    """A recording's folder, description, stills or video cannot be used."""


class CalibrationError(CompanionError, ValueError):
    """A still does not show what calibration needs: no board, no chips where they were promised."""


class ProfileError(CompanionError, ValueError):
    """A saved profile is broken or belongs to another board."""


class SettingsError(CompanionError, ValueError):
    """The settings file holds an unknown key or a bad value."""


class CameraError(CompanionError, OSError):
    """A camera is missing, busy, frozen or at its end."""


class LightsError(CompanionError, OSError):
    """The lamps cannot be reached."""


class ControlsError(CompanionError, OSError):
    """The button or the buzzer cannot be reached."""


class AddressError(CompanionError, OSError):
    """The page's address is another program's, or not yet this machine's."""


class JournalError(CompanionError, OSError):
    """The journal on disk cannot be opened, read or written."""


class MisplacedError(JournalError):
    """What is in the journal's place cannot be gone on with, however long one waits: foreign, of a newer version."""


class TornError(JournalError):
    """The journal was damaged: what is on disk cannot be read, and waiting does not help."""


class UnwritableError(JournalError):
    """The disk takes nothing now, full or read-only; it may take it later."""


class BrokerError(CompanionError, OSError):
    """The MQTT broker is away, does not answer, or refuses."""


class RefusedError(BrokerError):
    """The broker is there, and does not allow what was asked."""
