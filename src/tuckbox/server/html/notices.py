"""Forms about notices: the hours in which a person wants none."""

from __future__ import annotations

import htpy as h

from tuckbox.server.notices.quiet import Quiet


def quiet_form(quiet: Quiet | None) -> h.Node:
    """The form for quiet hours; a script fills in the time zone of the browser where none was chosen."""
    start, end = (quiet.start, quiet.end) if quiet else (22, 8)
    now = (
        f"Quiet from {quiet.start}:00 to {quiet.end}:00, {quiet.zone}."
        if quiet
        else "You have set none, and are told at any hour."
    )
    return h.section("#quiet.person-card", aria_labelledby="quiet-title")[
        h.h2("#quiet-title")["Quiet hours"],
        h.p[f"During these hours you are told nothing; what is still waiting then is told when they are over. {now}"],
        h.form(method="post", action="/account/quiet")[
            h.div(".grid")[_hour("start", "From", start), _hour("end", "To", end)],
            h.label(".field")[
                "Time zone",
                h.input(
                    name="zone", value=quiet.zone if quiet else "UTC", data_zone=None if quiet else True, maxlength="60"
                ),
            ],
            h.div(".orders")[
                h.button(".order", name="do", value="keep")["Keep these hours"],
                h.button(".order", name="do", value="none")["No quiet hours"] if quiet else None,
            ],
        ],
    ]


def _hour(name: str, label: str, chosen: int) -> h.Node:
    hours = [h.option(value=str(hour), selected=hour == chosen)[f"{hour}:00"] for hour in range(24)]
    return h.label(".field")[label, h.select(name=name)[hours]]
