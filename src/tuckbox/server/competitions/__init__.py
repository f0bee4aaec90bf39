"""Competitions: what games have as tournaments, among any number of people at several tables, round by round."""
