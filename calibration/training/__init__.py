"""How the two networks for cards were made: art is gathered, pictures are drawn from it, networks are trained.

    card_art (registries) ─▶ faces, fonts ─▶ drawn_decks ─▶ corners ────────────▶ train_corners ─▶ card_index.onnx
                                    '──────▶ tables (what lies there) ─▶ piles ─▶ train_piles ───▶ pile_cards.onnx

`python -m calibration.training ART MODELS` does all of it from nothing. `camera` is what stands between a drawing and
a picture: perspective, blur, light, noise. Both trainings are one loop (`descent`), so that a seed and a number of
steps name a network. No photograph and no recording is used. Nothing here runs at a table: torch is no dependency.
README.md beside this file has the licences, and how well each network reads.
"""
