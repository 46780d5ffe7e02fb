"""Refereeing One-Eyed Jack: from looks at board and pile to turns, faults, questions and lines."""
