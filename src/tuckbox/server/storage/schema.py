"""The schema: people, tables, their events, and a few secrets of the server itself.

The events of a table are the truth; the other columns of its row can be told from them and are there to be searched. Who
people are stands apart from events (`tuckbox.server.storage.parties`). Times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("sum", BigInteger),
    Column("muted", Boolean, nullable=False, server_default=false()),  # may not chat
    Column("banned", Boolean, nullable=False, server_default=false()),  # may do nothing
    Column("since", Float),  # when they became somebody; null for guests
    Column("quiet", String(80)),  # the hours without notices, and their time zone; null: none
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the credential's own id
    Column("person", String(32), nullable=False),
    Column("credential", LargeBinary, nullable=False),  # its own id
    Column("key", LargeBinary, nullable=False),  # the public one
    Column("uses", BigInteger, nullable=False),  # their number, as the authenticator counts them
    Column("device", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("ix_passkeys_person", "person"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of what the cookie holds
    Column("person", String(32), nullable=False),
    Column("passkey", String(64), nullable=False),  # the one that began it; "" for a recovery code
    Column("device", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("proved", Float, nullable=False),  # when a passkey or code was last shown
    Index("ix_sessions_person", "person"),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("code", String(64), nullable=False, unique=True),  # a digest of it
    Column("created", Float, nullable=False),
)

tickets = Table(
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of what the visitor was given
    Column("kind", String(20), nullable=False),
    Column("person", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Column("until", Float, nullable=False),
    Index("ix_tickets_until", "until"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("changed", Float, nullable=False),  # when the stage or the seats last changed
    Column("game", String(60), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", String(20), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("title", String(80), nullable=False),
    Column("host", String(32), nullable=False),
    Column("seats", Text, nullable=False),
    Column("counts", Boolean, nullable=False, server_default=false()),  # whether its match counts for ratings
    Index("ix_tables_stage", "stage", "private", "changed"),
    Index("ix_tables_host", "host", "stage"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Index("ix_sitters_table", "table"),
)

events = Table(
    "events",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("sum", BigInteger),
)

parties = Table(
    "parties",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("mark", String(20), primary_key=True),  # what stands for a person in the events of the table
    Column("person", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("sum", BigInteger, nullable=False),
    Index("ix_parties_person", "person"),
)

sayings = Table(
    "sayings",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # that of the event
    Column("text", Text, nullable=False),
    Column("sum", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(10), nullable=False),  # "table" or "person": to be looked at anew
    Column("subject", String(32), nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(100), nullable=False),  # at which the others reach it
    Column("until", Float, nullable=False),  # the time until which it counts as alive, by the clock of the database
)

owners = Table(
    "owners",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("process", String(32), nullable=False),  # "" where it was given back
    Column("epoch", Integer, nullable=False),  # one more with each new owner
    Index("ix_owners_process", "process"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # the state of a long match, from which it is woken quickly
)

archives = Table(
    "archives",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # what can be looked at without the rules
)

values = Table(
    "values",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),  # who sat there at the end; "" for bots
    Column("game", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("data", Text, nullable=False),
    Index("ix_reviews_person", "person", "at"),
)

exercises = Table(
    "exercises",
    metadata,
    Column("person", String(32), primary_key=True),  # who made the mistake
    Column("key", String(16), primary_key=True),  # that of the position
    Column("game", String(60), nullable=False),
    Column("table", String(32), nullable=False),  # at which the mistake was made; "" where the game ships the exercise
    Column("made", Float, nullable=False),
    Column("due", Float),  # null once it is known
    Column("card", Text, nullable=False),  # its memory, as FSRS keeps it; "" before the first answer
    Column("answers", Integer, nullable=False),  # the number of those given
    Column("data", Text, nullable=False),
    Index("ix_exercises_due", "person", "due"),
)

shared = Table(  # copies of exercises, for whoever has the link; nothing tells whose they were
    "shared",
    metadata,
    Column("key", String(16), primary_key=True),  # that of the position
    Column("game", String(60), nullable=False),
    Column("made", Float, nullable=False),
    Column("data", Text, nullable=False),
)

dailies = Table(
    "dailies",
    metadata,
    Column("day", String(10), primary_key=True),  # as 2026-11-24
    Column("game", String(60), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), nullable=False),
    Column("score", Float),  # once the match is over
    Index("ix_dailies_table", "table"),
)

results = Table(
    "results",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),  # "" for bots
    Column("level", String(20), nullable=False),  # of a bot
    Column("game", String(60), nullable=False),
    Column("place", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),  # whether the person was not there at the end
    Column("at", Float, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("mu", Float),  # the rating after it, once that has been worked out
    Column("sigma", Float),
    Index("ix_results_person", "person", "at"),
    Index("ix_results_counted", "counted", "at"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), primary_key=True),  # or the bots of a level
    Column("game", String(60), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", Float, nullable=False),
)

seekers = Table(
    "seekers",
    metadata,
    Column("person", String(32), primary_key=True),  # who looks for a game
    Column("name", String(40), nullable=False),
    Column("games", Text, nullable=False),  # the seeker takes any of these games, numbers of players and paces
    Column("players", String(20), nullable=False),
    Column("paces", String(60), nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

meetings = Table(
    "meetings",
    metadata,
    Column("person", String(32), primary_key=True),  # each person is led to one table only
    Column("table", String(32), nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the endpoint
    Column("person", String(32), nullable=False),
    Column("session", String(64), nullable=False),  # the one in which it was asked for; "" for guests
    Column("endpoint", Text, nullable=False),  # where messages for a browser are sent
    Column("keys", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_subscriptions_person", "person"),
)

notices = Table(
    "notices",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("position", Integer, nullable=False),  # that of the match when they were last told that it is their turn
    Index("ix_notices_table", "table"),
)

aversions = Table(
    "aversions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),  # who does not hear
    Column("other", String(32), nullable=False),  # who is not heard
    Column("name", String(40), nullable=False),  # of the other, at that time
    Column("blocked", Boolean, nullable=False),  # whether the two are not to meet, either
    Column("at", Float, nullable=False),
    Index("ix_aversions_person", "person", "other"),
    Index("ix_aversions_other", "other"),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("table", String(32), ForeignKey("tables.id"), nullable=False),
    Column("reporter", String(32), nullable=False),  # "" if they have been forgotten
    Column("reported", String(32), nullable=False),
    Column("name", String(40), nullable=False),  # the name that was reported
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("log", Text, nullable=False),  # what was said at the table, as JSON
    Column("outcome", String(10), nullable=False),  # "" while it waits for the host
    Index("ix_reports_reporter", "reporter"),
    Index("ix_reports_reported", "reported"),
    Index("ix_reports_table", "table"),
)

desertions = Table(
    "desertions",
    metadata,
    Column("person", String(32), primary_key=True),  # who has left a match that counts, and is not back
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("ix_desertions_table", "table"),
)

looks = Table(
    "looks",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("step", Integer, nullable=False),  # the last step of the match that they have been shown
    Column("at", Float, nullable=False),
    Index("ix_looks_table", "table"),
)

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("address", String(254), nullable=False, unique=True),  # confirmed by a link
    Column("key", String(64), nullable=False, unique=True),  # in the link of a mail that stops the digest
    Column("hours", Integer, nullable=False),  # between two digests; 0: none
    Column("told", Float, nullable=False),  # when the last digest was sent
    Column("created", Float, nullable=False),
)

mailings = Table(
    "mailings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("address", String(64), nullable=False),  # a digest of it
    Column("at", Float, nullable=False),
    Index("ix_mailings_address", "address", "at"),
)

questions = Table(
    "questions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True),
    Column("process", String(32), nullable=False),  # who has asked
    Column("network", String(32), nullable=False),  # digests of the network and the person for whom it is asked
    Column("person", String(32), nullable=False),
    Column("rules", String(64), nullable=False),  # their hash
    Column("data", LargeBinary, nullable=False),
    Column("taken", Float, nullable=False, server_default="0"),  # when somebody began to think, by the database's clock
    Column("answer", Integer),
)

competitions = Table(
    "competitions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("bout", String(80), nullable=False),  # what is played at a table in a round, as the game calls it
    Column("pace", String(20), nullable=False),
    Column("size", Integer, nullable=False),  # people at a table
    Column("rounds", Integer, nullable=False),  # the number of all that are planned
    Column("title", String(80), nullable=False),
    Column("maker", String(32), nullable=False),
    Column("stage", String(10), nullable=False),  # "open", "playing" or "over"
    Column("round", Integer, nullable=False),  # the one that is played, from 1; 0 before the first
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),  # when the stage or the round last changed
    Index("ix_competitions_maker", "maker"),
    Index("ix_competitions_stage", "stage"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("competition", String(32), ForeignKey("competitions.id"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("joined", Float, nullable=False),
    Column("seed", Integer),  # by lot, once it has been started
    Column("out", Boolean, nullable=False),  # whether they have withdrawn
    Index("ix_entrants_person", "person"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("competition", String(32), ForeignKey("competitions.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),  # who has one place in a round
    Column("number", Integer, nullable=False),  # that of the table in its round; 0 for a bye
    Column("at", String(32), nullable=False),  # the id of the table, which may have been deleted since; "" for a bye
    Column("seat", Integer, nullable=False),
    Column("points", Float),  # once the match is over
    Column("edge", Float, nullable=False),
    Column("gone", Boolean, nullable=False),  # whether the person was not there at the end
    Index("ix_pairings_at", "at", "seat"),
    Index("ix_pairings_person", "person"),
)
