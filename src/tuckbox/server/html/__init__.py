"""Pages: what a view model looks like as HTML. Made from view models alone, so nothing hidden can be in them.

Every page is a function that returns text, and takes a `Visitor`: the person who looks, with their preferences.

- `table`: `table_page(model, visitor)` is a whole document, `table_body(model)` the part in it that is pushed and morphed;
- `review`: `review_page(shown, visitor)`, the same with what the coach says; `thinking_page` until it does;
- `replay`: `replay_page(model, visitor)`, a finished match at one of its steps;
- `home`: `home_page(games, tables, mine, visitor)`, `new_table_page(game, paces, visitor, refused)`;
- `static_pages`: `rules_page(game, visitor)`, `settings_page`, `about_page`, `error_page`.

What these pages link and post to:

===================================  ===============================================================================
``GET /``                            home
``POST /name``                       ``name``, ``back``: be called so
``POST /play``                       ``game``: a table with bots, at once
``GET /new?game=``                   the form for a table
``POST /tables``                     ``game players pace private hints bot1 bot2 ... option.NAME``: open it
``GET /tables/ID``                   the table; with ``?step=n`` an earlier state
``GET /tables/ID/socket``            its socket, with the same ``?step=``
``GET /tables/ID/sheet``             what matters now, to whoever looks
``GET /tables/ID/hint``              what a bot would do in the visitor's place, where no people play each other
``GET /tables/ID/replay?step=n``     a finished match, all hands open
``GET /tables/ID/review?seat=n``      what the coach says of it, with ``&step=n`` and ``&open=1`` (all hands)
``POST /tables/ID/practice``         ``seat step action``: play on from there against bots
``GET /habits``                      what the visitor's habits cost, over all reviews
``GET /tables/ID/record``            its record as a file
``GET /tables/ID/why?of=CARD``       why the viewer can do nothing now with a card, as JSON
``GET /art/GAME/...``                its drawings and its theme
``GET /games/NAME``                  the rules
``GET /learn/NAME?page=n``           a page of its lesson; with ``&try=ACTION`` what comes of an action there
``GET /settings``, ``POST``          ``theme skin motion sound back``: kept in the cookie `preferences`
``GET /about``                       what this is, and whose games
``GET /static/...``                  what lies in the folder ``static``
===================================  ===============================================================================

Nothing here has inline scripts or styles, so a page may be served with ``script-src 'self'; style-src 'self'``.
"""
