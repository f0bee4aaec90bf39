"""Several processes behind one address: ownership of tables, leases, signals, requests passed on, bots elsewhere."""
