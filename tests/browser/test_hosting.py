"""A missing browser: said plainly everywhere, a failure where everything must be tested."""

from __future__ import annotations

import pytest

from browser import hosting


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return a machine without Chromium and without a way to install it."""
    monkeypatch.setattr(hosting, "find_chromium", lambda: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    return monkeypatch


def test_in_ci_a_missing_browser_is_a_failure(
    no_browser: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_browser.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="make browser"):
        hosting.demand_chromium()
    assert hosting.main() == 1
    assert "chromium" in capsys.readouterr().err


def test_elsewhere_a_missing_browser_leaves_tests_out_and_says_how_to_install_it(
    no_browser: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_browser.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        hosting.demand_chromium()
    assert hosting.main() == 0
    assert "GROGNARD_CHROMIUM" in capsys.readouterr().err
