"""Small games that new ones begin from: whole, clean, and a page each. `tuckbox new` copies one."""
