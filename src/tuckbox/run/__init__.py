"""Big work as blocks: run on threads, processes or a cluster, with a journal, until it is done or interrupted."""
