"""The tools of those who keep a server: to look, to put right, to back up and to check, while it runs or not."""
