"""``grognard odds eastfront overrun|retreat|surrender|combat``: every EF modifier has a flag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.eastfront import overrun
from grognard.games.eastfront.charts import Feature, Weather
from grognard.games.eastfront.odds import (
    artillery_value,
    next_overrun_odds,
    overrun_odds,
    pursue,
    retreat_odds,
    surrender_odds,
)
from grognard.games.eastfront.overrun import Overrun
from grognard.games.eastfront.retreat import Retreat
from grognard.games.eastfront.surrender import Garrison, Supply, Surrender
from grognard.odds.eastfront_combat import build_combat, combat_parser
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
    from collections.abc import Callable, Iterable

    from grognard.odds.eastfront_options import Parsers
    from grognard.odds.language import Speaker

    Build = Callable[[argparse.Namespace, Speaker], Report]

OVERRUN_FEATURES = tuple(feature for feature in Feature if feature is not Feature.TOWN)


def add_parsers(systems: Parsers) -> Iterable[tuple[argparse.ArgumentParser, Build]]:
    """Add the four charts of this system."""
    parser = systems.add_parser("eastfront", help="East Front charts (d10, 0 is 10)")
    charts = parser.add_subparsers(dest="chart", required=True, metavar="CHART")
    yield _overrun_parser(charts), build_overrun
    yield _retreat_parser(charts), build_retreat
    yield _surrender_parser(charts), build_surrender
    yield combat_parser(charts), build_combat


def _overrun_parser(charts: Parsers) -> argparse.ArgumentParser:
    parser = chart_parser(
        charts, "overrun", "overrun table (EF-11.4)", "--attack 16 --defence 3 --forest --marker"
    )
    parser.add_argument("--attack", type=int, required=True, metavar="N")
    parser.add_argument("--defence", type=int, required=True, metavar="N")
    add_weather(parser)
    add_flags(
        parser,
        other="a unit of the stack is not German (EF-11.4b)",
        engineer="an engineer is in the stack (EF-11.4b)",
        marker="overrun marker on the defenders (EF-11.4d)",
        soft="all defenders cavalry, headquarters or artillery (EF-11.4d)",
        unable="a unit that may not overrun is in the stack (EF-11.4)",
        out_of_supply="a unit of the stack is out of supply (EF-11.4)",
        not_together="the stack did not begin the phase together (EF-11.4)",
        other_zone="the stack is in the zone of another enemy (EF-11.4)",
    )
    add_feature_flags(parser, OVERRUN_FEATURES, "of the hex or hexside (EF-11.4e, EF-11.4g)")
    parser.add_argument("--times", type=int, metavar="N", help="overrun the same units N times")
    parser.add_argument("--defences", type=numbers, metavar="N,N", help="their defence by steps")
    return parser


def build_overrun(arguments: argparse.Namespace, say: Speaker) -> Report:
    """EF-11.4 - the report of an overrun."""
    case = Overrun(
        arguments.attack,
        arguments.defence,
        all_german=not arguments.other,
        features=given_features(arguments, OVERRUN_FEATURES),
        weather=Weather(arguments.weather),
        engineer=arguments.engineer,
        marker=arguments.marker,
        soft=arguments.soft,
        able=not arguments.unable,
        supplied=not arguments.out_of_supply,
        together=not arguments.not_together,
        in_other_zone=arguments.other_zone,
    )
    chart = overrun_odds(case)
    ratio = f"{case.attack} : {case.defence} = {chart.column}"
    summary = [
        Figure(
            "success", say("the overrun succeeds"), chart.probability(lambda line: line.success)
        ),
        Figure(
            "defender_steps",
            say("steps the defender loses, mean"),
            chart.expectation(lambda line: line.defender_steps),
            is_chance=False,
        ),
        Figure(
            "attacker_steps",
            say("steps the attacker loses, mean"),
            chart.expectation(lambda line: line.attacker_steps),
            is_chance=False,
        ),
    ]
    if arguments.times:
        done = pursue(case, arguments.defences or [case.defence] * arguments.times, arguments.times)
        text = say("all {times} overruns succeed", times=arguments.times)
        summary.append(Figure("all_succeed", text, done.chance(arguments.times)))
    needed = next_overrun_odds(case)
    return Report(
        system="eastfront overrun",
        title=f"{say('Overrun')}: {ratio}",
        column=chart.column,
        unit="drm",
        arithmetic=[
            Step("EF-11.4b", say("odds"), ratio),
            Step("EF-11.4b", say("least odds"), f"{overrun.least_odds(case)}-1"),
        ],
        modifiers=chart.modifiers,
        headings=(say("die"), say("line")),
        rows=chart_rows(
            chart, say, lambda line: {"printed": line.printed, "success": line.success}
        ),
        summary=summary,
        notes=[say("the next odds modifier needs an attack of {needed}", needed=needed)]
        if needed
        else [],
        facts={"next_attack": needed},
    )


def _retreat_parser(charts: Parsers) -> argparse.ArgumentParser:
    parser = chart_parser(
        charts, "retreat", "retreat through an enemy zone (EF-16.6.6)", "--steps 2 --artillery 1"
    )
    add_flags(
        parser,
        german="all units are German (EF-16.6.6b)",
        forest="the hex in the enemy zone is forest (EF-16.6.6c)",
        additional="under an order of additional retreat (EF-16.6)",
    )
    parser.add_argument(
        "--artillery",
        type=int,
        nargs="?",
        const=1,
        default=0,
        metavar="N",
        help="artillery among them, its steps (EF-16.6.6d, EF-16.6.6e)",
    )
    parser.add_argument("--steps", type=int, metavar="N", help="steps of the other units")
    parser.add_argument(
        "--vacant", type=int, default=1, metavar="N", help="vacant enemy-zone hexes running"
    )
    return parser


def build_retreat(arguments: argparse.Namespace, say: Speaker) -> Report:
    """EF-16.6.6 - the report of a retreat."""
    case = Retreat(
        arguments.german,
        arguments.forest,
        arguments.artillery,
        arguments.steps,
        arguments.vacant,
        arguments.additional,
    )
    chart = retreat_odds(case)
    summary = [
        Figure("success", say("the stack retreats"), chart.probability(lambda line: line.success))
    ]
    facts: dict[str, Json] = {}
    notes = []
    if case.artillery and case.steps != 0:
        choice = artillery_value(case).decisions[0]
        options = dict(choice.options)
        facts["artillery"] = {
            "rule": "EF-16.6.6e",
            "chosen": choice.chosen,
            "keep": str(options["keep"]),
            "eliminate": str(options["eliminate"]),
        }
        text = "EF-16.6.6e: steps saved with the artillery {keep}, without it {eliminate}: {chosen}"
        chosen = say(f"{choice.chosen} it")
        notes.append(say(text, keep=options["keep"], eliminate=options["eliminate"], chosen=chosen))
    return Report(
        system="eastfront retreat",
        title=say("Retreat through an enemy zone of control"),
        column=chart.column,
        unit="drm",
        arithmetic=[Step("EF-16.6.6a", say("success"), "3-")],
        modifiers=chart.modifiers,
        headings=(say("die"), say("line")),
        rows=chart_rows(
            chart, say, lambda line: {"printed": line.printed, "success": line.success}
        ),
        summary=summary,
        notes=notes,
        facts=facts,
    )


def _surrender_parser(charts: Parsers) -> argparse.ArgumentParser:
    parser = chart_parser(
        charts, "surrender", "Soviet surrender (EF-21)", "--headquarters --out-of-supply --militia"
    )
    add_flags(
        parser,
        headquarters="in the radius of an operational Soviet headquarters (EF-21b)",
        axis="the units are Axis (EF-21)",
        train="armoured train or flotilla (EF-21)",
        not_threatened="no Axis unit with a zone is adjacent (EF-21)",
        can_trace="the hex can trace to a source (EF-21)",
    )
    parser.add_argument("--guards", "--nkvd", action="store_true", help="NKVD or Guards (EF-21c)")
    parser.add_argument(
        "--city",
        "--town",
        "--major-city",
        "--fortification",
        action="store_true",
        help="city, major city or fortified point (EF-21d)",
    )
    supply = parser.add_mutually_exclusive_group()
    supply.add_argument("--emergency", action="store_true", help="emergency supply (EF-21e)")
    supply.add_argument("--out-of-supply", action="store_true", help="unsupplied (EF-21f)")
    garrison = parser.add_mutually_exclusive_group()
    garrison.add_argument("--militia", action="store_true", help="only militia (EF-21g)")
    garrison.add_argument("--coastal", action="store_true", help="only coastal guns (EF-21h)")
    return parser


def build_surrender(arguments: argparse.Namespace, say: Speaker) -> Report:
    """EF-21 - the report of a surrender."""
    supply = Supply.EMERGENCY if arguments.emergency else Supply.SUPPLIED
    garrison = Garrison.MILITIA if arguments.militia else Garrison.OTHER
    case = Surrender(
        headquarters=arguments.headquarters,
        guards=arguments.guards,
        place=arguments.city,
        supply=Supply.OUT if arguments.out_of_supply else supply,
        garrison=Garrison.COASTAL if arguments.coastal else garrison,
        soviet=not arguments.axis,
        threatened=not arguments.not_threatened,
        can_trace=arguments.can_trace,
        never=arguments.train,
    )
    chart = surrender_odds(case)
    chance = chart.probability(lambda line: line.surrenders)
    return Report(
        system="eastfront surrender",
        title=say("Soviet surrender"),
        column=chart.column,
        unit="drm",
        arithmetic=[Step("EF-21a", say("surrender"), "1-2")],
        modifiers=chart.modifiers,
        headings=(say("die"), say("line")),
        rows=chart_rows(
            chart, say, lambda line: {"printed": line.printed, "surrenders": line.surrenders}
        ),
        summary=[Figure("surrender", say("the hex surrenders"), chance)],
    )
