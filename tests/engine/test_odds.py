"""Distributions are exact, sum to 1, and agree with counting by hand and with icepool."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import icepool
import pytest

from grognard.engine.choice import Chance, Choice, Decision, Leaf, Objective, Tree, solve
from grognard.engine.forbidden import Forbidden
from grognard.engine.odds import D6, D10, TWO_D6, Distribution, die, mixture, sum_of


def test_chances_are_fractions_in_lowest_terms_that_sum_to_one() -> None:
    distribution = Distribution({"a": 2, "b": Fraction(4, 3), "never": 0})
    assert dict(distribution) == {"a": Fraction(3, 5), "b": Fraction(2, 5)}
    assert distribution.weights == {"a": 3, "b": 2}
    assert distribution.total == 5
    assert sum(distribution.values()) == 1


@pytest.mark.parametrize("weights", [{}, {"a": 0}])
def test_a_distribution_needs_an_outcome(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="can happen"):
        Distribution(weights)


def test_floats_and_negative_weights_are_refused() -> None:
    with pytest.raises(TypeError, match="exact"):
        Distribution({"a": 0.5})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="negative"):
        Distribution({"a": -1, "b": 2})


def test_equal_distributions_are_equal_values_however_they_were_weighed() -> None:
    assert Distribution({"a": 1, "b": 2}) == Distribution({"b": 6, "a": 3})
    assert hash(Distribution({"a": 1, "b": 2})) == hash(Distribution({"b": 6, "a": 3}))
    assert Distribution({"a": 1}) != Distribution({"b": 1})
    assert Distribution({"a": 1}) != {"a": Fraction(1)}.keys()


def test_two_dice_agree_with_counting_all_36_throws() -> None:
    counted = Counter(a + b for a, b in itertools.product(range(1, 7), repeat=2))
    assert {total: TWO_D6[total] for total in TWO_D6} == {
        total: Fraction(count, 36) for total, count in counted.items()
    }


def test_three_dice_mixed_with_a_shift_agree_with_icepool() -> None:
    ours = mixture([(1, sum_of(3, D6) + 2), (Fraction(1, 2), D10)])
    theirs = icepool.Die([3 @ icepool.d6 + 2, icepool.d10], times=[2, 1])
    assert dict(ours) == {key: theirs.probability(key) for key in theirs.outcomes()}


def test_random_mixtures_agree_with_counting() -> None:
    chooser = random.Random(19)
    for _ in range(200):
        faces = [chooser.randint(1, 9) for _ in range(3)]
        parts = [(chooser.randint(1, 5), die(number)) for number in faces]
        total = sum(weight for weight, _ in parts)
        expected: Counter[int] = Counter()
        for weight, part in parts:
            for face in range(1, len(part) + 1):
                expected[face] += Fraction(weight, total * len(part))  # type: ignore[assignment]
        assert dict(mixture(parts)) == dict(expected)


def test_what_is_known_changes_the_chances() -> None:
    assert dict(D6.given(lambda face: face > 4)) == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    assert D6.chance(7) == 0
    with pytest.raises(KeyError):
        D6[7]


def test_a_notebook_sees_a_table_with_escaped_labels() -> None:
    shown = Distribution({"<b>": 1, "c": 3})._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "3/4 = 75.0 %" in shown


def test_each_owner_chooses_for_himself_and_only_his_way_is_reported() -> None:
    tree: Tree[int] = Chance(
        (
            (1, "low", Choice("defender", (("give", Leaf(5)), ("hold", Leaf(1))))),
            (2, "high", Choice("attacker", (("stop", Leaf(2)), ("go", Leaf(7))))),
        )
    )
    objective: Objective[int] = Objective.zero_sum("attacker", "defender", lambda points: points)
    solution = solve(tree, objective)
    assert solution.values == {"attacker": Fraction(1 + 2 * 7, 3), "defender": Fraction(-15, 3)}
    assert dict(solution.outcomes) == {1: Fraction(1, 3), 7: Fraction(2, 3)}
    assert solution.decisions == (
        Decision(("low",), "defender", "hold", (("give", -5), ("hold", -1))),
        Decision(("high",), "attacker", "go", (("stop", 2), ("go", 7))),
    )


def test_a_later_payoff_parts_only_what_is_equal_and_then_the_first_named_wins() -> None:
    tree: Tree[tuple[int, int]] = Choice(
        "a", (("x", Leaf((1, 0))), ("y", Leaf((1, 3))), ("z", Leaf((1, 3))), ("w", Leaf((0, 9))))
    )
    solution = solve(tree, Objective({"a": (lambda pair: pair[0], lambda pair: pair[1])}))
    assert solution.decisions[0].chosen == "y"
    assert solution.values == {"a": 1}


def test_owners_may_each_have_their_own_weight() -> None:
    tree: Tree[tuple[int, int]] = Choice(
        "a",
        (
            ("left", Choice("b", (("p", Leaf((5, 0))), ("q", Leaf((0, 1)))))),
            ("right", Leaf((3, 3))),
        ),
    )
    mine = Objective({"a": [lambda pair: pair[0]], "b": [lambda pair: pair[1]]})
    solution = solve(tree, mine)
    assert solution.decisions[0].chosen == "right"
    assert [decision.owner for decision in solution.decisions] == ["a"]


def _worth(tree: Tree[int]) -> Fraction:
    """Value a zero-sum tree by plain recursion over its parts: the oracle."""
    if isinstance(tree, Leaf):
        return Fraction(tree.outcome)
    if isinstance(tree, Chance):
        total = sum(weight for weight, _, _ in tree.branches)
        return sum((Fraction(w, total) * _worth(b) for w, _, b in tree.branches), Fraction(0))
    pick = max if tree.owner == "a" else min
    return pick(_worth(option) for _, option in tree.options)


def _grow(chooser: random.Random, depth: int) -> Tree[int]:
    kind = chooser.choice(["chance", "choice"]) if depth else "leaf"
    if kind == "leaf":
        return Leaf(chooser.randint(-5, 5))
    below = [_grow(chooser, depth - 1) for _ in range(chooser.randint(1, 3))]
    if kind == "chance":
        return Chance(tuple((chooser.randint(1, 4), str(n), b) for n, b in enumerate(below)))
    return Choice(chooser.choice("ab"), tuple((str(n), b) for n, b in enumerate(below)))


def test_random_trees_have_the_value_that_plain_recursion_finds() -> None:
    chooser = random.Random(5)
    objective: Objective[int] = Objective.zero_sum("a", "b", lambda points: points)
    for _ in range(300):
        tree = _grow(chooser, 4)
        solution = solve(tree, objective)
        assert solution.values["a"] == _worth(tree)
        assert solution.outcomes.expectation(lambda points: points) == _worth(tree)


def test_a_prohibition_names_its_rule_and_keeps_its_facts_for_other_languages() -> None:
    error = Forbidden("EF-11.4g", "no overrun in {weather}", weather="mud")
    assert (error.rule, error.reason, error.facts) == (
        "EF-11.4g",
        "no overrun in mud",
        {"weather": "mud"},
    )
