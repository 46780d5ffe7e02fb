"""The rules in force, in plain words and few enough for a phone. Every sentence is made from the options."""

from collections.abc import Iterator

from companion.games.black_jack.options import HAND, Options

_JOT = {
    "suited": "A Jack may lie on a 2 of its suit, and a 2 on a Jack; their penalties add up.",
    "any": "A Jack may lie on any 2, and a 2 on any Jack; their penalties add up.",
}
_START = {
    "inert": "The card turned up first does nothing.",
    "active": "The card turned up first acts as if the dealer had played it.",
    "redraw": "A card that acts is not turned up first: bury it and turn another.",
}


def rules_sheet(options: Options) -> tuple[str, ...]:
    """One or two sentences to each paragraph, most important first."""
    packs = "one pack" if options.packs == 1 else "two packs"
    return (
        f"{options.players} players, {packs}, {HAND} cards each. Whoever has no cards is out; the last one loses.",
        "Match the suit or the rank of the current card, or play an Ace; else draw one card. "
        "Go on with cards of the same rank, or one step up or down in the suit.",
        " ".join(_actions(options)),
        " ".join(_penalties(options)),
        " ".join(_details(options)),
        "Tell the table’s phone when your turn ends, when you draw, and which suit an Ace names.",
    )


def _actions(options: Options) -> Iterator[str]:
    yield "Only the end of what you play acts. Each 8 skips a player, each King changes the direction of play."
    yield "After an even number of Kings you play again."
    yield "An Ace names a suit."
    covered = "any card of her suit" if options.queen == "suit" else "the next step of the run"
    yield f"A Queen is covered by {covered}, or you draw one."
    if options.king2 == "again":
        yield "With two players left, a King gives another turn."
    if options.ace_in_run:
        yield "Inside a run too, an Ace goes on anything."


def _penalties(options: Options) -> Iterator[str]:
    jacks = "Jack" if options.sting else "black Jack"
    yield f"A 2 makes the next player draw 2, a {jacks} 5, unless they pass it on with another of the kind."
    if options.jot != "off":
        yield _JOT[options.jot]
    if not options.sting:
        ends = ", and nothing may follow it" if options.red_jack_ends else ""
        cancelled = "black Jacks" if options.jot == "off" else "a penalty where it may lie"
        yield f"A red Jack on {cancelled} cancels everything{ends}."
    if options.bring_backs:
        yield "A penalty for a seat whose player is out brings that player back."


def _details(options: Options) -> Iterator[str]:
    yield _START[options.start_card]
    if options.jokers:
        yield "A joker stands for any card that may lie there; its player says which."
    if options.no_action_finish:
        yield "Nobody goes out on a 2, an 8, a King, an Ace or a Jack that stings."
    yield "When the stock is used up, the pile but for its top card is shuffled."
