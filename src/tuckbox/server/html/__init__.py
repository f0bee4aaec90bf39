"""Pages: what a view model looks like as HTML. Made from view models alone, so nothing hidden can be in them.

Every page is a function that returns text, and takes a `Visitor`: the person who looks, with their preferences.

- `table`: `table_page(model, visitor)` is a whole document, `table_body(model)` the part in it that is pushed and morphed;
- `review`: `review_page(shown, visitor)`, the same with what the coach says; `thinking_page` until it does;
- `replay`: `replay_page(model, visitor)`, a finished match at one of its steps;
- `home`: `home_page(games, tables, mine, visitor)`;
- `new_table`: `new_table_page(game, paces, visitor, refused, given)`, the form for a table;
- `static_pages`: `rules_page(game, visitor)`, `settings_page`, `about_page`, `error_page`.

The addresses that they link and post to are the `ROUTES` of the modules in `tuckbox.server.web`.

Nothing here has inline scripts or styles, so a page may be served with ``script-src 'self'; style-src 'self'``.
"""
