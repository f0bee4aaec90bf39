"""For those who keep a server: what they look at, put right, keep and check, while it runs or not."""
