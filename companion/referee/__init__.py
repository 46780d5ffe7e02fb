"""Judging what was seen on the table: pure functions from observations to verdicts and events."""
