"""Policy and value of a seat from what it sees: a small network over its observation, worked out by compiled rules.

Two hidden layers of `WIDTH` units (ReLU) read the observation of the blind record (`tuckbox.definition.planes`). From the
second come a logit for each legal action, to which the logarithm of the game's `prefer` is added, and for each seat, counted
from the viewer's own, the logit of its share of the payoff. All of it is sums and products in a fixed order
(`tuckbox.engine.think.sums`), so that it comes to the same on every machine.
"""

from tuckbox.engine.injected import NAMES_SEATS, SEATS, observe
from tuckbox.engine.scratch import Network, Scratch, Shares, States
from tuckbox.engine.think.playout import weigh
from tuckbox.engine.think.sums import add_row, dot, exp, log, sigmoid
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import rule


@rule
def compute_hidden(states: States, row: int, seat: int, scratch: Scratch, network: Network) -> None:
    """Work out the hidden layers from what a seat sees: its blind record, in a row of the states."""
    observe(states[row], seat, scratch.seen, True)
    for k in range(len(network.hidden1)):
        network.hidden1[k] = network.bias1[k]
        network.hidden2[k] = network.bias2[k]
    for i in range(len(scratch.seen)):
        if scratch.seen[i] != 0.0 and network.input_rows[i] > 0:
            add_row(network.hidden1, network.weights1[network.input_rows[i] - 1], scratch.seen[i])
    for k in range(len(network.hidden1)):
        if network.hidden1[k] > 0.0:
            add_row(network.hidden2, network.weights2[k], network.hidden1[k])
    for k in range(len(network.hidden2)):
        network.hidden2[k] = max(network.hidden2[k], 0.0)


@rule
def policy_row(s: GameState, action: int) -> int:
    """The row of an action in the policy: that of the action which names the same seat counted from the one to decide, as
    observations count them."""
    if not NAMES_SEATS or SEATS[action][0] < 0:
        return action
    seat, own = SEATS[action][0], s.turn + 0
    return action + ((seat - own if seat >= own else seat - own + s.players) - seat) * SEATS[action][1]


@rule
def compute_policy(s: GameState, scratch: Scratch, network: Network, inverse_temperature: float) -> None:
    """Write the probability of each gathered action into ``scratch.score``, from the hidden layers: a softmax, at inverse
    temperature 1 the policy that was trained."""
    weigh(s, scratch.moves)
    most = -1e30
    for i in range(scratch.moves.n):
        action = scratch.moves.action[i]
        row = policy_row(s, action)
        logit = network.policy_bias[row] + dot(network.hidden2, network.policy_weights[row])
        logit += network.prior_exponent[0] * log(1 + scratch.moves.weight[i])
        scratch.score[i] = inverse_temperature * logit
        most = max(most, scratch.score[i])
    total = 0.0
    for i in range(scratch.moves.n):
        scratch.score[i] = exp(scratch.score[i] - most)
        total += scratch.score[i]
    for i in range(scratch.moves.n):
        scratch.score[i] /= total


@rule
def compute_values(network: Network, seat: int, players: int, out: Shares) -> None:
    """Write each seat's expected share of the game's payoff, as `seat` sees it, from the hidden layers."""
    for i in range(players):
        other = seat + i if seat + i < players else seat + i - players
        out[other] = sigmoid(network.value_bias[i] + dot(network.hidden2, network.value_weights[i]))
