// Random games of an OpenSpiel game, wholly in its C++: the loop of its own RandomRolloutEvaluator, with a generator as
// light as ours, so that what is timed are the games.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

namespace {

struct SplitMix {
  uint64_t state;
  uint64_t operator()() {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return ((*this)() >> 32) * n >> 32; }
  double unit() { return ((*this)() >> 11) * 0x1.0p-53; }
};

}  // namespace

// Plays games and returns the number of decisions; lengths and payoffs of seat 0 go to the arrays.
extern "C" __attribute__((visibility("default"))) int64_t playouts(
    const char* name, uint64_t seed, int64_t games, int64_t* lengths, double* payoffs) {
  using namespace open_spiel;
  std::shared_ptr<const Game> game = LoadGame(name);
  std::unique_ptr<State> initial = game->NewInitialState();
  SplitMix rng{seed};
  int64_t decisions = 0;
  for (int64_t g = 0; g < games; g++) {
    std::unique_ptr<State> state = initial->Clone();
    int64_t length = 0;
    while (!state->IsTerminal()) {
      if (state->IsChanceNode()) {
        state->ApplyAction(SampleAction(state->ChanceOutcomes(), rng.unit()).first);
      } else if (state->IsSimultaneousNode()) {
        std::vector<Action> joint;
        for (Player player = 0; player < game->NumPlayers(); player++) {
          std::vector<Action> actions = state->LegalActions(player);
          joint.push_back(actions.empty() ? kInvalidAction : actions[rng.below(actions.size())]);
          length += !actions.empty();
        }
        state->ApplyActions(joint);
      } else {
        std::vector<Action> actions = state->LegalActions();
        state->ApplyAction(actions[rng.below(actions.size())]);
        length++;
      }
    }
    lengths[g] = length;
    payoffs[g] = state->Returns()[0];
    decisions += length;
  }
  return decisions;
}
