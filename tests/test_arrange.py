"""Arrangements: against every arrangement of a deal, scored by `score_many`; laws; answers on record; bad input."""

import copy
import itertools
import json
import pickle
import random
import signal
import threading
import time

import numpy as np
import pytest

import naive
import ofcpoker as ofc
from ofcpoker import Board, RowTable, Rules, arrange, arrange_many
from ofcpoker.cli import main
from tables import vectors

STAY = {13: 6.0, 14: 9.5, 15: 14.25, 16: 20.0, 17: 26.0}
DEAL = "As Ad Ah Kc Ks 9h 8h 7h 6h 5h 4c 4d 2c 3d"


def every_board(cards: int) -> np.ndarray:
    """Every way to lay out so many cards, as indices into the deal: top, middle, bottom."""
    boards = []
    for placed in itertools.combinations(range(cards), 13):
        for top in itertools.combinations(placed, 3):
            rest = [card for card in placed if card not in top]
            for middle in itertools.combinations(rest, 5):
                boards.append((*top, *middle, *(card for card in rest if card not in middle)))
    return np.array(boards, dtype=np.uint8)


@pytest.fixture(scope="module")
def thirteen() -> np.ndarray:
    return every_board(13)


def brute(
    deal: np.ndarray, opponents: np.ndarray, layout: np.ndarray, rules: Rules, stay: dict[int, float], alone: bool
):
    """The greatest (value, bottom, middle, top), by the library's own scoring of every board against opponents."""
    boards = deal[layout]
    value = np.zeros(len(boards))
    for opponent in opponents:
        tables = np.stack([boards, np.broadcast_to(opponent, boards.shape)], axis=1)
        inside = rules.deal != "closed"
        scored = ofc.score_many(tables, rules, fantasyland=[len(deal) if inside else 0, 0], parts=True)
        value += scored.royalties[:, 0].sum(axis=1) if alone else scored.points[:, 0]
    value += np.array([{0: 0.0, **stay}.get(count, 0.0) for count in range(18)])[scored.fantasyland[:, 0]]
    legal = ~scored.foul[:, 0]
    if not legal.any():
        return None
    strengths = scored.strengths[:, 0].astype(np.int64)
    keys = zip(value[legal].tolist(), *strengths[legal][:, ::-1].T.tolist(), strict=True)
    return max(keys)


def dealt(seed: int, cards: int, jokers: int = 0, others: int = 13) -> tuple[np.ndarray, np.ndarray]:
    """A deal, its first cards jokers, and another's cards."""
    deck = list(range(52))
    rng = random.Random(seed)
    rng.shuffle(deck)
    deal = list(range(52, 52 + jokers)) + deck[: cards - jokers]
    return np.array(deal, dtype=np.uint8), np.array(deck[20 : 20 + others], dtype=np.uint8)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules.preset("classic", points="2-4"),
        Rules.preset("turbo", top_kickers="made_hand_only"),
        Rules.preset("ultimate", foul_pays_royalties=False),
        Rules.preset("closed"),
        Rules.preset("ofc_ledger", spades="pair", moon=20, moon_in_fantasyland=True),
        Rules.preset("ofc_ledger", spades="table", moon=20),
        Rules.preset("joker"),
        Rules.preset("joker", five_of_a_kind=False, jokers=3),
        Rules.preset("deuce_to_seven"),
    ],
    ids=repr,
)
def test_every_arrangement(rules: Rules, thirteen: np.ndarray) -> None:
    for seed in range(3):
        deal, other = dealt(seed, 13, rules.jokers)
        opponent = np.frombuffer(bytes(arrange(other.tolist(), "pineapple").board), np.uint8)
        for alone in (True, False):
            if alone and (rules.deal == "closed" or rules.moon or rules.spades):
                continue
            right = brute(deal, [opponent], thirteen, rules, STAY, alone)
            found = arrange(
                deal.tolist(), rules, stay_value=STAY, opponents=None if alone else [Board(opponent.tolist())]
            )
            assert found.foul_is_forced == (right is None)
            if right is not None:
                top, middle, bottom = found.strengths
                assert (found.value, bottom, middle, top) == right


def test_every_arrangement_of_fourteen() -> None:
    layout = every_board(14)
    deal, other = dealt(77, 14)
    opponent = np.frombuffer(bytes(arrange(other.tolist()).board), np.uint8)
    found = arrange(deal.tolist(), stay_value=STAY, opponents=[Board(opponent.tolist())])
    top, middle, bottom = found.strengths
    assert (found.value, bottom, middle, top) == brute(deal, [opponent], layout, Rules(), STAY, False)


@pytest.mark.parametrize("row", vectors("arrangements.tsv"), ids=lambda row: row["cards"])
def test_vectors(row: dict[str, str]) -> None:
    rules = Rules(jokers=int(row["jokers"]), stay_middle="full house" if row["stay_middle_full_house"] == "1" else None)
    found = arrange(row["cards"], rules, stay_value=float(row["stay_value"]))
    right = Board(f"{row['top']} / {row['middle']} / {row['bottom']}")
    assert found.value == float(row["score"])
    assert found.royalties.total == int(row["royalties"])
    assert found.stays == (row["stays"] == "1")
    reading = right.reading(rules)
    assert reading is not None
    assert found.ranks == reading[1:]


def test_answers_are_boards_of_the_deal() -> None:
    for seed in range(40):
        rules = [Rules(), Rules.preset("progressive"), Rules.preset("joker"), Rules(jokers=3, joker_mode="declared")][
            seed % 4
        ]
        deal, _ = dealt(seed, 13 + seed % 5, rules.jokers)
        found = arrange(deal.tolist(), rules)
        used = [card if card < 52 else int(card.joker) for card in (*found.board.cards, *found.discards)]
        assert sorted(used) == sorted(deal.tolist())
        assert not found.board.is_foul(rules)
        assert found.royalties == found.board.royalties(rules)
        assert found.fantasyland == found.board.fantasyland(rules, current=len(deal))
        assert found.value == found.royalties.total + (ofc.STAY_VALUES[found.fantasyland] if found.stays else 0)
        plain = naive.rules("pineapple", jokers=rules.jokers, joker_mode=rules.joker_mode)
        assert naive.read_board(naive.parse_board(str(found.board)), plain) is not None


def test_suits_and_order_do_not_matter() -> None:
    rng = random.Random(5)
    for seed in range(60):
        jokers = seed % 3
        rules = Rules(jokers=jokers)
        deal, _ = dealt(seed, 13 + seed % 5, jokers)
        found = arrange(deal.tolist(), rules)
        suits = rng.sample(range(4), 4)
        moved = [card if card >= 52 else card // 4 * 4 + suits[card % 4] for card in deal.tolist()]
        again = arrange(moved, rules)
        assert (again.value, again.strengths) == (found.value, found.strengths)
        rng.shuffle(moved)
        assert arrange(moved, rules) == again
        assert arrange(rng.sample(deal.tolist(), len(deal)), rules) == found


@pytest.mark.parametrize("cards", range(13, 18))
def test_many_equals_one(cards: int) -> None:
    rules = Rules.preset("progressive", jokers=1)
    rng = np.random.default_rng(cards)
    deals = np.argsort(rng.random((700, 53)), axis=1)[:, :cards].astype(np.uint8)
    opponents = RowTable.from_boards(arrange_many(deals[:40, :13], rules).boards, rules) if cards % 2 else None
    many = arrange_many(deals, rules, opponents=opponents, threads=1)
    for at in range(0, 700, 7):
        one = arrange(deals[at].tolist(), rules, opponents=opponents)
        assert bytes(one.board) == many.boards[at].tobytes()
        assert list(map(int, one.discards)) == many.discards[at].tolist()
        assert (one.value, one.stays, one.fantasyland) == (many.values[at], many.stays[at], many.fantasyland[at])
        assert one.royalties == tuple(many.royalties[at].tolist())
        assert one.strengths == tuple(many.strengths[at].tolist())
    for threads in (2, 3, 8):
        again = arrange_many(deals, rules, opponents=opponents, threads=threads)
        for column in many.__slots__:
            assert getattr(again, column).tobytes() == getattr(many, column).tobytes()


def test_any_array_will_do() -> None:
    deals = np.array([ofc.cards(DEAL), ofc.cards(DEAL)], dtype=np.int64)
    assert arrange_many(deals).values.tolist() == [44.7, 44.7]
    wide = np.zeros((2, 28), dtype=np.uint8)
    wide[:, ::2] = deals
    wide.flags.writeable = False
    assert arrange_many(wide[:, ::2]).values.tolist() == [44.7, 44.7]
    empty = arrange_many(np.zeros((0, 15), dtype=np.uint8))
    assert empty.boards.shape == (0, 13)
    assert empty.discards.shape == (0, 2)
    assert len(empty) == 0
    assert arrange_many(deals[:, :13]).discards.shape == (2, 0)


def test_opponents() -> None:
    deal, other = dealt(9, 14, others=26)
    boards = [arrange(other[:13].tolist()).board, Board([*other[13:].tolist()])]
    known = arrange(deal.tolist(), opponents=boards, stay_value=3)
    alone = [arrange(deal.tolist(), opponents=board, stay_value=3).value for board in boards]
    assert known.value <= sum(alone)
    result = ofc.score([known.board, *boards], fantasyland={0: 14})
    assert known.value == result.points[0] + 3 * known.stays
    array = np.array([list(bytes(board)) for board in boards], dtype=np.uint8)
    sample = arrange(deal.tolist(), opponents=array, stay_value=3)
    assert sample == arrange(deal.tolist(), opponents=RowTable.from_boards(boards), stay_value=3)
    assert sample.strengths == known.strengths
    assert sample.value == (known.value - 3 * known.stays) / 2 + 3 * sample.stays


def test_moon_of_an_opponent_in_fantasyland() -> None:
    rules = Rules(moon=20)
    moon = "2c 3d 4h / 5c 6d 7h 8s Tc / 5d 6h 7s 9c Jd"
    deal = "As Ad Ah Kc Ks 9h 8h 7d 6s 5h 4c 4d 2s 3h"
    assert arrange(deal, rules, opponents=[moon], stay_value=0).value == -20
    assert arrange(deal, rules, opponents=[moon], opponents_fantasyland=[14], stay_value=0).value > 0


def test_closed_sets_for_the_rows() -> None:
    """Without royalties the default sample decides; a lone pair of aces is not wasted on a row that wins anyway."""
    for seed in range(20):
        deal, _ = dealt(seed, 13)
        found = arrange(deal.tolist(), "closed")
        assert found == arrange(deal.tolist(), "closed")
        assert -6 <= found.value <= 6
        assert not found.stays
        assert found.fantasyland == 0
    values = [arrange(dealt(seed, 13)[0].tolist(), "closed").value for seed in range(400)]
    assert abs(np.mean(values)) < 0.5


def test_forced_foul() -> None:
    found = arrange("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c", "deuce_to_seven")
    assert found.foul_is_forced
    assert found.board.is_foul("deuce_to_seven")
    assert found.ranks is None
    assert (found.value, found.royalties.total, found.stays) == (0, 0, False)
    assert "foul" in str(found)
    many = arrange_many(np.array([ofc.cards("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c")], np.uint8), "deuce_to_seven")
    assert many.foul_is_forced.tolist() == [True]
    assert arrange("2s 3h 4s 9d 8s 6h 4d 3d Kh Ks Qh Qs Qd", "deuce_to_seven").ranks is not None


def test_declared_jokers_are_declared() -> None:
    rules = Rules(jokers=2, joker_mode="declared")
    found = arrange("X1 X2 As Ks 9s 8c 8d 7h 7s 4d 4c 3h 2c 2s", rules)
    assert all(card.natural is not None for card in found.board.cards)
    assert found.board.reading(rules) is not None


def test_top() -> None:
    found = arrange(DEAL, top=50)
    ranked = [found, *found.others]
    assert len({answer.strengths for answer in ranked}) == 50
    keys = [(answer.value, *answer.strengths[::-1]) for answer in ranked]
    assert keys == sorted(keys, reverse=True)
    assert arrange(DEAL).others == ()
    assert arrange(DEAL).board == found.board
    few = arrange("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c", top=10_000)
    assert 1 < len(few.others) < 10_000


def test_rows_read_groups_first() -> None:
    """Whichever search finds a board, its rows are written alike; jokers come last."""
    rules = Rules(royalties={"bottom": {"full house": 0}})
    assert str(arrange(DEAL, rules).board) == str(arrange(DEAL).board) == "Kc Ks 3d / Ad Ah As 4c 4d / 9h 8h 7h 6h 5h"
    found = arrange(DEAL.replace("3d", "X1"), Rules(jokers=1), top=2)
    assert str(found.board) == "Ad Ah As / Kc Ks 4c 4d X1 / 9h 8h 7h 6h 5h"


def test_stay_values() -> None:
    rules = Rules.preset("progressive", stay_cards="by_top")
    deal = "As Ad Ah Kc Ks Kh 9h 8h 7h 6h 5h 4c 4d 2c 3d Qd Qc"
    flat, steep = arrange(deal, rules, stay_value=10), arrange(deal, rules, stay_value={14: 0, 15: 0, 16: 0, 17: 200})
    assert flat.stays
    assert steep.fantasyland == 17
    assert arrange(deal, rules, stay_value=-1000).stays is False
    outside = arrange(deal, rules, fantasyland=False, stay_value={14: 1, 15: 2, 16: 300, 17: 4})
    assert outside.fantasyland == 16
    assert not outside.stays
    assert arrange(deal, rules, stay_value=np.float32(10)) == flat


def test_values() -> None:
    found = arrange(DEAL, top=2)
    for twin in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found), arrange(DEAL, top=2)):
        assert twin == found
        assert hash(twin) == hash(found)
    assert found != arrange(DEAL)
    assert repr(found).startswith("<Arrangement Kc Ks 3d / ")
    assert "<svg" in found._repr_html_()
    with pytest.raises(AttributeError):
        found.value = 3
    many = arrange_many(np.array([ofc.cards(DEAL)], np.uint8))
    with pytest.raises(AttributeError):
        many.values = None
    with pytest.raises(ValueError, match="read-only"):
        many.values[0] = 1
    closed = np.array([ofc.cards(DEAL)[:13]], np.uint8)
    for columns in (many, arrange_many(closed, "closed"), arrange_many(closed[:0])):
        for twin in (pickle.loads(pickle.dumps(columns)), copy.copy(columns), copy.deepcopy(columns)):
            for name in columns.__slots__:
                assert getattr(twin, name).dtype == getattr(columns, name).dtype
                assert getattr(twin, name).tolist() == getattr(columns, name).tolist()
                assert not getattr(twin, name).flags.writeable
    table = RowTable.from_boards([KNOWN, "2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d"], "progressive")
    for twin in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert (len(twin), twin.rules) == (2, table.rules)
        assert arrange(DEAL, "progressive", opponents=twin) == arrange(DEAL, "progressive", opponents=table)
    with pytest.raises(AttributeError):
        RowTable.from_boards([Board("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d")])._rules = None


KNOWN = "Qh Qc 3c / Ts Js Qd Kd Ac / 7d 7c 7s 2h 2s"


REFUSALS = [
    (lambda: arrange(DEAL[:-6]), ofc.InvalidCards, "wrong_count"),
    (lambda: arrange(DEAL + " Qc Qd Qh Qs"), ofc.InvalidCards, "wrong_count"),
    (lambda: arrange(""), ofc.InvalidCards, "wrong_count"),
    (lambda: arrange(DEAL + " As"), ofc.InvalidCards, "repeated_card"),
    (lambda: arrange(DEAL + " X1"), ofc.InvalidCards, "joker_not_allowed"),
    (lambda: arrange(DEAL + " X3", "joker"), ofc.InvalidCards, "joker_not_allowed"),
    (lambda: arrange(DEAL + " X1=Qs", Rules(jokers=1, joker_mode="declared")), ofc.InvalidCards, "declared_joker"),
    (lambda: arrange(DEAL.replace("As", "Zs")), ofc.InvalidCards, "unknown_card"),
    (lambda: arrange([*range(13), 53]), ofc.InvalidCards, "joker_not_allowed"),
    (lambda: arrange([*range(13), 99.5]), ofc.InvalidCards, "unknown_card"),
    (lambda: arrange(7), ofc.InvalidCards, "not_cards"),
    (lambda: arrange(DEAL, opponents=KNOWN.replace("3c", "2c")), ofc.InvalidCards, "repeated_card"),
    (lambda: arrange(DEAL, opponents=[KNOWN, KNOWN]), ofc.InvalidBoard, "repeated_card"),
    (lambda: arrange(DEAL, opponents="Qh Qc / - / -"), ofc.InvalidBoard, "incomplete_board"),
    (lambda: arrange(DEAL, opponents=[]), ofc.InvalidBoard, "wrong_seats"),
    (lambda: arrange(DEAL, opponents=np.zeros((0, 13), np.uint8)), ofc.InvalidBoard, "no_boards"),
    (lambda: arrange(DEAL, opponents=np.zeros((2, 12), np.uint8)), ofc.InvalidCards, "wrong_shape"),
    (lambda: arrange(DEAL, opponents=np.zeros((2, 13), np.uint8)), ofc.InvalidBoard, "repeated_card"),
    (lambda: arrange(DEAL, "classic", opponents=RowTable.from_boards([KNOWN])), ofc.InvalidRules, "other_rules"),
    (lambda: RowTable.from_boards(["Qh Qc / - / -"]), ofc.InvalidBoard, "incomplete_board"),
    (lambda: arrange(DEAL, stay_value=float("nan")), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value=float("inf")), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value="much"), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value={12: 3}), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value={14: float("nan")}), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, "progressive", stay_value={14: 3}), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value=1e10), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, stay_value={14: -1e300}), ofc.InvalidRules, "wrong_stay_value"),
    (lambda: arrange(DEAL, opponents=7), ofc.InvalidBoard, "not_boards"),
    (lambda: arrange(DEAL, opponents={KNOWN: 14}), ofc.InvalidBoard, "not_boards"),
    (lambda: RowTable.from_boards(None), ofc.InvalidBoard, "not_boards"),
    (lambda: arrange(DEAL, top=1.0), ofc.InvalidRules, "wrong_top"),
    (lambda: arrange(DEAL, top=True), ofc.InvalidRules, "wrong_top"),
    (lambda: arrange(DEAL, top=np.array([1, 2])), ofc.InvalidRules, "wrong_top"),
    (lambda: arrange(DEAL, top=0), ofc.InvalidRules, "wrong_top"),
    (lambda: arrange(DEAL, top=1.5), ofc.InvalidRules, "wrong_top"),
    (lambda: arrange(DEAL, fantasyland=1), ofc.InvalidRules, "wrong_fantasyland"),
    (lambda: arrange(DEAL, opponents_fantasyland=[1]), ofc.InvalidRules, "wrong_opponents_fantasyland"),
    (lambda: arrange(DEAL, "nonsense"), ofc.InvalidRules, None),
    (lambda: arrange_many(np.zeros((2, 12), np.uint8)), ofc.InvalidCards, "wrong_count"),
    (lambda: arrange_many(np.zeros((2, 18), np.uint8)), ofc.InvalidCards, "wrong_count"),
    (lambda: arrange_many(np.zeros((2, 14), np.uint8)), ofc.InvalidCards, "repeated_card"),
    (lambda: arrange_many(np.zeros(14, np.uint8)), ofc.InvalidCards, "wrong_shape"),
    (lambda: arrange_many(np.full((1, 14), np.nan)), ofc.InvalidCards, "wrong_dtype"),
    (lambda: arrange_many(np.arange(-1, 13).reshape(1, 14)), ofc.InvalidCards, "unknown_card"),
    (lambda: arrange_many(np.arange(50, 64, dtype=np.uint8).reshape(1, 14)), ofc.InvalidCards, "unknown_card"),
    (lambda: arrange_many(np.full((1, 14), 255, np.uint8)), ofc.InvalidCards, "unknown_card"),
    (lambda: arrange_many(np.arange(14).reshape(1, 14), threads=0), ofc.InvalidRules, "wrong_threads"),
    (lambda: arrange_many(np.arange(14).reshape(1, 14), progress=5), ofc.InvalidRules, "wrong_progress"),
    (lambda: arrange_many(np.arange(14).reshape(1, 14), opponents=KNOWN), ofc.InvalidCards, "repeated_card"),
]  # fmt: skip


@pytest.mark.parametrize(
    "counts", [5, "x", {0: 14}, [], [1, 2], [12], [-1], [14, 0], [None], [""], [14.5], [0.0], [False], [[]], [[14, 0]]]
)
def test_counts_of_opponents_are_refused(counts: object) -> None:
    with pytest.raises(ofc.InvalidRules, match="arrange: opponents_fantasyland=") as raised:
        arrange(DEAL, opponents=KNOWN, opponents_fantasyland=counts)
    assert raised.value.code == "wrong_opponents_fantasyland"


@pytest.mark.parametrize("at", range(len(REFUSALS)))
def test_refusals(at: int) -> None:
    call, error, code = REFUSALS[at]
    with pytest.raises(error) as raised:
        call()
    assert code is None or raised.value.code == code, raised.value
    assert str(raised.value).partition(":")[0] in {"arrange", "arrange_many", "RowTable.from_boards", "rules", "Board"}


def test_the_first_bad_deal_is_named() -> None:
    deals = np.tile(np.arange(14, dtype=np.uint8), (5000, 1))
    deals[1234, 0] = 1
    deals[4321, 0] = 77
    for threads in (1, 2, 7):
        with pytest.raises(ofc.InvalidCards, match="deal 1234: 2d is twice"):
            arrange_many(deals, threads=threads)


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    deals = np.argsort(np.random.default_rng(3).random((3000, 52)), axis=1)[:, :14].astype(np.uint8)
    seen: list[tuple[int, int]] = []
    arrange_many(deals, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3000, 3000)
    assert seen == sorted(seen)
    arrange_many(deals, progress=True)
    assert "deals" in capsys.readouterr().err

    def stop(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        arrange_many(deals, progress=stop)


def test_interruption() -> None:
    """Ctrl-C ends long work at once, and the GIL is free meanwhile."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        pytest.skip("signals go to the main thread")
    deals = np.tile(ofc.cards("2s 3s 4s X1 X2 X3 9c Td Jh Qs Kc Ad 5h 6d 7c 8h 2d"), (20_000, 1)).astype(np.uint8)
    rules = Rules(jokers=3, joker_mode="declared", moon=20, moon_in_fantasyland=True)
    ticks = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.wait(0.005):
            ticks += 1

    other = threading.Thread(target=count)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    other.start()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            arrange_many(deals, rules, threads=2)
        assert time.perf_counter() - start < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        stop.set()
        other.join()
    assert ticks > 5


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arrange", DEAL]) == 0
    shown = capsys.readouterr().out
    assert "9♥ 8♥ 7♥ 6♥ 5♥" in shown
    assert "thrown away  2c" in shown
    assert "next best    Kc Ks 2c / Ad Ah As 4c 4d / 9h 8h 7h 6h 5h, value 44.7" in shown
    assert main(["arrange", *DEAL.split(), "--json", "--top", "3", "--stay-value", "15", "--against", KNOWN]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["discards"] == ["2c"]
    assert len(answer["others"]) == 2
    assert main(["arrange", "As Ad"]) == 2
    assert "2 cards" in capsys.readouterr().err
    assert main(["arrange", DEAL, "--rules", "progressive", "--outside"]) == 0
    assert "earns Fantasyland, 15 cards" in capsys.readouterr().out
