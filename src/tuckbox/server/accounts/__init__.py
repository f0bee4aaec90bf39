"""Accounts: people who are somebody on any device, by passkeys and recovery codes; there are no passwords."""
