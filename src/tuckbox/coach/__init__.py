"""The coach: what a decision was worth, judged by what its seat could know then, and nothing else."""
