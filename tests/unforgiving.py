"""Internal errors as most tests want them: a mistake of the program's own ends the test."""

from companion.session.internal_errors import InternalError, InternalErrors


class Unforgiving(InternalErrors):
    """Nothing is swallowed."""

    def note(self, _: str, error: Exception) -> InternalError:
        """Let it be seen."""
        raise error
