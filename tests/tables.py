"""Cards, boards and tables for the tests: the vector files, dealt tables, and the two ways into the library's results.

Boards are those of `naive`: three tuples of cards as text. Random deals are biased: plain ones hardly ever hold a
flush, a tie or a legal board with royalties, and the faults are there.
"""

from pathlib import Path

import naive

VECTORS = Path(__file__).parent / "vectors"


def vectors(name):
    """The rows of a vector file as dicts."""
    header, *lines = (VECTORS / name).read_text().splitlines()
    names = header.split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]


# --- the same board for the library -----------------------------------------------------------------------------------


def text(board):
    return " / ".join(" ".join(row) or "-" for row in board)


def card_id(card):
    """A card's byte as the library's documentation defines it."""
    if card in naive.DECK:
        return naive.DECK.index(card)
    joker = int(card[1])
    declared = naive.face(card)
    return 51 + joker if declared is None else 64 * joker + naive.DECK.index(declared)


def board_bytes(board):
    """Thirteen bytes, 255 where nothing lies."""
    places = []
    for row, size in zip(board, (3, 5, 5), strict=True):
        places += [card_id(card) for card in row] + [255] * (size - len(row))
    return places


# --- rows from a deck -------------------------------------------------------------------------------------------------


def _take(rng, deck, row, size):
    """Fills a row up from the deck, and removes all of it from there."""
    left = [card for card in deck if card not in row]
    row = row + rng.sample(left, size - len(row))
    deck[:] = [card for card in deck if card not in row]
    rng.shuffle(row)
    return row


def _by(key, deck):
    groups = {}
    for card in deck:
        groups.setdefault(key(card), []).append(card)
    return groups


def _group(rng, deck, size, low=2):
    """So many cards of one rank, or none."""
    ranks = [cards for rank, cards in _by(naive.rank, deck).items() if len(cards) >= size and rank >= low]
    return rng.sample(rng.choice(ranks), size) if ranks else []


def _run(rng, deck, tops):
    """Five ranks in a row whose highest is in `tops`, or none; 5 is the wheel."""
    ranks = _by(naive.rank, deck)
    runs = [[top - i if top - i > 1 else 14 for i in range(5)] for top in tops]
    runs = [run for run in runs if all(rank in ranks for rank in run)]
    return [rng.choice(ranks[rank]) for rank in rng.choice(runs)] if runs else []


def _distinct(rng, deck, size, highest):
    ranks = {rank: cards for rank, cards in _by(naive.rank, deck).items() if rank <= highest}
    if len(ranks) < size:
        return []
    return [rng.choice(ranks[rank]) for rank in rng.sample(sorted(ranks), size)]


def _one_suit(rng, deck, size):
    suits = [cards for cards in _by(lambda card: card[1], deck).values() if len(cards) >= size]
    return rng.choice(suits) if suits else []


def deal_row(rng, deck, size, kind):
    """A row of a kind as far as the deck has one, else of anything; its cards leave the deck."""
    row = []
    if kind == "pair":
        row = _group(rng, deck, 2)
    elif kind == "high pair":
        row = _group(rng, deck, 2, low=12)
    elif kind == "trips":
        row = _group(rng, deck, 3)
    elif kind == "two pair":
        row = _group(rng, deck, 2)
        row += _group(rng, [card for card in deck if card[0] not in {c[0] for c in row}], 2)
    elif kind == "straight":
        row = _run(rng, deck, range(5, 15))
    elif kind == "wheel":
        row = _run(rng, deck, [5])
    elif kind == "flush":
        suit = _one_suit(rng, deck, 5)
        row = rng.sample(suit, 5) if suit else []
    elif kind == "full house":
        row = _group(rng, deck, 3)
        row += _group(rng, [card for card in deck if card not in row], 2)
    elif kind == "quads":
        row = _group(rng, deck, 4)
    elif kind == "straight flush":
        row = _run(rng, _one_suit(rng, deck, 5), range(5, 15))
    elif kind == "steel wheel":
        row = _run(rng, _one_suit(rng, deck, 5), [5])
    elif kind == "royal flush":
        row = _run(rng, _one_suit(rng, deck, 5), [14])
    elif kind == "ten low":
        row = _distinct(rng, deck, size, 10)
    elif kind == "best low":
        row = _run(rng, deck, [6])
        row = [card for card in row if card[0] != "6"] + [card for card in deck if row and card[0] == "7"][:1]
    elif kind == "jack high":
        row = _distinct(rng, deck, size, 11)
    elif kind == "high card":
        row = _distinct(rng, deck, size, 14)
    return _take(rng, deck, row, size)


TOPS = ("any", "any", "high card", "pair", "pair", "high pair", "high pair", "trips")
FIVES = (
    "any", "any", "high card", "pair", "two pair", "trips", "straight", "wheel", "flush", "flush", "full house",
    "quads", "straight flush", "steel wheel", "royal flush",
)  # fmt: skip


def deal_board(rng, deck, previous=None, low=False):
    """A board of some style from the deck. `previous`: a board it may tie with. `low`: for a deuce-to-seven middle."""
    style = rng.choice(("any", "rows", "rows", "rows", "rows", "near foul", "near foul", "moon", "mirror"))
    if style == "mirror" and previous is not None:
        rows = []
        for row in previous:
            cards = []
            for card in row:
                same = [c for c in deck if c[0] == card[0]]
                cards += _take(rng, deck, [rng.choice(same)] if same else [], 1)
            rows.append(cards)
        top, middle, bottom = rows
    elif style == "near foul":
        # Top and middle share their pair, or their three high cards; what follows decides.
        if rng.random() < 0.7:
            four = _group(rng, deck, 4)
            top, middle = four[:2], four[2:]
        else:
            top = _distinct(rng, deck, 3, 14)
            middle = [c for card in top for c in [c for c in deck if c[0] == card[0] and c not in top][:1]]
        kickers = [card for card in deck if card not in top + middle]
        top = _take(rng, deck, top + rng.sample(kickers, 3 - len(top)), 3)
        middle = _take(rng, deck, [card for card in middle if card in deck], 5)
        bottom = deal_row(rng, deck, 5, rng.choice(FIVES))
    elif style == "moon":
        bottom, middle, top = (deal_row(rng, deck, size, "jack high") for size in (5, 5, 3))
    else:
        plain = style == "any"
        bottom = deal_row(rng, deck, 5, "any" if plain else rng.choice(FIVES))
        middle = deal_row(rng, deck, 5, "any" if plain else rng.choice(FIVES))
        top = deal_row(rng, deck, 3, "any" if plain else rng.choice(TOPS))
    if low and rng.random() < 0.8:
        deck += middle
        middle = deal_row(rng, deck, 5, rng.choice(("ten low", "ten low", "best low")))
    elif rng.random() < 0.7 and naive.evaluate(tuple(middle)) > naive.evaluate(tuple(bottom)):
        middle, bottom = bottom, middle
    return tuple(top), tuple(middle), tuple(bottom)


def _beside_a_group(row):
    """Places of a row of five beside three or four cards of one rank."""
    if len(row) < 5:
        return []
    ranks = [card[0] for card in row]
    return [place for place in range(5) if max(map(ranks.count, ranks)) >= 3 and ranks.count(ranks[place]) < 3]


def add_jokers(rng, boards, jokers, declared):
    """The boards with some of their cards replaced by jokers."""
    boards = [[list(row) for row in board] for board in boards]
    for joker in naive.JOKERS[:jokers]:
        if rng.random() < 0.3:
            continue
        row = rng.choice(rng.choice(boards))
        place = rng.randrange(len(row))
        if rng.random() < 0.3:
            # Beside three or four of a rank, where five of a kind is near.
            spots = [(row, place) for board in boards for row in board for place in _beside_a_group(row)]
            row, place = rng.choice(spots) if spots else (row, place)
        if naive.is_joker(row[place]):
            continue
        if declared and rng.random() < 0.9:
            others = [naive.face(card) for card in row if naive.face(card)]
            near = rng.choice(others) if others else rng.choice(naive.DECK)
            face = rng.choice((near, rng.choice(naive.RANKS) + near[1], near[0] + rng.choice(naive.SUITS), row[place]))
            joker += "=" + face
        row[place] = joker
    return [tuple(map(tuple, board)) for board in boards]


def deal_table(rng, seats, jokers=0, declared=False, low=False):
    """Boards of one deck, a seat each."""
    deck = list(naive.DECK)
    boards = []
    for _ in range(seats):
        boards.append(deal_board(rng, deck, boards[-1] if boards else None, low))
    rng.shuffle(boards)
    return add_jokers(rng, boards, jokers, declared)


# --- rules and what a table knows -------------------------------------------------------------------------------------

PINEAPPLE = ("pineapple", "progressive", "ultimate", "ofc_ledger", "joker", "deuce_to_seven")
TOP_NAMES = [rank * 2 for rank in naive.RANKS] + [rank * 3 for rank in naive.RANKS]


def _random_royalties(rng, low):
    def numbers(names, most):
        return {name: rng.randint(0, most) for name in names if rng.random() < 0.8}

    return {
        "top_pairs": numbers(TOP_NAMES[:13], 9),
        "top_trips": numbers(TOP_NAMES[13:], 30),
        "middle": numbers(naive.LOW_ROYALTIES if low else naive.CATEGORIES[2:], 50),
        "bottom": numbers(naive.CATEGORIES[2:], 40),
    }


def _random_entry(rng, low, least):
    """Thresholds, some of them out of order: a higher top may earn less."""
    chosen = rng.sample(TOP_NAMES, rng.randint(1, 5))
    entry = {name: rng.randint(least, 17) for name in TOP_NAMES if name in chosen}
    if low:
        entry["75432"] = rng.randint(least, 17)
        entry["KK+75432"] = max(entry.values())
    return entry


def random_settings(rng):
    """A preset's name and valid changes to it, among all settings that decide points."""
    preset = rng.choice(list(naive.PRESETS))
    low = preset == "deuce_to_seven"
    changes = {}

    def maybe(name, value, chance=0.35):
        if rng.random() < chance:
            changes[name] = value

    if rng.random() < 0.5:
        maybe("points", dict(rng.choice(list(naive.POINTS.values()))), 1)
    else:
        maybe("points", {"row": rng.randint(0, 3), "scoop": rng.randint(0, 6), "majority": rng.randint(0, 4)})
    maybe("foul_pays_royalties", False)
    maybe("royalties", _random_royalties(rng, low))
    maybe("top_kickers", "made_hand_only")
    maybe("spades", rng.choice(("pair", "table")))
    maybe("surrender", rng.randint(1, 4))
    if rng.random() < 0.35:
        changes["cap"] = rng.randint(1, 60)
        changes["cap_mode"] = rng.choice(("loss", "table_stakes"))
    if preset in PINEAPPLE:
        maybe("the_choice", True)
    maybe("entry", rng.choice(({}, *[_random_entry(rng, low, 14 if preset == "closed" else 13)] * 4)))
    if changes.get("entry", naive.rules(preset)["entry"]):
        maybe("stay_middle", rng.choice((None, "75432")) if low else rng.choice((None, *naive.CATEGORIES[3:9])))
        maybe("stay_cards", rng.choice(("base", "same", "by_top", 13, 16)))
    if not low:
        maybe("jokers", rng.randint(1, 3), 0.3)
        maybe("joker_mode", rng.choice(("auto", "declared")))
        maybe("five_of_a_kind", False)
        maybe("moon", rng.choice((1, 10, 20)))
        if "moon" in changes and changes.get("entry", naive.rules(preset)["entry"]):
            maybe("moon_in_fantasyland", True)
    return preset, changes


def random_facts(rng, rules, seats):
    """Keyword arguments of `score` that are possible under the rules."""
    facts = {"button": rng.randrange(seats)}
    if rules["entry"]:
        facts["fantasyland"] = {seat: rng.randint(13, 17) for seat in range(seats) if rng.random() < 0.25}
    if rules["surrender"]:
        facts["surrendered"] = tuple(seat for seat in range(seats) if rng.random() < 0.2)
    if rules["cap"] is not None and rng.random() < 0.8:
        facts["stacks"] = [rng.choice((1, 2, 5, 10, 40, 1000)) for _ in range(seats)]
    return facts


def random_table(rng, rules, seats=None):
    """Boards and facts; a seat that surrendered may have an unfinished board."""
    seats = seats or rng.choice((2, 2, 3, 4))
    boards = deal_table(
        rng, seats, rules["jokers"], rules["joker_mode"] == "declared", rules["middle"] == "deuce_to_seven"
    )
    facts = random_facts(rng, rules, seats)
    for seat in facts.get("surrendered", ()):
        if rng.random() < 0.5:
            boards[seat] = tuple(row[: rng.randint(0, len(row))] for row in boards[seat])
    return boards, facts


# --- the library's results, read in one place -------------------------------------------------------------------------


def value_of(hand):
    """A HandRank of the library as the value that `naive.evaluate` gives."""
    ranks = tuple(hand.ranks)
    return (naive.CATEGORIES.index(hand.category), *ranks, *(0,) * (5 - len(ranks)))


def library_changes(changes):
    """Changes as `naive.rules` takes them in the form that the library's Rules take."""
    changes = dict(changes)
    if "royalties" in changes:
        changes["royalties"] = _library_royalties(changes["royalties"])
    return changes


def _library_royalties(royalties):
    """The library knows the top by rank and a deuce-to-seven middle apart, and leaves what is not named as it was."""
    middle = royalties["middle"]
    is_low = any(name in middle for name in naive.LOW_ROYALTIES)
    return {
        "top_pairs": {rank: royalties["top_pairs"].get(rank * 2, 0) for rank in naive.RANKS},
        "top_trips": {rank: royalties["top_trips"].get(rank * 3, 0) for rank in naive.RANKS},
        "bottom": {name: royalties["bottom"].get(name, 0) for name in naive.CATEGORIES},
        "low" if is_low else "middle": {
            name: middle.get(name, 0) for name in (naive.LOW_NAMES if is_low else naive.CATEGORIES)
        },
    }


def plain_rules(rules):
    """The settings of a library's Rules that decide points, in the shape of `naive.rules`."""
    settings = {name: getattr(rules, name) for name in naive.DEFAULTS}
    settings["points"] = {name: getattr(rules.points, name) for name in ("row", "scoop", "majority")}
    settings["entry"] = dict(rules.entry)
    royalties = rules.royalties
    settings["royalties"] = {
        "top_pairs": {rank * 2: points for rank, points in royalties.top_pairs.items()},
        "top_trips": {rank * 3: points for rank, points in royalties.top_trips.items()},
        "middle": dict(royalties.low if rules.middle == "deuce_to_seven" else royalties.middle),
        "bottom": dict(royalties.bottom),
    }
    return normal(settings)


def normal(settings):
    """Settings of `naive.rules` without what is a matter of form: royalties of 0, thresholds that change nothing."""
    settings = dict(settings)
    settings["royalties"] = {
        row: {name: points for name, points in paid.items() if points} for row, paid in settings["royalties"].items()
    }
    settings["entry"] = {
        (name, low): cards
        for name in (None, *TOP_NAMES)
        for low in (False, True)
        if (cards := naive.entry_cards(_earning(name, low), settings))
    }
    return settings


def _earning(name, low):
    """A reading with that top, and with the best deuce-to-seven middle or another one."""
    if name is None:
        top = (naive.HIGH_CARD, 14, 13, 12, 0, 0)
    else:
        rank = naive.rank(name)
        top = (naive.PAIR, rank, rank, 14, 0, 0) if len(name) == 2 else (naive.TRIPS, rank, rank, rank, 0, 0)
    return top, naive.LOW_BEST if low else (-8, -5, -4, -3, -2), None


PARTS = ("rows", "scoop", "majority", "royalties", "moon", "surrender", "multiplied", "capped")


def ledger(score):
    """{(a, b): {part: points that a gains}} of a library's Score."""
    return {(pair.a, pair.b): {part: _points(getattr(pair, part)) for part in PARTS} for pair in score.pairs}


def _points(part):
    """Royalties stand in the ledger as two lines, a's and b's."""
    return sum(part) if isinstance(part, tuple) else part


def naive_ledger(result, rules):
    """The same of a result of `naive.score`."""
    lines = {}
    for pair in result["pairs"]:
        line = {name: pair[name] for name in ("scoop", "majority", "royalties", "moon", "surrender")}
        line["rows"] = rules["points"]["row"] * sum(pair["rows"])
        line["multiplied"] = pair["due"] - sum(line.values())
        line["capped"] = pair["points"] - pair["due"]
        lines[pair["seats"]] = line
    return lines


def seat_facts(seat):
    """A seat of a library's Score as a plain dict."""
    royalties = seat.royalties
    return {
        "surrendered": seat.surrendered,
        "foul": seat.foul,
        "royalties": (royalties.top, royalties.middle, royalties.bottom),
        "multiplier": seat.multiplier,
        "moon": seat.moon,
        "fantasyland": seat.fantasyland,
        "choice": seat.choice,
    }
