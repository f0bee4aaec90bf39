"""The exam of a player: fixed deals, every seat, named rivals; what it got, what it cost, what it remembers."""
