"""Learning a game from play against itself, by ``tuckbox train``.

`network` trains a policy with values, `belief` estimates what rivals may hold; what has been learnt is kept as
`tuckbox.engine.weights` tells. Each has games that are played in blocks, and a `train` that goes by rounds of play and
learning.
"""
