"""Games on paper: rules, and a sheet of cards and boards to cut out, as a PDF."""
