"""Random and silly words on every calculator: an answer or a refusal, never anything else."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.cli import main
from grognard.engine.datafile import DataError
from grognard.engine.forbidden import Forbidden
from grognard.engine.hexmap import HexError
from grognard.engine.parameters import Count, Counts, Flag, Names, Word
from grognard.engine.registry import system, systems
from grognard.engine.report import bar_table
from grognard.engine.speaker import SHARED, Speaker
from grognard.games.eastfront.charts import DATA as CHARTS
from grognard.games.eastfront.charts import Charts
from grognard.games.petrograd.table import DATA as TABLE
from grognard.games.petrograd.table import CombatTable
from odds_lines import WEISSENBERG

if TYPE_CHECKING:
    from grognard.engine.calculator import Calculation
    from grognard.engine.parameters import Parameter, Raw

SILLY = (
    *("", "0", "-1", "-4", "1e3", "½", "٣", "x", "9" * 30, "3.5", "NaN", "--json"),
    *("hex=3", "4:5:5:md"),
)
KNOWN = {
    "attackers": ("4:5:5", "3:4:4:d,2:3:3:mr", "4:5:5:x"),
    "defenders": ("4:3:3", "1:1:1", "2:6:6:d"),
    "weight": ("hex=3", "step=1/2", "speed=1", "hex=1,step=2"),
    "target": ("1910", "1909", "2206", "9999"),
    "with": ("21/20Pz", "21/20Pz,59/20Pz", "112/20Pz", "KG72"),
    "support": ("QG/20Pz", "QG/294RD"),
    "defence-support": ("QG/294RD",),
    "then": ("59/20Pz", "112/20Pz", "21/20Pz"),
}


def calculations() -> list[tuple[str, Calculation]]:
    found = [(name, system(name).calculator()) for name in systems()]
    return [(name, each) for name, one in found if one for each in one.calculations]


CALCULATIONS = calculations()
NAMED = [f"{name} {each.name}".strip() for name, each in CALCULATIONS]


def fair(parameter: Parameter, position: str) -> st.SearchStrategy[Raw]:
    """Return values of the kind that is asked for."""
    if isinstance(parameter, Flag):
        return st.just(True)
    if isinstance(parameter, Word):
        return st.sampled_from(parameter.choices)
    if isinstance(parameter, Counts):
        number = st.integers(parameter.least, min(parameter.most, parameter.least + 12))
        return st.lists(number, min_size=1, max_size=4).map(lambda found: ",".join(map(str, found)))
    if parameter.name in ("attack", "defence"):
        return st.integers(1, 90 if parameter.name == "attack" else 9).map(str)
    if isinstance(parameter, Count):
        return st.integers(parameter.least, min(parameter.most, parameter.least + 24)).map(str)
    assert isinstance(parameter, Names)
    if parameter.name == "position":
        return st.just(position)
    text = st.sampled_from(KNOWN[parameter.name])
    return st.lists(text, min_size=1, max_size=2) if parameter.repeated else text


@st.composite
def raw_of(draw: st.DrawFn, calculation: Calculation, position: str) -> dict[str, Raw]:
    """Draw what somebody gives: what is needed most of the time, some of the rest, some silly."""
    found: dict[str, Raw] = {}
    usual = {"attack", "defence", "attacker-morale", "defender-morale"}
    if draw(st.booleans()):
        usual = {"position", "target", "with", "attackers", "defenders"}
    others = draw(st.lists(st.sampled_from(calculation.parameters), max_size=4))
    for parameter in calculation.parameters:
        wanted = parameter.name in usual or getattr(parameter, "needed", False)
        if parameter in others or (wanted and draw(st.integers(0, 19))):
            value = draw(fair(parameter, position))
            if not isinstance(parameter, Flag) and draw(st.integers(0, 29)) == 0:
                silly = draw(st.sampled_from(SILLY))
                value = [silly] if isinstance(value, list) else silly
            found[parameter.name] = value
    return found


class Listener(Speaker):
    """Speaks French, and notes what it had to say in English."""

    def __init__(self, french: dict[str, str]) -> None:
        super().__init__("fr", french)
        self.known, self.missing = {**SHARED, **french}, set[str]()

    def __call__(self, text: str, **facts: object) -> str:
        if text not in self.known and any(
            part.isalpha() and len(part) > 2 for part in text.split()
        ):
            self.missing.add(text)
        return super().__call__(text, **facts)


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("odds") / "weissenberg.toml"
    file.write_text(WEISSENBERG, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("name", "calculation"), CALCULATIONS, ids=NAMED)
def test_every_question_is_answered_or_refused_in_french(
    name: str, calculation: Calculation, position: str
) -> None:
    """An answer adds up to 1 and can be shown; a refusal names its rule; French lacks nothing."""
    calculator = system(name).calculator()
    assert calculator is not None
    say = Listener(dict(calculator.french))
    answered, refused = [], set[str]()

    @settings(max_examples=120, deadline=None, derandomize=True, database=None)
    @given(raw_of(calculation, position))
    def ask(raw: dict[str, Raw]) -> None:
        try:
            account = calculation.reckon(calculation.read(raw), say)
        except Forbidden as error:
            refused.add(say.refusal(error))
            return
        except (DataError, HexError) as error:
            refused.add(f"file: {error}")
            return
        answered.append(account)
        assert sum(one.chance for one in account.prospects) == 1
        assert all(one.chance > 0 for one in account.prospects)
        assert len({len(one.cells) for one in account.prospects} | {len(account.headings)}) == 1
        assert "NaN" not in json.dumps(account.as_json(), allow_nan=False)
        assert account._repr_html_().count("<table>") == 3

    ask()
    assert answered
    assert refused
    assert all(": " in line and "\n" not in line for line in refused)
    assert say.missing == set()


@pytest.mark.parametrize(("name", "calculation"), CALCULATIONS, ids=NAMED)
def test_every_line_that_is_typed_ends_in_0_or_2(
    name: str, calculation: Calculation, position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON on a line of its own when all is well; one line, or the usage, when it is not."""

    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(raw_of(calculation, position), st.sampled_from(["", "en", "fr"]), st.booleans())
    def type_in(raw: dict[str, Raw], lang: str, as_json: bool) -> None:
        words = ["odds", name, *([calculation.name] if calculation.name else [])]
        for key, value in raw.items():
            for text in value if isinstance(value, list) else [value]:
                words += [f"--{key}"] if text is True else [f"--{key}={text}"]
        words += [f"--lang={lang}"] * bool(lang) + ["--json"] * as_json
        code = main(words)
        captured = capsys.readouterr()
        assert code in (0, 2)
        if code == 0 and as_json:
            found: dict[str, Any] = json.loads(captured.out)
            assert found["outcomes"]
        if code == 2:
            assert captured.out == ""
            assert captured.err.startswith(("grognard", "usage: grognard"))

    type_in()


@pytest.mark.parametrize(
    ("file", "load"), [(TABLE, CombatTable), (CHARTS, Charts)], ids=["petrograd", "eastfront"]
)
def test_a_data_file_with_a_line_missing_or_changed_is_refused_or_read(
    file: Path, load: type[CombatTable | Charts], tmp_path: Path
) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    own, refused = tmp_path / file.name, []
    for number, line in enumerate(lines):
        for changed in ("", line.replace("=", "= 'x' #", 1), line.replace('"', '"?', 1)):
            if line.startswith("#") or changed == line:
                continue
            own.write_text("".join([*lines[:number], changed, *lines[number + 1 :]]), "utf-8")
            try:
                load(own)
            except DataError as error:
                refused.append(str(error))
    assert len(refused) > 100
    assert all(f"{file.name}:" in reason for reason in refused)


DERIVED = {"keep it", "eliminate it"}
"""Said by joining words."""


@pytest.mark.parametrize("name", systems())
def test_french_renders_what_the_game_says_and_nothing_else(name: str) -> None:
    """Every refusal, modifier and text; the figures in braces are the same in both languages."""
    calculator = system(name).calculator()
    assert calculator is not None
    folder = Path(inspect.getfile(type(system(name)))).parent
    sources = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    written = {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and type(node.value) is str
    }
    speaking = [text for text in sources if re.search(r"import (Forbidden|Speaker)\n", text)]
    nodes = [node for source in speaking for node in ast.walk(ast.parse(source))]
    written |= {text.replace("_", " ") for text in written}
    data = "".join(file.read_text(encoding="utf-8") for file in folder.glob("data/*.toml"))
    known = {**SHARED, **calculator.french}
    for english, french in known.items():
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", french))
    own = set(calculator.french) - DERIVED
    assert {text for text in own if text not in written and f'text = "{text}"' not in data} == set()
    places = {"say": 0, "Forbidden": 1}
    told = [
        node.args[places[node.func.id]]
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in places
    ]
    said = {one.value for one in told if isinstance(one, ast.Constant)}
    said = {text for text in said if not re.fullmatch(r"\w+\.\w+", str(text))}
    assert len(said) > 15
    assert said - set(known) == set()


def test_a_page_of_a_notebook_escapes_what_it_is_told() -> None:
    assert "<script>" not in bar_table([], notes=["<script>"])
