"""The laws that every value of the package keeps: equality, hash, pickle, copies, executable repr, no change."""

import copy
import pickle

import pytest

import ofcpoker as ofc

TABLE = ["Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s", "6s 6d 7h / Ks Kd 4h 4s Jc / 8c 9s Tc Jh Qs"]

# A value, an equal one made in another way, and one that differs.
VALUES = {
    "natural card": (ofc.Card("As"), ofc.Card(51), ofc.Card("Ah")),
    "joker": (ofc.Card("X2"), ofc.Card(53), ofc.Card("X3")),
    "declared joker": (ofc.Card("X1=As"), ofc.Card("X1").declared("As"), ofc.Card("X2=As")),
    "hand rank": (ofc.evaluate("As Ah Kd"), ofc.evaluate("Ac Ad Ks"), ofc.evaluate("As Ah Kd 3c 2c")),
    "low rank": (
        ofc.evaluate_low("9d 8s 6h 4d 3d"),
        ofc.evaluate_low("9c 8d 6s 4h 3h"),
        ofc.evaluate_low("9d 8s 6h 4d 2d"),
    ),
    "board": (ofc.Board(TABLE[0]), ofc.Board("3d Qc Qh / Js Ts Qd Kc Ah / 7d 7c 7s 2s 2h"), ofc.Board(TABLE[1])),
    "partial board": (ofc.Board("As / - / Kd"), ofc.Board().place("As", "top").place("Kd", "bottom"), ofc.Board()),
    "royalties of rows": (ofc.RowRoyalties(7, 4, 6), ofc.Board(TABLE[0]).royalties(), ofc.RowRoyalties(7, 4, 7)),
    "points": (ofc.Points(1, 3, 0), ofc.Rules().points, ofc.Points(1, 3, 1)),
    "royalties": (ofc.Royalties(), ofc.Rules().royalties, ofc.Royalties(bottom={"flush": 5})),
    "rules": (ofc.Rules(), ofc.Rules.preset("pineapple"), ofc.Rules(moon=20)),
    "player": (ofc.Player("ann"), ofc.Match().players[0], ofc.Player("ann", total=3)),
    "opening": (ofc.Match().verify_deal(), ofc.Match(seed=1).opening, ofc.Match(button="bob").opening),
    "payment": (ofc.Payment("ann", "bob", 3), ofc.Payment("ann", "bob", 3, None), ofc.Payment("bob", "ann", 3)),
    "difference": (*(ofc.Rules().diff("classic")[0] for _ in range(2)), ofc.Rules().diff("classic")[1]),
}
LAW = pytest.mark.parametrize("name", VALUES)


@LAW
def test_equality_and_hash(name):
    value, same, other = VALUES[name]
    assert value == same and (value != same) is False
    assert hash(value) == hash(same)
    assert value != other and (value == other) is False
    assert value != name
    assert len({value, same, other}) == 2


@LAW
def test_pickle_and_copies(name):
    value = VALUES[name][0]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and type(again) is type(value)
    assert copy.copy(value) == value and copy.deepcopy(value) == value


@LAW
def test_repr_can_be_pasted_back(name):
    value = VALUES[name][0]
    assert eval(repr(value), {**vars(ofc)}) == value


@LAW
def test_no_attribute_can_be_set(name):
    value = VALUES[name][0]
    public = [attribute for attribute in dir(value) if not attribute.startswith("_")]
    for attribute in [*public, "anything"]:
        # Frozen dataclasses with slots raise TypeError for names that they do not have.
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, 1)


@pytest.mark.parametrize("name", ["natural card", "hand rank", "low rank"])
def test_order_is_that_of_the_strength(name):
    first, second = VALUES[name][0], VALUES[name][2]
    assert (first < second) is (int(first) < int(second))
    assert first <= first and first >= first and not first < first
    assert sorted([first, second]) == sorted([second, first], key=int)


def test_a_score_is_a_value_too():
    result = ofc.score(TABLE)
    assert result == ofc.score([ofc.Board(board) for board in TABLE]) != ofc.score(TABLE[::-1])
    assert hash(result) == hash(ofc.score(TABLE))
    assert pickle.loads(pickle.dumps(result)) == result == copy.deepcopy(result)
    with pytest.raises(AttributeError):
        result.seats = ()
    assert repr(result) == "<Score +20, -20>"
