"""Compiling rules to machine code in seconds, where numba by itself takes minutes.

```text
 a rule, as it was written
   |    `ways`      our way or numba's ordinary one, the same for both afterwards
   |    `widths`    a seat, a card, a counter: whole numbers are all as wide, so no rule is compiled twice
   v
 `dispatch`         numba reads it and finds its types, in as few of its passes as rules need
   |      `lowering`   writes the code, without what only counted objects need
   v                                            `code_cache`: a folder on disk, named by a hash of all sources
 `linking.RuleCode` its code, not optimised  <---------->  RULE-....part
   |
   |                all parts that a function called from Python needs, in one module, optimised once
   v
 `linking.Entry`    machine code             <---------->  RULE-....entry
   |
   v
 Python calls it, without the interpreter lock                     `watch` tells whoever waits of each step
```

Numba makes a library of every function and links and optimises it again in every other that calls it; a game has two
hundred rules, of which Python calls a handful. `tuckbox.kit.native` is all that uses this; rules know nothing of it.
"""
