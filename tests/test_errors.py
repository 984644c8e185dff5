"""The errors: what they carry, and that they survive the way to another process."""

import copy
import json
import pickle
from typing import Any

import pytest

from ofcpoker import errors
from ofcpoker.errors import OfcError

KINDS = {
    "InvalidCards": "invalid_cards",
    "InvalidBoard": "invalid_board",
    "InvalidRules": "invalid_rules",
    "IllegalPlacement": "illegal_placement",
    "IllegalAction": "illegal_action",
    "StaleAction": "stale_action",
    "InvalidRecord": "invalid_record",
}


@pytest.mark.parametrize(("name", "code"), KINDS.items())
class TestEachKind:
    def test_is_a_value_error_with_a_code(self, name: str, code: str) -> None:
        kind = getattr(errors, name)
        assert issubclass(kind, OfcError)
        assert issubclass(kind, ValueError)
        assert (kind("what").code, kind("what", code="special").code) == (code, "special")

    def test_survives_copies(self, name: str, code: str) -> None:
        error = getattr(errors, name)("what is wrong", code="special", card="As", at=3)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(error, protocol))
            assert type(again) is type(error)
            assert (again.args, again.message, again.code, again.details) == (
                ("what is wrong",),
                "what is wrong",
                "special",
                {"card": "As", "at": 3},
            )
        assert copy.copy(error).to_dict() == error.to_dict()
        assert error.to_dict() == {
            "error": name,
            "code": "special",
            "message": "what is wrong",
            "details": {"card": "As", "at": 3},
        }


def test_all_kinds_are_public() -> None:
    assert sorted(errors.__all__) == sorted([*KINDS, "OfcError"])


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        pytest.param(10**5000, "an integer of 16610 bits", id="huge"),
        (("a", ["b", 1]), ["a", ["b", 1]]),
        ({1: {"x": (2,)}}, {"1": {"x": [2]}}),
        ({"b", "a"}, ["a", "b"]),
        (1j, "1j"),
        (b"x", "b'x'"),
    ],
)
def test_details_become_plain(value: Any, plain: Any) -> None:
    told = OfcError("what", fact=value).to_dict()
    assert told["details"] == {"fact": plain}
    assert json.loads(json.dumps(told, allow_nan=False)) == told
