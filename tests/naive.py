"""The game scored slowly, written from the rules to be obviously right. Never optimise this file.

It imports nothing of the library. A card is its text (`"As"`, `"X1"`, `"X1=As"`), a board three tuples of cards, a
table a list of boards, and rules are a plain dict with the names of the settings (see `rules`, which spells the presets
out).
The one concession to time is that the readings of a row are remembered.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations

# --- cards ----------------------------------------------------------------------------------------------------------

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS = ("X1", "X2", "X3")


def parse_cards(text):
    """Cards in the library's own output form: two characters each, jokers `X1` or `X1=As`."""
    cards = tuple(text.split())
    for card in cards:
        joker, _, face = card.partition("=")
        assert card in DECK or card in JOKERS or (joker in JOKERS and face in DECK), card
    return cards


def parse_board(text):
    """`top / middle / bottom`."""
    top, middle, bottom = (parse_cards(row) for row in text.split("/"))
    return top, middle, bottom


def parse_table(text):
    """`board | board | ...`."""
    return [parse_board(board) for board in text.split("|")]


def is_joker(card):
    return card[0] == "X"


def face(card):
    """The natural card that counts: itself, or what a declared joker stands for; None for an undeclared one."""
    return None if card in JOKERS else card[-2:]


def rank(card):
    """2 to 14."""
    return RANKS.index(card[0]) + 2


# --- rows -----------------------------------------------------------------------------------------------------------

CATEGORIES = (
    "high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush",
    "five of a kind", "royal flush",
)  # fmt: skip
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH = range(6)
FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND, ROYAL_FLUSH = range(6, 11)


def evaluate(row, five_of_a_kind=True):
    """The value of three or five faces: (category, five ranks in the order in which they are compared).

    Values compare as tuples. Ranks are 2 to 14, the ace of a five-high straight is 1, a card that a row of three lacks
    is 0, below every rank.
    """
    assert len(row) in (3, 5)
    counts = Counter(rank(card) for card in row)
    # Groups before kickers, high before low.
    ranks = sorted((rank(card) for card in row), key=lambda r: (counts[r], r), reverse=True)
    groups = sorted(counts.values(), reverse=True)

    if len(row) == 3:
        category = {(1, 1, 1): HIGH_CARD, (2, 1): PAIR, (3,): TRIPS}[tuple(groups)]
        return category, *ranks, 0, 0

    if groups == [5]:
        if five_of_a_kind:
            return FIVE_OF_A_KIND, *ranks
        return QUADS, *ranks[:4], 13 if ranks[0] == 14 else 14

    is_flush = len({card[1] for card in row}) == 1
    is_straight = groups == [1, 1, 1, 1, 1] and ranks[0] - ranks[4] == 4
    if ranks == [14, 5, 4, 3, 2]:
        is_straight = True
        ranks = [5, 4, 3, 2, 1]

    if is_straight and is_flush:
        return ROYAL_FLUSH if ranks[0] == 14 else STRAIGHT_FLUSH, *ranks
    if groups == [4, 1]:
        return QUADS, *ranks
    if groups == [3, 2]:
        return FULL_HOUSE, *ranks
    if is_flush:
        # A declared joker may repeat a card: the flush compares rank by rank, repeats and all.
        return FLUSH, *sorted(ranks, reverse=True)
    if is_straight:
        return STRAIGHT, *ranks
    if groups == [3, 1, 1]:
        return TRIPS, *ranks
    if groups == [2, 2, 1]:
        return TWO_PAIR, *ranks
    if groups == [2, 1, 1, 1]:
        return PAIR, *ranks
    return HIGH_CARD, *ranks


@lru_cache(maxsize=1 << 16)
def readings(row, five_of_a_kind=True):
    """Every value a row can have, its jokers read automatically, lowest first.

    A joker stands for any card that is not already in its own row; where the rules allow it, for a fifth card of a rank
    whose four cards are in the row already, be they natural or other jokers.
    """
    natural = tuple(card for card in row if not is_joker(card))
    count = len(row) - len(natural)
    if count == 0:
        return (evaluate(row, five_of_a_kind),)
    others = [card for card in DECK if card not in natural]
    values = {evaluate(natural + chosen, five_of_a_kind) for chosen in combinations(others, count)}
    if five_of_a_kind and len(row) == 5:
        for chosen in combinations(others, count - 1):
            four = natural + chosen
            if len({rank(card) for card in four}) == 1:
                values.add(evaluate((*four, four[0]), True))
    return tuple(sorted(values))


def low_value(row):
    """The value of a deuce-to-seven middle, higher is better; None if it is not ten-low or better. Aces are high."""
    ranks = sorted((rank(card) for card in row), reverse=True)
    if len(set(ranks)) < 5:
        return None
    if ranks[0] - ranks[4] == 4:
        return None
    if len({card[1] for card in row}) == 1:
        return None
    if ranks[0] > 10:
        return None
    return tuple(-r for r in ranks)


LOW_BEST = (-7, -5, -4, -3, -2)


# --- boards ---------------------------------------------------------------------------------------------------------


def is_top_above(top, row, top_kickers):
    """Whether the top row is stronger than the row that must hold it, as the setting `top_kickers` compares them."""
    if top_kickers == "made_hand_only" and top[0] == row[0] and top[0] in (PAIR, TRIPS):
        return top[1] > row[1]
    return top > row


def read_board(board, rules):
    """The values (top, middle, bottom) that count, or None for a foul."""
    if rules["joker_mode"] == "declared":
        faces = [tuple(face(card) for card in row) for row in board]
        if any(card is None for row in faces for card in row):
            return None
        tops, middles, bottoms = [[evaluate(row, rules["five_of_a_kind"])] for row in faces]
    else:
        tops, middles, bottoms = [readings(tuple(sorted(row)), rules["five_of_a_kind"]) for row in board]

    bottom = max(bottoms)
    if rules["middle"] == "deuce_to_seven":
        middle = low_value(board[1])
        if middle is None:
            return None
        limit = bottom
    else:
        middle = max((value for value in middles if value <= bottom), default=None)
        if middle is None:
            return None
        limit = middle
    top = max((value for value in tops if not is_top_above(value, limit, rules["top_kickers"])), default=None)
    if top is None:
        return None
    return top, middle, bottom


def top_name(top):
    """What royalties and entries call a top row: `QQ`, `222`, or None for a high card."""
    if top[0] == HIGH_CARD:
        return None
    return RANKS[top[1] - 2] * (2 if top[0] == PAIR else 3)


def low_name(middle):
    """What royalties call a deuce-to-seven middle."""
    if middle == LOW_BEST:
        return "75432"
    return {7: "seven low", 8: "eight low", 9: "nine low", 10: "ten low"}[-middle[0]]


def royalties(reading, rules):
    """Points for (top, middle, bottom) of a legal board."""
    top, middle, bottom = reading
    table = rules["royalties"]
    if top[0] == TRIPS:
        top_points = table["top_trips"].get(top_name(top), 0)
    elif top[0] == PAIR:
        top_points = table["top_pairs"].get(top_name(top), 0)
    else:
        top_points = 0
    middle_name = low_name(middle) if rules["middle"] == "deuce_to_seven" else CATEGORIES[middle[0]]
    return top_points, table["middle"].get(middle_name, 0), table["bottom"].get(CATEGORIES[bottom[0]], 0)


def top_order(name):
    """Pairs by rank, then trips by rank."""
    return len(name), RANKS.index(name[0])


def entry_cards(reading, rules):
    """Cards of the highest threshold met, 0 for none.

    Tops have an order, pairs then trips; a top and a middle have none: of what each earns, and both together, the
    larger counts.
    """
    top, middle, _ = reading
    name = top_name(top)
    best_low = rules["middle"] == "deuce_to_seven" and middle == LOW_BEST

    def is_met(threshold):
        return name is not None and top_order(threshold) <= top_order(name)

    entry = rules["entry"]
    tops = [threshold for threshold in entry if "75432" not in threshold and is_met(threshold)]
    earned = [0]
    if tops:
        earned.append(entry[max(tops, key=top_order)])
    if best_low and "75432" in entry:
        earned.append(entry["75432"])
    if best_low and "KK+75432" in entry and is_met("KK"):
        earned.append(entry["KK+75432"])
    return max(earned)


def stays(reading, rules):
    """Whether a legal board set in Fantasyland stays there."""
    top, middle, bottom = reading
    if top[0] == TRIPS or bottom[0] >= QUADS:
        return True
    if rules["stay_middle"] is None:
        return False
    if rules["stay_middle"] == "75432":
        return rules["middle"] == "deuce_to_seven" and middle == LOW_BEST
    return middle[0] >= CATEGORIES.index(rules["stay_middle"])


def next_fantasyland(reading, rules, current):
    """Cards of Fantasyland in the next hand after a legal board, 0 for none. `current`: cards of Fantasyland now."""
    if not rules["entry"]:
        return 0
    if not current:
        return entry_cards(reading, rules)
    if not stays(reading, rules):
        return 0
    base = min(rules["entry"].values())
    if rules["stay_cards"] == "base":
        return base
    if rules["stay_cards"] == "same":
        return current
    if rules["stay_cards"] == "by_top":
        return entry_cards(reading, rules) or base
    return rules["stay_cards"]


def spades_multiplier(board):
    """1, 2, 4 or 8 by the natural deuce, three and four of spades on the board."""
    cards = {card for row in board for card in row}
    if "2s" not in cards:
        return 1
    if "3s" not in cards:
        return 2
    if "4s" not in cards:
        return 4
    return 8


def stand(board, rules, current=0, surrendered=False):
    """What one seat's board is worth by itself."""
    seat = {
        "surrendered": surrendered,
        "foul": False,
        "reading": None,
        "royalties": (0, 0, 0),
        "multiplier": spades_multiplier(board) if rules["spades"] else 1,
        "moon": False,
        "fantasyland": 0,
        "choice": False,
    }
    if surrendered:
        # Who gave up pays and nothing else: no spades are shown, to the others neither.
        seat["multiplier"] = 1
        return seat
    reading = read_board(board, rules)
    if reading is None:
        seat["foul"] = True
    else:
        seat["reading"] = reading
        seat["royalties"] = royalties(reading, rules)
        seat["fantasyland"] = next_fantasyland(reading, rules, current)
        if rules["moon"] is not None and (not current or rules["moon_in_fantasyland"]):
            bottom = reading[2]
            seat["moon"] = bottom[0] == HIGH_CARD and bottom[1] <= 11
    if rules["the_choice"]:
        holds_deuce = any("2s" in row for row in board)
        seat["choice"] = holds_deuce and not current and not seat["fantasyland"]
    return seat


# --- points ---------------------------------------------------------------------------------------------------------


def compare(a, b, rules, table_multiplier):
    """The ledger line of two seats, all numbers as the first of them sees it, before any cap."""
    line = {"rows": (0, 0, 0), "scoop": 0, "majority": 0, "royalties": 0, "moon": 0, "surrender": 0, "multiplier": 1}
    points = rules["points"]

    if a["surrendered"] or b["surrendered"]:
        if a["surrendered"] and not b["surrendered"] and not b["foul"]:
            line["surrender"] = -rules["surrender"]
        if b["surrendered"] and not a["surrendered"] and not a["foul"]:
            line["surrender"] = rules["surrender"]
        line["due"] = line["surrender"]
        return line

    if rules["spades"] == "pair":
        line["multiplier"] = max(a["multiplier"], b["multiplier"])
    elif rules["spades"] == "table":
        line["multiplier"] = table_multiplier

    if a["moon"] or b["moon"]:
        line["moon"] = rules["moon"] * (int(a["moon"]) - int(b["moon"]))
    elif a["foul"] and b["foul"]:
        pass
    elif a["foul"] or b["foul"]:
        winner = 1 if b["foul"] else -1
        line["rows"] = (winner, winner, winner)
        line["scoop"] = winner * points["scoop"]
        line["majority"] = winner * points["majority"]
        if rules["foul_pays_royalties"]:
            line["royalties"] = sum(a["royalties"]) - sum(b["royalties"])
    else:
        rows = tuple((x > y) - (x < y) for x, y in zip(a["reading"], b["reading"], strict=True))
        line["rows"] = rows
        for winner in (1, -1):
            if rows.count(winner) == 3:
                line["scoop"] = winner * points["scoop"]
            if rows.count(winner) >= 2:
                line["majority"] = winner * points["majority"]
        line["royalties"] = sum(a["royalties"]) - sum(b["royalties"])

    row_points = points["row"] * sum(line["rows"])
    line["due"] = line["multiplier"] * (
        row_points + line["scoop"] + line["majority"] + line["royalties"] + line["moon"]
    )
    return line


def settling_order(seats, button):
    """Pairs of seats: the first seat left of the button with each next clockwise, then the next with those after it."""
    order = [(button + 1 + i) % seats for i in range(seats)]
    return list(combinations(order, 2))


def score(boards, rules, fantasyland=None, surrendered=(), stacks=None, button=None):
    """Points per seat, facts per seat and a line per pair, pairs in the order in which they settle.

    boards        parsed boards, a seat each; a surrendered seat's may be incomplete
    fantasyland   {seat: cards it was dealt in Fantasyland}
    stacks        with a cap: points each seat has before this hand; by default the cap itself
    button        the button's seat, by default the last one
    """
    seats = len(boards)
    fantasyland = fantasyland or {}
    button = seats - 1 if button is None else button
    facts = [stand(board, rules, fantasyland.get(seat, 0), seat in surrendered) for seat, board in enumerate(boards)]
    table_multiplier = max(seat["multiplier"] for seat in facts)

    cap = rules["cap"]
    if cap is not None:
        left = list(stacks) if stacks is not None else [cap] * seats
    points = [0] * seats
    pairs = []
    for a, b in settling_order(seats, button):
        line = compare(facts[a], facts[b], rules, table_multiplier)
        paid = line["due"]
        if cap is not None:
            winner, loser = (a, b) if paid > 0 else (b, a)
            amount = min(abs(paid), left[loser])
            if rules["cap_mode"] == "table_stakes":
                amount = min(amount, left[winner])
            left[winner] += amount
            left[loser] -= amount
            paid = amount if paid > 0 else -amount
        points[a] += paid
        points[b] -= paid
        pairs.append({"seats": (a, b), **line, "points": paid})
    return {"points": points, "seats": facts, "pairs": pairs}


# --- rules ----------------------------------------------------------------------------------------------------------

POINTS = {
    "1-6": {"row": 1, "scoop": 3, "majority": 0},
    "2-4": {"row": 1, "scoop": 0, "majority": 1},
    "1-4": {"row": 1, "scoop": 1, "majority": 0},
    "1-3": {"row": 1, "scoop": 0, "majority": 0},
}

ROYALTIES = {
    "top_pairs": {"66": 1, "77": 2, "88": 3, "99": 4, "TT": 5, "JJ": 6, "QQ": 7, "KK": 8, "AA": 9},
    "top_trips": {
        "222": 10, "333": 11, "444": 12, "555": 13, "666": 14, "777": 15, "888": 16, "999": 17, "TTT": 18,
        "JJJ": 19, "QQQ": 20, "KKK": 21, "AAA": 22,
    },
    "middle": {
        "trips": 2, "straight": 4, "flush": 8, "full house": 12, "quads": 20, "straight flush": 30,
        "five of a kind": 50, "royal flush": 50,
    },
    "bottom": {
        "straight": 2, "flush": 4, "full house": 6, "quads": 10, "straight flush": 15, "five of a kind": 25,
        "royal flush": 25,
    },
}  # fmt: skip

LOW_NAMES = ("ten low", "nine low", "eight low", "seven low", "75432")
LOW_ROYALTIES = {"nine low": 1, "eight low": 2, "seven low": 4, "75432": 8}

DEFAULTS = {
    "deal": "pineapple",
    "points": POINTS["1-6"],
    "foul_pays_royalties": True,
    "royalties": ROYALTIES,
    "top_kickers": "full",
    "middle": "high",
    "entry": {"QQ": 14},
    "stay_middle": None,
    "stay_cards": "base",
    "jokers": 0,
    "joker_mode": "auto",
    "five_of_a_kind": True,
    "spades": None,
    "the_choice": False,
    "moon": None,
    "moon_in_fantasyland": False,
    "surrender": None,
    "cap": None,
    "cap_mode": "loss",
}

PROGRESSIVE = {"QQ": 14, "KK": 15, "AA": 16, "222": 17}
PRESETS = {
    "pineapple": {},
    "progressive": {"entry": PROGRESSIVE},
    "ultimate": {"entry": PROGRESSIVE, "stay_cards": "same"},
    "classic": {"deal": "classic", "entry": {"QQ": 13}},
    "turbo": {"deal": "turbo", "entry": {"QQ": 13}},
    "closed": {
        "deal": "closed",
        "entry": {},
        "royalties": {"top_pairs": {}, "top_trips": {}, "middle": {}, "bottom": {}},
        "surrender": 2,
    },
    "ofc_ledger": {"stay_middle": None, "joker_mode": "declared"},
    "joker": {"entry": PROGRESSIVE, "jokers": 2},
    "deuce_to_seven": {
        "middle": "deuce_to_seven",
        "royalties": {**ROYALTIES, "middle": LOW_ROYALTIES},
        "entry": {"KK": 14, "75432": 14, "KK+75432": 15},
    },
}


def rules(preset="pineapple", **changes):
    """A preset's settings that decide points, in full, with changes."""
    given = {**PRESETS[preset], **changes}
    assert given.keys() <= DEFAULTS.keys(), given
    settings = {**DEFAULTS, **given}
    if "stay_middle" not in given and settings["entry"]:
        if settings["middle"] == "deuce_to_seven":
            settings["stay_middle"] = "75432"
        elif settings["deal"] != "pineapple":
            settings["stay_middle"] = "full house"
    return settings
