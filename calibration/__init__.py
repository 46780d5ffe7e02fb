"""Everything done once, before play: what is learnt of one table becomes a profile, by which vision reads it.

    still -> board_outline, marks -> lattice -> board_fit, lens -> board_proof -> BoardGeometry
          -> layout_reader (card_index, assignment) -> the hundred cards
    still with chips -> enrolment -> a ChipModel for each team
    all of it -> quality, trial -> profile -> shelf

`board_finder` makes many guesses of where the board lies, draws each onto the gaps between the cards, fits lens and
homography to all gaps (damped Gauss-Newton, Cauchy loss), and believes only what proves itself square by square.
`walk` is the guided walk as a table of steps, `guide` its thread, `steps` the same without a person. `plan` and
`optics` tell before anything is hung where the camera must be. Vision uses a model; calibration makes it.

Pictures are uint8 [height, width, 3] in BGR; lengths are pixels, squares or millimetres, as their names say. What
cannot be seen is a value that says why (`BoardNotFound`, `Verdict`); CalibrationError ends a step that people repeat.
"""
