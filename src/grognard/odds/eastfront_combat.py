"""``grognard odds eastfront combat``: a declared attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront import combat
from grognard.games.eastfront.charts import Feature, Weather
from grognard.games.eastfront.combat import Attack, Order
from grognard.games.eastfront.odds import (
    OBJECTIVES,
    combat_odds,
    next_column,
    orders_value,
    summarise,
)
from grognard.games.eastfront.units import Arm, Unit
from grognard.odds.eastfront_options import (
    add_feature_flags,
    add_flags,
    add_weather,
    chart_parser,
    chart_rows,
    given_features,
    numbers,
)
from grognard.odds.report import Figure, Json, Report, Step

if TYPE_CHECKING:
    import argparse

    from grognard.odds.eastfront_options import Parsers
    from grognard.odds.language import Speaker

COMBAT_FEATURES = (
    Feature.TOWN,
    Feature.CITY,
    Feature.MAJOR_CITY,
    Feature.FORTIFIED_POINT,
    Feature.SWAMP,
    Feature.HILL,
    Feature.FOREST,
    Feature.MOUNTAIN,
    Feature.ALPS,
)
DEFENDER_ARMS = (Arm.ARMOUR, Arm.ANTITANK, Arm.ANTIAIRCRAFT)


def combat_parser(charts: Parsers) -> argparse.ArgumentParser:
    """Add the parser of a declared attack."""
    parser = chart_parser(
        charts,
        "combat",
        "declared attack on the reconstructed table (EF-15, EF-16)",
        "--attack 26 --armour 6 --artillery 4,3 --defence 5 \\\n"
        "      --defence-artillery 3 --panzer-divisions 1 --motorised-divisions 1 --combined-arms",
    )
    number = {
        "attack": "all attack factors without artillery",
        "armour": "of them red factors (halved into cities, EF-AA)",
        "engineer": "of them engineers (EF-15.6)",
        "from-swamp": "of them out of swamp (halved)",
        "across-major-river": "of them over a major river (halved)",
        "panzer-divisions": "complete panzer divisions (EF-PDIa)",
        "motorised-divisions": "complete motorised divisions (EF-PDIb)",
        "defence": "all defence factors without artillery",
        "defence-artillery": "artillery supporting the defence",
    }
    for name, text in number.items():
        needed = name in ("attack", "defence")
        default = None if needed else 0
        parser.add_argument(
            f"--{name}", type=int, required=needed, default=default, metavar="N", help=text
        )
    parser.add_argument(
        "--artillery", type=numbers, default=[], metavar="N,N", help="supporting artillery units"
    )
    add_weather(parser)
    _combat_flags(parser)
    parser.add_argument(
        "--order", choices=[*(order.value for order in Order), "best"], default="none", help="EF-14"
    )
    parser.add_argument("--attacker-steps", type=int, metavar="N", help="all steps of the attacker")
    parser.add_argument("--defender-steps", type=int, metavar="N", help="all steps of the defender")
    parser.add_argument("--objective", choices=OBJECTIVES, default="steps", help="for --order best")
    return parser


def _combat_flags(parser: argparse.ArgumentParser) -> None:
    """Add the facts of an attack that are true or not."""
    add_flags(
        parser,
        combined_arms="the attackers have combined arms (EF-CA)",
        river="all attackers cross a river",
        fortified_line="all attackers cross a fortified line",
        air="air support of the attack",
        defending_air="air support of the defence",
        defender_out_of_supply="all defenders are out of supply",
        marker="overrun marker on the defenders",
        no_attack_supply="no attack supply is used",
        engineer_not_claimed="do not claim the engineer",
        soviet="the attackers are Soviet, the defenders German",
        soviet_headquarters="a Soviet headquarters helps the artillery",
        mandated="a mandated Soviet attack (EF-16.3)",
        declared="the odds fell after the declaration (EF-12)",
        defender_armour="red factor in defence (EF-CA, EF-AA)",
        defender_antitank="anti-tank in defence (EF-CA, EF-AA)",
        defender_antiaircraft="anti-aircraft in defence (EF-CA, EF-AA)",
    )
    add_feature_flags(parser, COMBAT_FEATURES, "of the defender's hex")


def attack_of(arguments: argparse.Namespace) -> Attack:
    """Return the attack that a parsed line describes."""
    sides = (Feature.RIVER, Feature.FORTIFIED_LINE)
    order = Order.NONE if arguments.order == "best" else Order(arguments.order)
    names = [arm for arm in DEFENDER_ARMS if getattr(arguments, f"defender_{arm.value}")]
    return Attack(
        units=_attackers(arguments, given_features(arguments, sides)),
        defence=arguments.defence,
        defence_artillery=arguments.defence_artillery,
        target=given_features(arguments, COMBAT_FEATURES),
        weather=Weather(arguments.weather),
        attack_supply=not arguments.no_attack_supply,
        defender_arms=frozenset(names),
        defender_german=arguments.soviet,
        defender_out_of_supply=arguments.defender_out_of_supply,
        overrun_marker=arguments.marker,
        air=arguments.air,
        defending_air=arguments.defending_air,
        order=order,
        claim_engineer=not arguments.engineer_not_claimed,
        soviet_headquarters=arguments.soviet_headquarters,
        mandated=arguments.mandated,
        declared=arguments.declared,
        panzer_divisions=arguments.panzer_divisions,
        motorised_divisions=arguments.motorised_divisions,
        combined_arms=arguments.combined_arms,
    )


def _attackers(arguments: argparse.Namespace, crosses: frozenset[Feature]) -> tuple[Unit, ...]:
    """Return units that stand for the figures of the line; a factor is in one part only."""
    german = not arguments.soviet
    parts = [
        Unit(arguments.armour, Arm.ARMOUR, red=True, german=german, crosses=crosses),
        Unit(arguments.engineer, Arm.ENGINEER, german=german, crosses=crosses),
        Unit(arguments.from_swamp, german=german, from_swamp=True, crosses=crosses),
        Unit(arguments.across_major_river, german=german, crosses=crosses | {Feature.MAJOR_RIVER}),
    ]
    rest = arguments.attack - sum(part.factor for part in parts)
    if rest < 0 or min(part.factor for part in parts) < 0:
        raise Forbidden(
            "EF-15", "the parts of the attack are more than its {value}", value=arguments.attack
        )
    parts.append(Unit(rest, german=german, crosses=crosses))
    guns = [Unit(factor, Arm.ARTILLERY, german=german) for factor in arguments.artillery]
    return (*(part for part in parts if part.factor), *guns)


SUMMARY = {
    "hex_vacated": "the defender leaves the hex",
    "retreats": "the defender retreats",
    "defender_eliminated": "the defender is eliminated",
    "attacker_eliminated": "the attacker is eliminated",
    "defender_steps": "steps the defender loses, mean",
    "attacker_steps": "steps the attacker loses, mean",
}


def build_combat(arguments: argparse.Namespace, say: Speaker) -> Report:
    """EF-15, EF-16 - the report of a declared attack."""
    attack = attack_of(arguments)
    chart = combat_odds(attack)
    found = summarise(chart, arguments.attacker_steps, arguments.defender_steps)
    needed = next_column(attack)
    notes = [say("the combat results table is a reconstruction, not the published one")]
    if needed:
        notes.append(say("the next column needs an attack of {needed}", needed=needed))
    facts: dict[str, Json] = {"reconstructed": chart.reconstructed, "next_attack": needed}
    if arguments.order == "best":
        facts["order"] = _best_order(arguments, attack)
        notes.append(f"EF-14: {say('best order of the defender')}: {facts['order']}")
    totals = f"{combat.attack_total(attack)} : {combat.defence_total(attack)}"
    return Report(
        system="eastfront combat",
        title=f"{say('Declared attack')}: {totals} = {chart.column}",
        column=chart.column,
        unit="drm",
        arithmetic=_combat_arithmetic(attack, totals, say),
        modifiers=chart.modifiers,
        headings=(say("die"), say("line")),
        rows=chart_rows(chart, say, _outcome_facts),
        summary=[
            Figure(name, say(SUMMARY[name]), number, not name.endswith("steps"))
            for name, number in found._asdict().items()
        ],
        notes=notes,
        facts=facts,
    )


def _combat_arithmetic(attack: Attack, totals: str, say: Speaker) -> list[Step]:
    """Return what is reckoned before the modifiers."""
    printed = sum(unit.factor for unit in attack.fighters)
    return [
        Step(
            "EF-15", say("attack factors, after halving"), f"{printed} > {combat.strength(attack)}"
        ),
        Step("EF-15", say("artillery of the attack"), f"{combat.support(attack):+d}"),
        Step("EF-15", say("artillery of the defence"), f"{combat.defence_support(attack):+d}"),
        Step("EF-15", say("attack : defence"), totals),
    ]


def _outcome_facts(result: combat.Outcome) -> dict[str, Json]:
    """Return the facts of one result for programs."""
    mine, his = result.attacker_first, result.defender_first
    return {
        "attacker_steps": result.attacker_steps,
        "defender_steps": result.defender_steps,
        "retreat": result.retreat,
        "attacker_first_loss": mine.value if mine else None,
        "defender_first_loss": his.value if his else None,
    }


def _best_order(arguments: argparse.Namespace, attack: Attack) -> str:
    """EF-14 - the order that serves the defender best."""
    steps = arguments.attacker_steps, arguments.defender_steps
    if steps[0] is None or steps[1] is None:
        raise Forbidden("EF-14", "the best order needs --attacker-steps and --defender-steps")
    solved = orders_value(attack, OBJECTIVES[arguments.objective], steps[0], steps[1])
    return solved.decisions[0].chosen
