"""``grognard odds eastfront overrun|retreat|surrender``: every EF modifier has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.account import Account, Figure, Plain, Prospect, Reckoned
from grognard.engine.calculator import Calculation
from grognard.engine.forbidden import Forbidden
from grognard.engine.parameters import Clash, Count, Counts, Flag, Need, Parameter, Word
from grognard.games.eastfront import overrun
from grognard.games.eastfront.charts import Feature, Weather, load_charts
from grognard.games.eastfront.odds import (
    MOST_OVERRUNS,
    artillery_value,
    next_overrun_ratio,
    overrun_odds,
    pursue,
    retreat_odds,
    surrender_odds,
)
from grognard.games.eastfront.overrun import OverrunCase
from grognard.games.eastfront.retreat import RetreatCase
from grognard.games.eastfront.surrender import Garrison, SupplyMarker, SurrenderCase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.outlook import Outlook
    from grognard.engine.parameters import Given
    from grognard.engine.speaker import Speaker
    from grognard.games.eastfront.charts import ChartLine

MOST_FACTORS: Final = 999
MOST_STEPS: Final = 60
WEATHER: Final = Word(
    "weather", "the weather", choices=tuple(each.value for each in Weather), default="dry"
)
PLACES: Final = Clash("EF-R02", "city", ("major-city",))
TOWN: Final = Flag("town", "a town is no city, and is not counted here", "EF-R02")


def flag_name(feature: Feature) -> str:
    """Return how a feature is given."""
    return feature.value.replace("_", "-")


def feature_flags(features: Iterable[Feature], text: str, rule: str) -> tuple[Parameter, ...]:
    """Return a flag for each feature."""
    return tuple(Flag(flag_name(feature), text, rule, "terrain") for feature in features)


def given_features(given: Given, features: Iterable[Feature]) -> frozenset[Feature]:
    """Return the features that were given."""
    return frozenset(feature for feature in features if given.flag(flag_name(feature)))


def refuse_town(given: Given) -> None:
    """EF-R02 - what the sheet calls a city, a town is not."""
    if given.flag("town"):
        raise Forbidden("EF-R02", "a town is no city: this table does not count it")


def dice_text(dice: tuple[int, ...]) -> str:
    """Return faces that follow each other as a range."""
    return f"{dice[0]}-{dice[-1]}" if len(dice) > 1 else f"{dice[0]}"


def band_prospects(found: Outlook[ChartLine, int], say: Speaker, asked: str) -> list[Prospect]:
    """Return the lines of a table; `asked` is what a program finds its success under."""
    return [
        Prospect(
            (dice_text(one.dice), say(one.text)),
            one.chance,
            {
                "line": one.text,
                "dice": list(one.dice),
                "rules": list(one.rules),
                "printed": one.result.printed,
                asked: one.result.success,
            },
        )
        for one in found.possibilities
    ]


# EF-11.4: overrun

OVERRUN_FEATURES: Final = tuple(each for each in Feature if each is not Feature.TOWN)
STACK: Final = "the stack"
OVERRUN_PARAMETERS: Final[tuple[Parameter, ...]] = (
    Count("attack", "attack factors", "EF-11.4b", least=1, most=MOST_FACTORS, needed=True),
    Count("defence", "defence factors", "EF-11.4b", least=1, most=MOST_FACTORS, needed=True),
    WEATHER,
    Flag("marker", "overrun marker on the defenders", "EF-11.4d"),
    Flag("soft", "all defenders cavalry, headquarters or artillery", "EF-11.4d"),
    Flag("other", "a unit of the stack is not German", "EF-11.4b", STACK),
    Flag("engineer", "an engineer is in the stack", "EF-11.4b", STACK),
    Flag("unable", "a unit that may not overrun is in the stack", "EF-11.4", STACK),
    Flag("out-of-supply", "a unit of the stack is out of supply", "EF-11.4", STACK),
    Flag("not-together", "the stack did not begin the phase together", "EF-11.4", STACK),
    Flag("other-zone", "the stack is in the zone of another enemy", "EF-11.4", STACK),
    *feature_flags(OVERRUN_FEATURES, "of the hex or hexside", "EF-11.4e, EF-11.4g"),
    TOWN,
    Count(
        "times",
        "overrun the same units N times, in the same terrain",
        "EF-11.4d",
        "pursuit",
        least=1,
        most=MOST_OVERRUNS,
    ),
    Counts(
        "defences",
        "their defence by steps left, the present one first",
        "EF-11.4d",
        "pursuit",
        least=1,
        most=MOST_FACTORS,
    ),
)


def overrun_of(given: Given) -> OverrunCase:
    """Return the overrun that is described."""
    refuse_town(given)
    return OverrunCase(
        given.number("attack"),
        given.number("defence"),
        all_german=not given.flag("other"),
        features=given_features(given, OVERRUN_FEATURES),
        weather=Weather(given.word("weather")),
        engineer=given.flag("engineer"),
        marker=given.flag("marker"),
        soft=given.flag("soft"),
        able=not given.flag("unable"),
        supplied=not given.flag("out-of-supply"),
        together=not given.flag("not-together"),
        in_other_zone=given.flag("other-zone"),
        charts=load_charts(given.scenario),
    )


def reckon_overrun(given: Given, say: Speaker) -> Account:
    """EF-11.4 - the account of an overrun."""
    return overrun_account(overrun_of(given), given, say)


def overrun_account(case: OverrunCase, given: Given, say: Speaker) -> Account:
    """EF-11.4 - the account of an overrun of which every fact is known."""
    found = overrun_odds(case)
    ratio = f"{case.attack} : {case.defence} = {found.column}"
    needed = next_overrun_ratio(case)
    notes = []
    if needed:
        notes.append(say("the next ratio modifier needs an attack of {needed}", needed=needed))
    if given.has("times") and not given.has("defences"):
        text = "EF-11.4d: a defence of {defence} is taken to stay; --defences gives it by steps"
        notes.append(say(text, defence=case.defence))
    return Account(
        system="eastfront overrun",
        title=f"{say('Overrun')}, {ratio}",
        column=found.column,
        unit="drm",
        arithmetic=[
            Reckoned("EF-11.4b", say("ratio"), ratio),
            Reckoned("EF-11.4b", say("least ratio"), f"{overrun.least_ratio(case)}-1"),
        ],
        modifiers=found.modifiers,
        headings=(say("die"), say("line")),
        prospects=band_prospects(found, say, "success"),
        summary=[*_overrun_summary(found, say), *_pursuit(given, case, say)],
        notes=notes,
        facts={"next_attack": needed},
    )


def _overrun_summary(found: Outlook[ChartLine, int], say: Speaker) -> list[Figure]:
    success = found.probability(lambda band: band.success)
    his = found.expectation(lambda band: band.defender_steps)
    mine = found.expectation(lambda band: band.attacker_steps)
    return [
        Figure("success", say("the overrun succeeds"), success),
        Figure("defender_steps", say("steps the defender loses, mean"), his, is_chance=False),
        Figure("attacker_steps", say("steps the attacker loses, mean"), mine, is_chance=False),
    ]


def _pursuit(given: Given, case: OverrunCase, say: Speaker) -> list[Figure]:
    """EF-11.4d - the chance that all of several overruns succeed, where it is asked for."""
    times = given.maybe("times")
    if times is None:
        return []
    defences = given.numbers("defences") or [case.defence] * times
    if defences[0] != case.defence or defences != sorted(defences, reverse=True):
        template = "--defences begins with the present defence of {defence} and never rises"
        raise Forbidden("EF-11.4d", template, defence=case.defence)
    text = say("all {times} overruns succeed", times=times)
    return [Figure("all_succeed", text, pursue(case, defences, times).chance(times))]


OVERRUN: Final = Calculation(
    "overrun",
    "overrun table (EF-11.4)",
    OVERRUN_PARAMETERS,
    reckon_overrun,
    examples=(
        "--attack 17 --defence 3",
        "--attack 16 --defence 3 --forest --marker --times 2 --defences 3,2",
    ),
    clashes=(PLACES,),
    needs=(Need("EF-11.4d", "defences", ("times",)),),
)


# EF-16.6.6: retreat through an enemy zone

RETREAT_PARAMETERS: Final[tuple[Parameter, ...]] = (
    Flag("german", "all units are German", "EF-16.6.6b"),
    Flag("forest", "the hex in the enemy zone is forest", "EF-16.6.6c"),
    Flag("additional", "under an order of additional retreat", "EF-16.6"),
    Count(
        "artillery",
        "steps of artillery among them",
        "EF-16.6.6d",
        most=MOST_STEPS,
        default=0,
        alone=1,
    ),
    Count("steps", "steps of the other units", "EF-16.6.6e", most=MOST_STEPS),
    Count("vacant", "vacant enemy-zone hexes running", "EF-16.6.6a", least=1, most=9, default=1),
)


def reckon_retreat(given: Given, say: Speaker) -> Account:
    """EF-16.6.6 - the account of a retreat."""
    case = RetreatCase(
        given.flag("german"),
        given.flag("forest"),
        given.number("artillery"),
        given.maybe("steps"),
        given.number("vacant"),
        given.flag("additional"),
        load_charts(given.scenario),
    )
    found = retreat_odds(case)
    success = found.probability(lambda band: band.success)
    facts, notes = _advice(case, say)
    return Account(
        system="eastfront retreat",
        title=say("Retreat through an enemy zone of control"),
        column=found.column,
        unit="drm",
        arithmetic=[
            Reckoned("EF-16.6.6a", say("success"), case.charts.retreat_bands[0].printed),
        ],
        modifiers=found.modifiers,
        headings=(say("die"), say("line")),
        prospects=band_prospects(found, say, "success"),
        summary=[Figure("success", say("the stack retreats"), success)],
        notes=notes,
        facts=facts,
    )


def _advice(case: RetreatCase, say: Speaker) -> tuple[dict[str, Plain], list[str]]:
    """EF-16.6.6e - whether to eliminate the artillery first, where the steps are known."""
    if not case.artillery or case.steps == 0:
        return {}, []
    if case.steps is None:
        return {}, [say("EF-16.6.6e: with --steps, whether to eliminate the artillery first")]
    choice = artillery_value(case).decisions[0]
    options = {name: str(worth) for name, worth in choice.options}
    facts: dict[str, Plain] = {"rule": "EF-16.6.6e", "chosen": choice.chosen, **options}
    text = "EF-16.6.6e: steps saved with the artillery {keep}, without it {eliminate}: {chosen}"
    return {"artillery": facts}, [say(text, **options, chosen=say(f"{choice.chosen} it"))]


RETREAT: Final = Calculation(
    "retreat",
    "retreat through an enemy zone (EF-16.6.6)",
    RETREAT_PARAMETERS,
    reckon_retreat,
    examples=("--steps 2 --artillery 1",),
)


# EF-21: surrender

GARRISON: Final = "the garrison"
SURRENDER_PARAMETERS: Final[tuple[Parameter, ...]] = (
    Flag("headquarters", "in the radius of an operational Soviet headquarters", "EF-21b"),
    Flag("nkvd", "an NKVD unit is there", "EF-21c", GARRISON),
    Flag("guards", "a Guards unit is there", "EF-21c", GARRISON),
    Flag("militia", "only militia, with or without coastal guns", "EF-21g", GARRISON),
    Flag("coastal", "only coastal guns", "EF-21h", GARRISON),
    Flag("city", "a city", "EF-21d"),
    Flag("major-city", "a major city", "EF-21d"),
    Flag("fortification", "of any type: a point, or a line on a side of the hex", "EF-21d"),
    TOWN,
    Flag("emergency", "emergency supply", "EF-21e"),
    Flag("out-of-supply", "unsupplied", "EF-21f"),
    Flag("axis", "the units are Axis", "EF-21"),
    Flag("train", "armoured train or flotilla", "EF-21"),
    Flag("not-threatened", "no Axis unit with a zone is adjacent", "EF-21"),
    Flag("can-trace", "the hex can trace to a source", "EF-21"),
)


def surrender_of(given: Given) -> SurrenderCase:
    """Return the hex that is described."""
    refuse_town(given)
    supply = SupplyMarker.EMERGENCY if given.flag("emergency") else SupplyMarker.SUPPLIED
    garrison = Garrison.MILITIA if given.flag("militia") else Garrison.OTHER
    return SurrenderCase(
        headquarters=given.flag("headquarters"),
        guards=given.flag("guards") or given.flag("nkvd"),
        place=bool(given.flags(("city", "major-city", "fortification"))),
        supply=SupplyMarker.OUT if given.flag("out-of-supply") else supply,
        garrison=Garrison.COASTAL if given.flag("coastal") else garrison,
        soviet=not given.flag("axis"),
        threatened=not given.flag("not-threatened"),
        can_trace=given.flag("can-trace"),
        never=given.flag("train"),
        charts=load_charts(given.scenario),
    )


def reckon_surrender(given: Given, say: Speaker) -> Account:
    """EF-21 - the account of a surrender."""
    return surrender_account(surrender_of(given), say)


def surrender_account(case: SurrenderCase, say: Speaker) -> Account:
    """EF-21 - the account of a hex of which every fact is known."""
    found = surrender_odds(case)
    chance = found.probability(lambda band: band.success)
    return Account(
        system="eastfront surrender",
        title=say("Soviet surrender"),
        column=found.column,
        unit="drm",
        arithmetic=[Reckoned("EF-21a", say("surrender"), case.charts.surrender_bands[0].printed)],
        modifiers=found.modifiers,
        headings=(say("die"), say("line")),
        prospects=band_prospects(found, say, "surrenders"),
        summary=[Figure("surrender", say("the hex surrenders"), chance)],
    )


SURRENDER: Final = Calculation(
    "surrender",
    "Soviet surrender (EF-21)",
    SURRENDER_PARAMETERS,
    reckon_surrender,
    examples=("--headquarters --out-of-supply --militia",),
    clashes=(
        PLACES,
        Clash("EF-21e", "emergency", ("out-of-supply",)),
        Clash("EF-21g", "militia", ("coastal", "nkvd")),
    ),
)
