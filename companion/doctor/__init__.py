"""What is well with this table and its machine, and what to do about the rest: one small function for each question."""
