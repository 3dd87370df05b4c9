"""What a rule forbids is refused in the rule's own name."""

from __future__ import annotations


class Forbidden(ValueError):
    """A thing that a rule does not allow: the rule's number, and the reason.

    The reason is a template, so that another language can say the same with the same facts.

    >>> str(Forbidden("EF-11.4b", "odds of {odds}-1 are below {least}-1", odds=4, least=5))
    'EF-11.4b: odds of 4-1 are below 5-1'
    """

    def __init__(self, rule: str, template: str, **facts: object) -> None:
        self.rule, self.template, self.facts = rule, template, facts
        self.reason = template.format(**facts)
        super().__init__(f"{rule}: {self.reason}")
