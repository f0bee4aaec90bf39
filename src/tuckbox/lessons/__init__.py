"""Learning by playing: lessons, which are matches of a fixed deal with a sentence at a time, beside what it speaks of."""
