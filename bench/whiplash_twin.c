/* Whiplash (edition of 2023) for two to four players in plain C: random playouts, written by hand as a yardstick.

   The same rules, generator and order of draws as src/tuckbox/games/whiplash/rules.py, so that every game of a seed has the
   same length and result in both. It does what a C programmer would do who wants playouts and nothing else: hands are bit
   sets, piles arrays of bytes; it lists the legal moves and carries one out, but keeps no record of who has seen which card.

       cc -O3 -march=native -shared -fPIC -o whiplash_twin.so whiplash_twin.c */

#include <stdbool.h>
#include <stdint.h>

enum { KING = 11, ACE = 12, ACES = 4 * ACE, SPADES = 8 };
enum { DRAW_STOCK, TAKE_DISCARD, DISCARD, CALL = DISCARD + 52 };

typedef struct {
    uint64_t hand[4];
    uint8_t stock[52], discards[52];
    int in_stock, in_discards, players, turn, turns, winner;
    bool dropping, over;
} State;

/* Chance: splitmix64, and Lemire's unbiased numbers below n. */

static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint64_t draw32(uint64_t *rng) { return mixed(*rng += 0x9E3779B97F4A7C15u) >> 32; }

static inline uint32_t below(uint64_t *rng, uint32_t n) {
    uint64_t product = draw32(rng) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor) product = draw32(rng) * n;
    }
    return product >> 32;
}

static uint64_t blend(uint64_t key, uint64_t number) { return mixed((key ^ number) + 0x9E3779B97F4A7C15u) >> 1; }

/* The rules. */

static inline int size(uint64_t cards) { return __builtin_popcountll(cards); }
static inline int lowest(uint64_t cards) { return __builtin_ctzll(cards); }

static void setup(State *s, int players, uint64_t *rng) {
    int dealer = below(rng, players);
    s->players = players;
    s->turns = s->in_discards = 0;
    s->winner = -1;
    s->dropping = s->over = false;
    for (int seat = 0; seat < players; seat++) s->hand[seat] = 0;
    for (int card = 0; card < 52; card++) s->stock[card] = card;
    for (int i = 51; i > 0; i--) {
        int j = below(rng, i + 1);
        uint8_t card = s->stock[i];
        s->stock[i] = s->stock[j];
        s->stock[j] = card;
    }
    s->in_stock = 52;
    for (int round = 0; round < 4; round++)
        for (int step = 1; step <= players; step++)
            s->hand[(dealer + step) % players] |= 1ull << s->stock[--s->in_stock];
    s->discards[s->in_discards++] = s->stock[--s->in_stock];
    s->turn = (dealer + 1) % players;
}

static bool three_alike(uint64_t rest) {
    while (rest) {
        uint64_t of_rank = rest & 15ull << (lowest(rest) & ~3);
        if (size(of_rank) >= 3) return true;
        rest ^= of_rank;
    }
    return false;
}

static bool stalemate(uint64_t kept) {
    uint64_t aces = kept >> ACES;
    if (size(aces) != 2 || !(aces & SPADES)) return false;
    int rank = lowest(kept) / 4;
    return rank == KING && size(kept >> 4 * rank & 15) == 2;
}

static int legal(const State *s, int16_t *moves) {
    int n = 0;
    if (!s->dropping) {
        if (s->in_stock) moves[n++] = DRAW_STOCK;
        if (s->in_discards) moves[n++] = TAKE_DISCARD;
        return n;
    }
    uint64_t hand = s->hand[s->turn];
    for (uint64_t rest = hand; rest; rest &= rest - 1) moves[n++] = DISCARD + lowest(rest);
    if (s->turns < s->players || (!three_alike(hand) && size(hand >> ACES) < 2)) return n;
    for (uint64_t rest = hand; rest; rest &= rest - 1) {
        uint64_t kept = hand & ~(rest & -rest);
        if (three_alike(kept) || stalemate(kept)) moves[n++] = CALL + lowest(rest);
    }
    return n;
}

static int of_rank(uint64_t cards, int rank) {
    int suits = cards >> 4 * rank & 15, copies = rank == ACE ? 0 : size(suits & cards >> ACES);
    return 16 * (size(suits) + copies) + rank;
}

static int score(uint64_t cards) {
    int best = 0;
    for (uint64_t rest = cards; rest;) {
        int rank = lowest(rest) / 4, found = of_rank(cards, rank);
        rest &= ~(15ull << 4 * rank);
        if (found > best) best = found;
    }
    return best;
}

static int shown(const State *s, int seat) {
    uint64_t cards = s->hand[seat], called = s->hand[s->turn];
    int rank = lowest(called) / 4;
    bool same = size(cards >> 4 * rank & 15) == 2 && size(cards >> ACES) == 2;
    return same && !three_alike(called) ? of_rank(cards, rank) : score(cards);
}

static void showdown(State *s) {
    int best = 0;
    for (int step = 0; step < s->players; step++) {
        int seat = (s->turn + step) % s->players;
        int rating = shown(s, seat) << 5 | (int)(s->hand[seat] >> ACES);
        if (rating > best) {
            best = rating;
            s->winner = seat;
        }
    }
    s->over = true;
}

static void apply(State *s, int action, int turn_cap) {
    uint64_t *hand = &s->hand[s->turn];
    if (!s->dropping) {
        *hand |= 1ull << (action == DRAW_STOCK ? s->stock[--s->in_stock] : s->discards[--s->in_discards]);
        s->dropping = true;
        return;
    }
    int card = action - (action >= CALL ? CALL : DISCARD);
    *hand &= ~(1ull << card);
    s->discards[s->in_discards++] = card;
    if (action >= CALL) {
        showdown(s);
        return;
    }
    if (++s->turns == turn_cap) {
        s->over = true;
        return;
    }
    if (!s->in_stock) {
        uint8_t face_up = s->discards[--s->in_discards];
        while (s->in_discards) s->stock[s->in_stock++] = s->discards[--s->in_discards];
        s->discards[s->in_discards++] = face_up;
    }
    if (++s->turn == s->players) s->turn = 0;
    s->dropping = false;
}

/* Play games 0 to games - 1 of a seed: the number of decisions of each, and its winner (-1 for none). Returns all decisions. */
int64_t playouts(int players, int turn_cap, uint64_t seed, int64_t games, int64_t *lengths, int64_t *winners) {
    uint64_t stream = blend(seed, 0);
    int64_t decisions = 0;
    int16_t moves[16];
    State s;
    for (int64_t game = 0; game < games; game++) {
        uint64_t rng = blend(stream, game);
        setup(&s, players, &rng);
        int64_t steps = 0;
        while (!s.over) {
            int n = legal(&s, moves);
            apply(&s, moves[below(&rng, n)], turn_cap);
            steps++;
        }
        decisions += steps;
        lengths[game] = steps;
        winners[game] = s.winner;
    }
    return decisions;
}
