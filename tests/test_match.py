"""Matches: what goes from hand to hand, who may come and go, clocks."""

import random
from typing import Any

import pytest

import ofcpoker as ofc
from matches import FOUL, PLAIN, QUEENS, play_boards, play_hand, step
from ofcpoker import Match

THREE = ("ann", "bob", "cid")


def refused(kind: type[ofc.OfcError], code: str, match: Match, method: str, *args: Any, **kwargs: Any) -> str:
    """The message of an error that has left the match as it was."""
    before = match.to_json()
    with pytest.raises(kind) as caught:
        getattr(match, method)(*args, **kwargs)
    assert type(caught.value) is kind and caught.value.code == code, caught.value.to_dict()
    assert match.to_json() == before
    return str(caught.value)


def inside(match: Match) -> dict[str, int]:
    return {player.name: player.fantasyland for player in match.players if player.fantasyland}


# From hand to hand.


def test_button_moves_every_hand_and_holds_for_fantasyland() -> None:
    match = Match("pineapple", THREE, button="bob")
    results = [play_boards(match, {"ann": PLAIN, "bob": FOUL, "cid": QUEENS}) for _ in range(3)]
    assert [result.button for result in results] == ["bob", "bob", "cid"]
    assert [result.fantasyland for result in results] == [(0, 0, 0), (0, 0, 14), (0, 0, 0)]
    assert inside(match) == {"cid": 14}


def test_button_moves_even_for_fantasyland_where_the_rules_say_so() -> None:
    match = Match(ofc.Rules(button_in_fantasyland="move"), THREE, button="bob")
    results = [play_boards(match, {"ann": PLAIN, "bob": FOUL, "cid": QUEENS}) for _ in range(3)]
    assert [result.button for result in results] == ["bob", "cid", "ann"]


def test_three_go_on_with_one_in_fantasyland_and_one_who_has_fouled() -> None:
    match = Match("pineapple", THREE)
    first = play_boards(match, {"ann": QUEENS, "bob": FOUL, "cid": PLAIN})
    assert first.score.seats[1].foul and first.totals["ann"] > 0 and sum(first.points) == 0
    assert match.opening == ofc.Opening(1, THREE, 0, (14, 0, 0), (), None)
    second = play_boards(match, {"ann": FOUL, "bob": QUEENS, "cid": PLAIN})
    assert second.fantasyland == (14, 0, 0) and inside(match) == {"bob": 14}
    assert sum(match.totals.values()) == 0


@pytest.mark.parametrize(("deal", "cards"), [("classic", 13), ("turbo", 15), ("pineapple", 14), ("pineapple", 17)])
def test_three_go_on_when_all_are_in_fantasyland(deal: Any, cards: int) -> None:
    match = Match(ofc.Rules(deal=deal, entry={"QQ": cards}), THREE)
    tops = {"ann": "Qh Qd 3c", "bob": "Kh Kd 3d", "cid": "Ah Ad 3h"}
    boards = {
        "ann": f"{tops['ann']} / 7c 7d 7h 2c 4d / 8c 8d 8h 5c 5d",
        "bob": f"{tops['bob']} / 9c 9d 9h 2d 4c / Tc Td Th 5h 5s",
        "cid": f"{tops['cid']} / 6c 6d 6h 2h 4h / Jc Jd Jh 2s 3s",
    }
    play_boards(match, boards)
    assert inside(match) == dict.fromkeys(THREE, cards)
    hand = match.deal()
    assert set(match.to_act) == set(THREE) and hand.fantasyland == (cards, cards, cards)
    while match.in_hand:
        step(match, random.Random(1))
    assert match.hands_played == 2 and sum(match.totals.values()) == 0


def test_fantasyland_shrinks_when_the_deck_is_too_small() -> None:
    rules = ofc.Rules(entry={"QQ": 17}, deal="pineapple")
    match = Match(rules, THREE)
    boards = {
        "ann": QUEENS,
        "bob": "Kh Kd 3d / 9c 9d 9h 2d 4c / Tc Td Th 5h 5s",
        "cid": "2h 4h 6c / 3s 3h 8s Jd Qs / As Ks 4s 9s 2s",
    }
    play_boards(match, boards)
    assert match.opening is not None and match.opening.fantasyland == (17, 17, 0)
    assert match.deal().fantasyland == (17, 17, 0)  # 51 cards
    match = Match(rules.replace(deal="classic"), (*THREE, "dan"))
    cards = {card for board in boards.values() for card in ofc.Board(board).cards}
    left = [str(ofc.Card(i)) for i in range(51, -1, -1) if i not in cards]
    boards["dan"] = " / ".join((" ".join(left[:3]), " ".join(left[3:8]), " ".join(left[8:])))
    play_boards(match, boards)
    assert match.opening is not None and match.opening.fantasyland == (17, 17, 0, 0)
    hand = match.deal()
    assert hand.fantasyland == (13, 13, 0, 0)
    assert [str(event) for event in hand.events[:2]] == [
        "seat 0 has 13 cards in Fantasyland: the deck has no more",
        "seat 1 has 13 cards in Fantasyland: the deck has no more",
    ]


def test_a_hand_that_the_deck_is_too_small_for_is_refused_and_the_match_goes_on() -> None:
    match = Match("pineapple", ("ann", "bob", "cid", "dan"), seed=1)
    message = refused(ofc.InvalidRules, "deck_too_small", match, "deal")
    assert "4 x 17 = 68 cards" in message and not match.can_deal() and not match.is_over
    match.sit_out("cid")
    assert match.can_deal() and match.verify_deal().players == ("ann", "bob", "dan")
    play_hand(match, random.Random(1))
    match.sit_in("cid")
    refused(ofc.InvalidRules, "deck_too_small", match, "verify_deal")
    assert match.hands_played == 1


def test_the_choice_is_carried_over_and_forfeited_by_leaving() -> None:
    match = Match(ofc.Rules(the_choice=True), ("ann", "bob"))
    play_boards(match, {"ann": PLAIN, "bob": FOUL})  # ann has the 2s
    assert [player.choice for player in match.players] == [True, False]
    assert match.opening is not None and match.opening.choice == (0,)
    stayed = match.copy()
    assert stayed.deal().choice == (0,)
    match.sit_out("ann")
    match.sit_in("ann")
    assert match.opening.choice == (0,)
    match.leave("ann")
    match.join("ann")
    assert match.opening is not None and match.opening.choice == ()


def test_hand_knows_nothing_of_the_match_when_it_has_gone_on() -> None:
    match = Match("pineapple", seed=3)
    hand = match.deal()
    while not hand.is_over:
        hand.place(hand.to_act[0], hand.legal_placements(hand.to_act[0])[0])
    assert match.hands_played == 1
    match.undo()  # the last action can be taken back, as long as the match has not gone on
    assert match.in_hand and match.hands_played == 0 and match.history == ()
    hand.place(hand.to_act[0], hand.legal_placements(hand.to_act[0])[0])
    match.join("cid")
    before = match.to_json()
    hand.undo()
    assert match.to_json() == before
    refused(ofc.IllegalPlacement, "no_hand", match, "undo")
    assert match.hand is not None and match.hand.is_over
    match.hand.undo()
    assert match.hand.is_over and match.replay(0) == match.hand


# The end.


def test_number_of_hands() -> None:
    match = Match("turbo", seed=2, hands=2)
    for played in range(2):
        assert not match.is_over and match.hands_played == played
        play_hand(match, random.Random(played))
    assert match.is_over and match.opening is None
    for method, arguments in (("deal", ()), ("join", ("dan",)), ("leave", ("ann",)), ("end", ())):
        assert "the match is over after hand 2" in refused(ofc.IllegalAction, "match_over", match, method, *arguments)


def test_fantasyland_is_played_out_only_where_the_rules_say_so() -> None:
    boards = {"ann": QUEENS, "bob": FOUL}
    match = Match("pineapple", hands=1)
    play_boards(match, boards)
    assert match.is_over
    match = Match(ofc.Rules(play_out_fantasyland=True), hands=1)
    play_boards(match, boards)
    assert not match.is_over and inside(match) == {"ann": 14}
    play_boards(match, {"ann": FOUL, "bob": QUEENS})  # an entry earned meanwhile counts
    assert not match.is_over and inside(match) == {"bob": 14}
    waits = match.copy()
    waits.sit_out("bob")  # nobody who plays is in Fantasyland
    assert waits.is_over
    play_boards(match, {"ann": FOUL, "bob": PLAIN})
    assert match.is_over and match.hands_played == 3


def test_cap_across_the_match() -> None:
    match = Match(ofc.Rules(cap=20), THREE)
    play_boards(match, {"ann": QUEENS, "bob": FOUL, "cid": PLAIN})
    assert match.totals["bob"] == -20
    assert match.opening is not None and match.opening.players == ("ann", "cid")
    assert match.opening.stacks == tuple(20 + match.totals[name] for name in ("ann", "cid"))
    assert not match.is_over
    while not match.is_over:
        play_boards(match, {"ann": QUEENS, "cid": FOUL})
    assert match.totals["cid"] == -20 and match.totals["ann"] == 40
    refused(ofc.IllegalAction, "match_over", match, "deal")


def test_end_and_too_few_players() -> None:
    match = Match("pineapple", seed=5)
    match.sit_out("ann")
    assert "only bob plays" in refused(ofc.IllegalAction, "too_few_seats", match, "deal")
    match.sit_out("bob")
    assert "nobody plays" in refused(ofc.IllegalAction, "too_few_seats", match, "deal")
    assert not match.is_over and match.opening is None
    match.end()
    assert match.is_over and match.settlement() == ()


# Coming and going.


def test_joining_sitting_out_and_leaving() -> None:
    match = Match("pineapple", ("ann", "bob"), seed=9)
    play_hand(match, random.Random(9))
    total = match.totals["bob"]
    match.join("cid", after="ann")
    assert match.seats == ("ann", "cid", "bob")
    match.leave("bob")
    assert match.seats == ("ann", "cid") and match.totals["bob"] == total
    match.join("dan")
    match.join("bob")  # where the seat was, and with the total
    assert match.seats == ("ann", "cid", "bob", "dan") and match.totals["bob"] == total
    assert "all 4 seats" in refused(ofc.IllegalAction, "table_full", match, "join", "eve")
    refused(ofc.IllegalAction, "cannot_sit_in", match, "sit_in", "bob")
    match.sit_out("bob")
    refused(ofc.IllegalAction, "cannot_sit_out", match, "sit_out", "bob")
    match.leave("bob")
    for method in ("leave", "sit_out", "sit_in"):
        assert "has left" in refused(ofc.IllegalAction, f"cannot_{method}", match, method, "bob")
    refused(ofc.IllegalAction, "name_twice", match, "join", "ann")
    refused(ofc.IllegalAction, "unknown_player", match, "join", "fay", after="gus")
    refused(ofc.IllegalAction, "unknown_player", match, "leave", "gus")
    for name in ("", " ann", "x" * 65, "a\nb", 3):
        refused(ofc.InvalidRules, "wrong_name", match, "join", name)
    match.deal()
    for method in ("leave", "sit_out", "sit_in"):
        assert "hand 2 is not over" in refused(ofc.IllegalAction, "hand_not_over", match, method, "ann")
    refused(ofc.IllegalAction, "hand_not_over", match, "join", "eve")
    refused(ofc.IllegalAction, "hand_not_over", match, "deal")
    refused(ofc.IllegalAction, "hand_not_over", match, "settlement")
    assert Match.from_json(match.to_json()) == match


def test_button_goes_to_the_next_who_plays() -> None:
    match = Match("pineapple", THREE, seed=1, button="ann")
    play_hand(match, random.Random(1))
    match.sit_out("bob")
    assert match.opening is not None and match.opening.players[match.opening.button] == "cid"
    match.leave("ann")
    match.join("dan", after="ann")
    assert match.opening.players[match.opening.button] == "dan"
    first = Match("pineapple", THREE, seed=1, button="ann")
    first.sit_out("ann")
    assert first.opening is not None and first.opening.players[first.opening.button] == "bob"


def test_button_does_not_hold_for_who_is_not_there() -> None:
    match = Match("pineapple", THREE, button="ann")
    play_boards(match, {"ann": FOUL, "bob": PLAIN, "cid": QUEENS})
    assert match.opening is not None and match.opening.button == 0
    out = match.copy()
    out.sit_out("cid")
    assert out.opening is not None and out.opening.players[out.opening.button] == "bob"
    play_hand(out, random.Random(1))
    out.sit_in("cid")  # Fantasyland has waited
    assert inside(out)["cid"] == 14 and out.opening.players[out.opening.button] == "bob"
    match.leave("cid")
    match.join("cid")
    assert inside(match) == {} and match.opening is not None and match.opening.button == 1


# Acting.


def test_late_and_repeated_messages() -> None:
    match = Match("pineapple", seed=4)
    match.deal()
    at = match.at("bob")
    match.place("bob", match.legal_placements("bob")[0], at=at)
    assert "late or repeated" in refused(ofc.StaleAction, "stale_action", match, "place", "bob", {"As": "top"}, at=at)
    seen = [at]
    rng = random.Random(4)
    for _ in range(2):
        while match.in_hand:
            name = match.to_act[0]
            seen.append(match.at(name))
            step(match, rng)
        match.deal()
    # An answer to the first hand is none to the third, though the events of each hand begin with 0.
    for old in set(seen):
        for method in ("surrender", "time_out"):
            refused(ofc.StaleAction, "stale_action", match, method, "bob", at=old)
    assert match.at("bob") not in seen
    refused(ofc.StaleAction, "stale_action", match, "place", "bob", {}, at="1")
    refused(ofc.IllegalAction, "unknown_player", match, "place", "cid", {})
    refused(
        ofc.IllegalPlacement, "not_to_act", match, "place", "bob" if match.to_act == ("ann",) else "ann", {"As": "top"}
    )


def test_before_the_first_hand() -> None:
    match = Match()
    assert match.hand is None and match.to_act == () and not match.in_hand and match.history == ()
    for method, arguments in (
        *(("place", ("ann", {})), ("surrender", ("ann",)), ("time_out", ("ann",)), ("at", ("ann",))),
        *(("legal_placements", ("ann",)), ("undo", ()), ("view", ())),
    ):
        refused(ofc.IllegalPlacement, "no_hand", match, method, *arguments)


def test_views_are_those_of_the_hand() -> None:
    match = Match("pineapple", seed=7)
    hand = match.deal()
    assert match.view("ann") == hand.view(0) and match.view() == hand.view(None)


# Time.


def test_turns_end() -> None:
    match = Match(ofc.Rules(time_limit=300), THREE, seed=7)
    match.deal(now=1000)
    assert [match.deadline(name) for name in THREE] == [None, 1300, None]
    assert match.expire(now=1299.5) == ()
    assert "tell it to `expire`" in refused(
        ofc.IllegalAction, "too_late", match, "place", "bob", match.legal_placements("bob")[0], now=1300
    )
    at = match.at("bob")
    again = Match.from_json(match.to_json())
    assert again.deadline("bob") == 1300
    (expired,) = match.expire(now=5000)
    assert expired.player == "bob" and again.hand is not None and again.hand.can_place(1, expired.placement)
    assert match.deadline("cid") == 5300  # it has all its time before it
    refused(ofc.StaleAction, "stale_action", match, "place", "bob", {"As": "top"}, at=at, now=5000)
    match.place("cid", match.legal_placements("cid")[0], now=5100)
    assert match.deadline("ann") == 5400
    match.undo(now=5200)
    assert match.deadline("cid") == 5500 and match.deadline("ann") is None
    for now in (None, "noon", float("nan"), float("inf"), True, 10**5000):
        refused(ofc.InvalidRules, "wrong_time", match, "expire", now)
    refused(ofc.IllegalAction, "unknown_player", match, "deadline", "gus")


def test_turn_begins_when_the_time_is_first_told() -> None:
    match = Match(ofc.Rules(time_limit=300), seed=7)
    hand = match.deal()
    assert match.deadline("bob") is None
    assert match.expire(now=10) == () and match.deadline("bob") == 310
    hand.place(1, hand.legal_placements(1)[0])  # behind the match's back
    assert match.deadline("ann") is None and match.deadline("bob") is None
    assert match.expire(now=20) == () and match.deadline("ann") == 320


def test_no_limit_no_deadline() -> None:
    match = Match(seed=7)
    match.deal(now=0)
    assert match.deadline("bob") is None and match.expire(now=1e9) == ()


@pytest.mark.parametrize("order", ["any", "first", "last"])
def test_time_in_fantasyland(order: str) -> None:
    match = Match(ofc.Rules(time_limit=300, fantasyland_order=order), THREE)
    play_boards(match, {"ann": QUEENS, "bob": FOUL, "cid": PLAIN})
    match.deal(now=0)
    # At any time: nobody waits, so that no time runs before the others are done.
    assert (match.deadline("ann") == 300) == (order == "first")
    now, seen = 0.0, []
    while match.in_hand:
        now += 300
        seen.append([expired.player for expired in match.expire(now)])
    turns = [["bob"], ["cid"]] * 5
    assert seen == ([["ann"], *turns] if order == "first" else [*turns, ["ann"]])


def test_closed_hands_expire_all_at_once() -> None:
    match = Match(ofc.Rules.preset("closed", time_limit=300), THREE, seed=1)
    match.deal(now=0)
    match.place("bob", match.legal_placements("bob")[5], now=100)
    assert [match.deadline(name) for name in THREE] == [300, None, 300]
    assert [expired.player for expired in match.expire(now=300)] == ["ann", "cid"] and not match.in_hand


def test_a_message_with_a_number_that_cannot_be() -> None:
    match = Match("pineapple", seed=7)
    match.deal()
    for at in (10**5000, -1, "5", True):
        text = refused(ofc.StaleAction, "stale_action", match, "place", "bob", "- / - / 7c Qs Jc Ac 8c", at=at)
        assert len(text) < 300


def test_repr_names_the_game() -> None:
    assert repr(Match("progressive")) == "<Match of progressive: 0 hands, between hands; ann 0, bob 0>"
    match = Match(ofc.Rules.preset("joker", cap=20), seed=7)
    match.deal()
    assert repr(match) == "<Match of joker, other cap: 0 hands, in a hand; ann 0, bob 0>"


def test_expire_does_all_or_nothing() -> None:
    """Where one player's cards are unknown the others' are not placed either."""
    match = Match(ofc.Rules.preset("closed", time_limit=300))
    hand = match.deal(observed=True, now=0)
    hand.learn(0, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")
    refused(ofc.IllegalPlacement, "unknown_cards", match, "expire", 300)
    hand.learn(1, "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad")
    assert [expired.player for expired in match.expire(300)] == ["ann", "bob"]
