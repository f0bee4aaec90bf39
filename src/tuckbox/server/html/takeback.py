"""The notice in which somebody asks to take an action back, and the others answer."""

from __future__ import annotations

import htpy as h
from markupsafe import Markup

from tuckbox.server.html.buttons import order
from tuckbox.server.html.fragments import Fragment
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.html.markup import isolated
from tuckbox.server.html.page import game_of
from tuckbox.server.html.words import spoken
from tuckbox.server.table.view_model import ProposalView, ViewModel


def takeback_notice(model: ViewModel, worded: bool) -> list[Fragment]:
    """The notice of a takeback that is asked for, or has just been made.

    It is an alert to those who are asked, so that screen readers say it at once.
    """
    proposal, rewound = model.takeback.proposal, model.takeback.rewound
    if proposal is not None:
        shown, role = _proposed(model, proposal, worded), "alert" if _asked(model, proposal) else "status"
    elif rewound is not None:
        who = "You have" if rewound == model.seat else f"{model.seats[rewound].name} has"
        shown, role = h.fragment[isolated(f"{who} taken an action back.")], "status"
    else:
        return []
    return [Fragment("takeback", f'<div class="takeback" id="takeback" role="{role}">', str(shown), "</div>")]


def _proposed(model: ViewModel, proposal: ProposalView, worded: bool) -> h.Node:
    """The question: who asks for what, whose answer is waited for, and the answers that the viewer can give."""
    mine, number, game = proposal.seat == model.seat, proposal.number, game_of(model)
    who = "You have asked" if mine else f"{model.seats[proposal.seat].name} asks"
    said = isolated(spoken(game, proposal.sentence)) if worded else Markup(with_chips(game, proposal.sentence, shortest=2))
    answers: list[Markup] = []
    if mine:
        answers = [order("Never mind", "decline", proposal=number)]
    elif _asked(model, proposal):
        answers = [order("Agree", "agree", "main", proposal=number), order("No", "decline", proposal=number)]
    waited = [model.seats[seat].name for seat in proposal.people if seat not in (*proposal.agreed, model.seat)]
    waiting = f" Waiting for {' and '.join(waited)}." if waited and not _asked(model, proposal) else ""
    return h.fragment[
        h.p[isolated(f"{who} to take this back: "), h.q[said], isolated(waiting)], h.div(class_="bar")[answers]
    ]


def _asked(model: ViewModel, proposal: ProposalView) -> bool:
    """Whether the viewer has still to answer."""
    return model.seat in proposal.people and model.seat not in proposal.agreed and not model.driven
