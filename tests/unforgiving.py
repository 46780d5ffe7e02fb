"""Stumbles as most tests want them: a mistake of the program's own ends the test."""

from companion.session.internal_errors import Stumble, Stumbles


class Unforgiving(Stumbles):
    """Nothing is swallowed."""

    def note(self, _: str, error: Exception) -> Stumble:
        """Let it be seen."""
        raise error
