"""``grognard odds eastfront combat``: a declared attack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.account import Account, Figure, Plain, Prospect, Reckoned
from grognard.engine.calculator import Calculation
from grognard.engine.forbidden import Forbidden
from grognard.engine.parameters import Clash, Count, Counts, Flag, Need, Parameter, Word
from grognard.games.eastfront import combat
from grognard.games.eastfront.calculator import (
    MOST_FACTORS,
    MOST_STEPS,
    WEATHER,
    dice_text,
    feature_flags,
    given_features,
)
from grognard.games.eastfront.charts import Feature, Weather, load_charts
from grognard.games.eastfront.combat import Attack, DefenceOrder
from grognard.games.eastfront.odds import (
    OBJECTIVES,
    combat_odds,
    next_column,
    orders_value,
    summarise,
)
from grognard.games.eastfront.units import Arm, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.outlook import Possibility
    from grognard.engine.parameters import Given
    from grognard.engine.speaker import Speaker
    from grognard.games.eastfront.combat import Aftermath

SIDES: Final = (Feature.RIVER, Feature.FORTIFIED_LINE)
FEATURES: Final = (
    *(Feature.TOWN, Feature.CITY, Feature.MAJOR_CITY, Feature.FORTIFIED_POINT, Feature.SWAMP),
    *(Feature.HILL, Feature.FOREST, Feature.MOUNTAIN, Feature.ALPS),
)
DEFENDER_ARMS: Final = (Arm.ARMOUR, Arm.ANTITANK, Arm.ANTIAIRCRAFT)
BEST: Final = "best"
ATTACK, DEFENCE = "the attack", "the defence"
PARAMETERS: Final[tuple[Parameter, ...]] = (
    Count(
        "attack",
        "all attack factors without artillery",
        "EF-15",
        ATTACK,
        least=1,
        most=MOST_FACTORS,
        needed=True,
    ),
    *(
        Count(name, f"of them {text}", rule, ATTACK, most=MOST_FACTORS, default=0)
        for name, text, rule in (
            ("armour", "red factors, halved into cities", "EF-AA"),
            ("engineer", "engineers", "EF-15.6"),
            ("from-swamp", "out of swamp, halved", "EF-15"),
            ("across-major-river", "over a major river, halved", "EF-15"),
        )
    ),
    Counts(
        "artillery",
        "supporting artillery units",
        "EF-15",
        ATTACK,
        least=1,
        most=99,
        longest=4,
    ),
    Count("panzer-divisions", "complete panzer divisions", "EF-PDIa", ATTACK, most=9, default=0),
    Count(
        "motorised-divisions", "complete motorised divisions", "EF-PDIb", ATTACK, most=9, default=0
    ),
    Flag("combined-arms", "the attackers have combined arms", "EF-CA", ATTACK),
    Flag("river", "all attackers cross a river", "EF-15.6", ATTACK),
    Flag("fortified-line", "all attackers cross a fortified line", "EF-15.6", ATTACK),
    Flag("air", "air support of the attack", "EF-15.6", ATTACK),
    Flag("no-attack-supply", "no attack supply is used", "EF-15.6", ATTACK),
    Flag("engineer-not-claimed", "do not claim the engineer", "EF-16.3", ATTACK),
    Flag("soviet", "the attackers are Soviet, the defenders German", "EF-15", ATTACK),
    Flag("soviet-headquarters", "a Soviet headquarters helps the artillery", "EF-15", ATTACK),
    Flag("mandated", "a mandated Soviet attack", "EF-16.3", ATTACK),
    Flag("declared", "the ratio fell below 1-4 after the declaration", "EF-12", ATTACK),
    Count("attacker-steps", "all steps of the attacker", "EF-16", ATTACK, least=1, most=MOST_STEPS),
    Count(
        "defence",
        "all defence factors without artillery",
        "EF-15",
        DEFENCE,
        least=1,
        most=MOST_FACTORS,
        needed=True,
    ),
    Count(
        "defence-artillery",
        "artillery supporting the defence",
        "EF-15",
        DEFENCE,
        most=MOST_FACTORS,
        default=0,
    ),
    Flag("defending-air", "air support of the defence", "EF-15.6", DEFENCE),
    Flag("defender-out-of-supply", "a defending unit is out of supply", "EF-15.6", DEFENCE),
    Flag("marker", "overrun marker on the defenders", "EF-R15", DEFENCE),
    *(
        Flag(f"defender-{arm.value}", f"{text} in defence", "EF-CA, EF-AA", DEFENCE)
        for arm, text in zip(
            DEFENDER_ARMS, ("red factor", "anti-tank", "anti-aircraft"), strict=True
        )
    ),
    Count(
        "defender-steps", "all steps of the defender", "EF-16", DEFENCE, least=1, most=MOST_STEPS
    ),
    Word(
        "order",
        "of the defender",
        "EF-14",
        DEFENCE,
        choices=(*(order.value for order in DefenceOrder), BEST),
        default=DefenceOrder.NONE.value,
    ),
    Word(
        "objective",
        "what --order best seeks",
        "EF-14",
        DEFENCE,
        choices=tuple(OBJECTIVES),
        default="steps",
    ),
    *feature_flags(FEATURES, "of the defender's hex", "EF-15.6"),
    WEATHER,
)
CLASHES: Final = (
    Clash("EF-R02", "city", ("major-city", "town")),
    Clash("EF-R02", "major-city", ("town",)),
    Clash("EF-15", "river", ("across-major-river",)),
    Clash("EF-15", "no-attack-supply", ("artillery",)),
    Clash("EF-PDIa", "soviet", ("panzer-divisions", "motorised-divisions")),
    Clash("EF-CA", "soviet", ("combined-arms",)),
)
NEEDS: Final = (
    Need("EF-15", "soviet-headquarters", ("soviet",)),
    Need("EF-16.3", "mandated", ("soviet",)),
    Need("EF-16.3", "engineer-not-claimed", ("engineer",)),
    Need("EF-CA", "combined-arms", ("armour",)),
    Need("EF-PDIa", "panzer-divisions", ("armour",)),
    Need("EF-PDIb", "motorised-divisions", ("panzer-divisions",)),
    Need("EF-14", "objective", ("order",)),
)


def given_order(given: Given) -> DefenceOrder:
    """EF-14 - the order that is given; the best one is found later."""
    word = given.word("order")
    return DefenceOrder.NONE if word == BEST else DefenceOrder(word)


def attack_of(given: Given) -> Attack:
    """Return the attack that is described; the best order is found later."""
    names = [arm for arm in DEFENDER_ARMS if given.flag(f"defender-{arm.value}")]
    attack = Attack(
        units=_attackers(given, given_features(given, SIDES)),
        defence=given.number("defence"),
        defence_artillery=given.number("defence-artillery"),
        target=given_features(given, FEATURES),
        weather=Weather(given.word("weather")),
        attack_supply=not given.flag("no-attack-supply"),
        defender_arms=frozenset(names),
        defender_german=given.flag("soviet"),
        defender_out_of_supply=given.flag("defender-out-of-supply"),
        overrun_marker=given.flag("marker"),
        air=given.flag("air"),
        defending_air=given.flag("defending-air"),
        order=given_order(given),
        claim_engineer=not given.flag("engineer-not-claimed"),
        soviet_headquarters=given.flag("soviet-headquarters"),
        mandated=given.flag("mandated"),
        declared=given.flag("declared"),
        panzer_divisions=given.number("panzer-divisions"),
        motorised_divisions=given.number("motorised-divisions"),
        combined_arms=given.flag("combined-arms"),
        charts=load_charts(given.scenario),
    )
    if attack.declared and combat.column(attack) is not None:
        raise Forbidden("EF-12", "the ratio is 1-4 or better: nothing fell below it")
    return attack


def _attackers(given: Given, crosses: frozenset[Feature]) -> tuple[Unit, ...]:
    """Return units that stand for the figures; a factor is in one part only."""
    german, total = not given.flag("soviet"), given.number("attack")
    river = crosses | {Feature.MAJOR_RIVER}
    parts = [
        Unit(given.number("armour"), Arm.ARMOUR, red=True, german=german, crosses=crosses),
        Unit(given.number("engineer"), Arm.ENGINEER, german=german, crosses=crosses),
        Unit(given.number("from-swamp"), german=german, from_swamp=True, crosses=crosses),
        Unit(given.number("across-major-river"), german=german, crosses=river),
    ]
    rest = total - sum(part.factor for part in parts)
    if rest < 0:
        raise Forbidden("EF-15", "the parts of the attack are more than its {value}", value=total)
    parts.append(Unit(rest, german=german, crosses=crosses))
    guns = [Unit(factor, Arm.ARTILLERY, german=german) for factor in given.numbers("artillery")]
    return (*(part for part in parts if part.factor), *guns)


SUMMARY: Final = {
    "hex_vacated": "the defender leaves the hex",
    "retreats": "the defender retreats",
    "defender_eliminated": "the defender is eliminated",
    "attacker_eliminated": "the attacker is eliminated",
    "defender_steps": "steps the defender loses, mean",
    "attacker_steps": "steps the attacker loses, mean",
}


def reckon(given: Given, say: Speaker) -> Account:
    """EF-15, EF-16 - the account of a declared attack."""
    return account_of(attack_of(given), _steps(given), given, say)


Steps = tuple[int | None, int | None]
"""The steps of attacker and defender, where they are known."""


def _steps(given: Given) -> Steps:
    return given.maybe("attacker-steps"), given.maybe("defender-steps")


def account_of(attack: Attack, steps: Steps, given: Given, say: Speaker) -> Account:
    """EF-15, EF-16 - the account of an attack by sides of so many steps."""
    attack, facts, notes = _ordered(given, attack, steps, say)
    found = combat_odds(attack)
    summary = summarise(found, *steps)
    needed = next_column(attack)
    if needed:
        notes.append(say("the next column needs an attack of {needed}", needed=needed))
    if combat.combines_arms(attack) and (why := combat.arms_denied(attack)):
        notes.append(say("EF-CA: combined arms are denied: {why}", why=say(why)))
    totals = f"{combat.attack_total(attack)} : {combat.defence_total(attack)}"
    headings = ("die", "line", "attacker", "defender", "first step lost")
    return Account(
        system="eastfront combat",
        title=f"{say('Declared attack')}, {totals} = {say(found.column)}",
        column=found.column,
        unit="drm",
        arithmetic=[*_arithmetic(attack, totals, say)],
        modifiers=found.modifiers,
        headings=[say(heading) for heading in headings],
        prospects=[_prospect(one, say) for one in found.possibilities],
        summary=[
            Figure(name, say(SUMMARY[name]), number, not name.endswith("steps"))
            for name, number in summary._asdict().items()
        ],
        notes=notes,
        marks=[say(mark) for mark in found.marks],
        facts={"reconstructed": attack.charts.reconstructed, "next_attack": needed, **facts},
    )


def _ordered(
    given: Given, attack: Attack, steps: Steps, say: Speaker
) -> tuple[Attack, dict[str, Plain], list[str]]:
    """EF-14 - the attack under the defender's order, the best for him where that is asked."""
    if given.word("order") != BEST:
        if given.has("objective"):
            raise Forbidden("EF-14", "--objective says nothing without --order best")
        return attack, {"order": attack.order.value}, []
    attacker, defender = steps
    if attacker is None or defender is None:
        raise Forbidden("EF-14", "the best order needs --attacker-steps and --defender-steps")
    wanted = OBJECTIVES[given.word("objective")]
    choice = orders_value(attack, wanted, attacker, defender).decisions[0]
    values = ", ".join(f"{say(name)} {float(-worth):.2f}" for name, worth in choice.options)
    text = "EF-14: best order of the defender: {order}; value to the attacker by order: {values}"
    facts: dict[str, Plain] = {
        "order": choice.chosen,
        "orders": {name: str(-worth) for name, worth in choice.options},
    }
    told = say(text, order=say(choice.chosen), values=values)
    return replace(attack, order=DefenceOrder(choice.chosen)), facts, [told]


def _arithmetic(attack: Attack, totals: str, say: Speaker) -> Iterator[Reckoned]:
    """EF-15 - what is reckoned before the modifiers, part by part."""
    printed = sum(unit.factor for unit in attack.fighters)
    yield Reckoned("EF-15", say("attack factors"), f"{printed}")
    for unit in attack.fighters:
        if times := combat.halvings(attack, unit):
            text = say("of them halved: {what}", what=say(_halved_part(unit)))
            yield Reckoned("EF-15", text, f"{unit.factor}/{2**times}")
    if (left := combat.strength(attack)) != printed:
        yield Reckoned("EF-15", say("attack factors, after halving"), f"{left}")
    guns = sum(unit.factor for unit in attack.units if unit.arm is Arm.ARTILLERY)
    yield Reckoned("EF-15", say("artillery of the attack"), _counted(guns, combat.support(attack)))
    counted = _counted(attack.defence_artillery, combat.defence_support(attack))
    yield Reckoned("EF-15", say("artillery of the defence"), counted)
    yield Reckoned("EF-15", say("attack : defence"), totals)


def _halved_part(unit: Unit) -> str:
    """Return what a part of the attack is called."""
    if unit.from_swamp:
        return "out of swamp"
    return "armour" if unit.red else "over a major river"


def _counted(printed: int, counted: int) -> str:
    """Return a support, and what is counted of it."""
    return f"{counted:+d}" if printed == counted else f"{printed} > {counted:+d}"


def _prospect(one: Possibility[Aftermath, int], say: Speaker) -> Prospect:
    """Return one result: as printed, what each side suffers, and whose the first steps are."""
    after = one.result
    mine, his = after.attacker_first, after.defender_first
    firsts = [(say("attacker"), mine), (say("defender"), his)]
    shown = "; ".join(
        say("{who}: {what}", who=side, what=say(step.value)) for side, step in firsts if step
    )
    facts: dict[str, Plain] = {
        "line": one.text,
        "dice": list(one.dice),
        "rules": list(one.rules),
        "attacker_steps": after.attacker_steps,
        "defender_steps": after.defender_steps,
        "retreat": after.retreat,
        "attacker_first_loss": mine.value if mine else None,
        "defender_first_loss": his.value if his else None,
    }
    cells = (
        dice_text(one.dice),
        one.text,
        _suffered(after.attacker_steps, after.printed.attacker_eliminated, 0, say),
        _suffered(after.defender_steps, after.printed.defender_eliminated, after.retreat, say),
        shown,
    )
    return Prospect(cells, one.chance, facts)


def _suffered(steps: int, eliminated: bool, hexes: int, say: Speaker) -> str:
    """Return what a side suffers, in few words."""
    if eliminated:
        return say("eliminated")
    parts = [say("steps: {steps}", steps=steps)] if steps else []
    parts += [say("retreat: {hexes}", hexes=hexes)] if hexes else []
    return ", ".join(parts) or "-"


COMBAT: Final = Calculation(
    "combat",
    "declared attack on the reconstructed table (EF-15, EF-16)",
    PARAMETERS,
    reckon,
    examples=(
        "--attack 26 --armour 6 --artillery 4,3 --defence 5 --defence-artillery 3 \\\n"
        "      --panzer-divisions 1 --motorised-divisions 1 --combined-arms",
        "--attack 20 --armour 8 --defence 4 --city --defender-armour --order best \\\n"
        "      --attacker-steps 6 --defender-steps 3",
    ),
    clashes=CLASHES,
    needs=NEEDS,
)
