"""Reading the table: from a picture to likelihoods, with numpy and OpenCV, without files and without a clock.

    frame -> registration -> sampling -> light -> chips, likelihoods -> discs -> occlusion -> BoardObservation
         '-> piles -> pile window -> card_spotter -> card_index -> PileObservation

`registration` finds how the board lies now, by aligning the picture with that of this very board when it was empty,
once `landmarks` have told where it is, if it is nowhere near where it was. `sampling` looks at it from straight above,
`light` divides the illumination out. `chips` and `likelihoods` say, spot by spot, how well the bare card, each team's
chip and a chip upon a chip explain the colours, `texture` the same of fine detail; `discs` places chips where that adds
up, and what neither explains is foreign (`occlusion`) and hides squares. `look` is one such reading of a board,
`detail` the part of it that is kept where nothing has changed. `piles` follows every discard pile, and `pile_finder`
looks for others in a small `table_plan`. `table` puts board and pile together, `pile_table` reads a pile without a
board, once a card or the stock on a `bare_table` has calibrated it. Both hand a memory back; no reader keeps anything
between frames.

Arrays, unless a docstring says otherwise, [row, column, channel]; points are (x, y):

    bgr               uint8 [height, width, 3]         a picture, blue-green-red
    rectified board   uint8 [SIDE, SIDE, 3]            seen from straight above, with surroundings; a block has fewer
    flattened         float32 [rows, columns, 3]       BGR against the white of the cards there, 1 being that white
    opponent colours  float32 [rows, columns, 3]       of the flattened board: brightness, red-green, blue-yellow
    cells             float32 [cells, cells, 3]        means of CELL by CELL pixels
    half size         [HALF_SIDE, HALF_SIDE]           log densities in nats, masks 0 or 1
    by square         [SIZE, SIZE, ...] or [100, ...]

Failure to see is a value (`NotRegistered`, a square that is None), never an exception.
"""
