"""Open Face Chinese Poker: exact rows, boards, scores and rules, fast.

>>> import ofcpoker as ofc
>>> print(ofc.evaluate("As Ks Qs Js Ts"))
royal flush
>>> board = ofc.Board("Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s")
>>> board.royalties().total, board.fantasyland("progressive")
(17, 14)
>>> ofc.score([board, "2c 2d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"]).points
(21, -21)
>>> ofc.Rules.preset("pineapple", points="2-4", spades="pair").points
Points(row=1, scoop=0, majority=1)
"""

from importlib.metadata import version as _version

from ._core import (
    CATEGORIES,
    HandRank,
    LegalPlacements,
    LowRank,
    Placement,
    evaluate,
    evaluate_low,
    evaluate_low_many,
    evaluate_many,
    strength,
)
from .arrangement import Arrangement, Arrangements
from .arranging import STAY_VALUES, RowTable, arrange, arrange_many
from .board import Board, Reading, RowRoyalties
from .cards import RANKS, SUITS, Card, cards
from .errors import (
    IllegalAction,
    IllegalPlacement,
    InvalidBoard,
    InvalidCards,
    InvalidRecord,
    InvalidRules,
    OfcError,
    StaleAction,
)
from .estimates import Estimate, Rate
from .events import Dealt, Ended, Event, Placed, Reduced, Reshuffled, Surrendered
from .executors import RayExecutor
from .fairness import Commitment, Reveal, verify_deal
from .game import Hand, resample
from .match import Expired, HandResult, Match, Opening
from .players import PlayerResult
from .record import load_hands, save_hands
from .results import Comparison, SimulationResult
from .roster import Player
from .rules import Difference, Points, Royalties, Rules
from .scoring import PairScore, Score, ScoreColumns, SeatScore, score, score_many
from .settlement import Payment
from .simulate import simulate
from .view import View

__version__ = _version("ofcpoker")

__all__ = [
    "CATEGORIES",
    "RANKS",
    "STAY_VALUES",
    "SUITS",
    "Arrangement",
    "Arrangements",
    "Board",
    "Card",
    "Commitment",
    "Comparison",
    "Dealt",
    "Difference",
    "Ended",
    "Estimate",
    "Event",
    "Expired",
    "Hand",
    "HandRank",
    "HandResult",
    "IllegalAction",
    "IllegalPlacement",
    "InvalidBoard",
    "InvalidCards",
    "InvalidRecord",
    "InvalidRules",
    "LegalPlacements",
    "LowRank",
    "Match",
    "OfcError",
    "Opening",
    "PairScore",
    "Payment",
    "Placed",
    "Placement",
    "Player",
    "PlayerResult",
    "Points",
    "Rate",
    "RayExecutor",
    "Reading",
    "Reduced",
    "Reshuffled",
    "Reveal",
    "RowRoyalties",
    "RowTable",
    "Royalties",
    "Rules",
    "Score",
    "ScoreColumns",
    "SeatScore",
    "SimulationResult",
    "StaleAction",
    "Surrendered",
    "View",
    "__version__",
    "arrange",
    "arrange_many",
    "cards",
    "evaluate",
    "evaluate_low",
    "evaluate_low_many",
    "evaluate_many",
    "load_hands",
    "resample",
    "save_hands",
    "score",
    "score_many",
    "simulate",
    "strength",
    "verify_deal",
]
