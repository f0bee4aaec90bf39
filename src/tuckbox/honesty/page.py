"""Certificates as one page, in Markdown, HTML or plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from markdown_it import MarkdownIt

from tuckbox.honesty.answers import FAILS, QUESTIONS, Answer, Certificate

_STYLE = """\
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
.wide, pre { overflow-x: auto }
table { border-collapse: collapse }
h2, p, li, th { overflow-wrap: anywhere }
td:first-child { min-width: min(13rem, 35vw) }
th { min-width: 4rem; max-width: 12rem }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top }
pre { padding: .6rem; border: 1px solid #8886; border-radius: .3rem }
"""


def markdown(found: Sequence[Certificate]) -> str:
    """The page in Markdown: all answers in a table, then game by game what they rest on."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Sequence[Certificate]) -> Iterator[str]:
    yield "# Certificate of honesty\n"
    yield f"| | {' | '.join(each.name for each in found)} |"
    yield f"|---|{'---|' * len(found)}"
    for question, words in QUESTIONS.items():
        yield f"| {words} | {' | '.join(_short(each.answers[question]) for each in found)} |"
    for each in found:
        yield f"\n## {each.name}\n"
        yield f"{each.version}; `{each.command}`; {each.positions} positions in {each.seconds:.0f} s."
        for question, words in QUESTIONS.items():
            yield from _answer(words, each.answers[question])


def _short(answer: Answer) -> str:
    return f"**{answer.verdict}**" if answer.verdict == FAILS else answer.verdict


def _answer(words: str, answer: Answer) -> Iterator[str]:
    yield f"\n**{words}** {answer.verdict.capitalize()}: {answer.told}."
    for evidence in answer.evidence:
        yield f"\n- {evidence.text}"
        if evidence.again:
            block = evidence.again.replace("\n", "\n  ")
            yield f"\n  ```\n  {block}\n  ```"


def html(found: Sequence[Certificate]) -> str:
    """The page as one HTML file that needs nothing else."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown(found))
    body = body.replace("<table>", '<div class="wide" tabindex="0" role="region" aria-label="Answers"><table>')
    body = (
        body.replace("</table>", "</table></div>").replace("<th></th>", "<td></td>").replace("<pre>", '<pre tabindex="0">')
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Certificate of honesty</title>'
    head = f"<head>{head}<style>\n{_STYLE}</style></head>"
    return f'<!doctype html>\n<html lang="en">{head}\n<body><main>{body}</main></body></html>\n'


def text(certificate: Certificate) -> Iterator[str]:
    """A certificate in lines for the terminal."""
    yield f"{certificate.name}: {certificate.version}, {certificate.positions} positions in {certificate.seconds:.0f} s"
    for question, words in QUESTIONS.items():
        answer = certificate.answers[question]
        yield f"  {words} {answer.verdict.upper() if answer.evidence else answer.verdict}"
        yield f"      {answer.told}"
        for evidence in answer.evidence[:1]:
            yield f"    - {evidence.text}"
            yield from (f"        {line}" for line in evidence.again.splitlines())


def data(certificate: Certificate) -> dict[str, Any]:
    """A certificate for programs."""
    return {**asdict(certificate), "honest": certificate.honest}
