"""Alembic's script that brings a database to the present schema, on the connection it is given by `storage.database`."""

from __future__ import annotations

from alembic import context

from tuckbox.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()  # within the transaction of whoever calls: all of it or nothing
