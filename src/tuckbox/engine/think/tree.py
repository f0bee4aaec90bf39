"""The table in which searches keep what they have learnt: edges by node and action, open-addressed and of fixed size."""

from tuckbox.engine.scratch import Scratch, Scratches, Tree
from tuckbox.kit.plain import blend, rule


@rule
def edge(tree: Tree, node: int, action: int) -> int:
    """The place of an edge in the table, or the free place where it would go."""
    key = blend(node, action) | 1
    place = key & (len(tree) - 1)
    while tree[place].key != key and tree[place].key != 0:
        place = (place + 1) & (len(tree) - 1)
    return place


@rule
def new_edge(tree: Tree, scratch: Scratch, place: int, node: int, action: int) -> None:
    """Make an edge at a free place."""
    scratch.edges += 1
    tree[place].key = blend(node, action) | 1


@rule
def forget(tree: Tree, scratches: Scratches) -> None:
    """Empty the table for a new search."""
    if scratches[0].edges == 0:
        return
    scratches[0].edges = 0
    for place in range(len(tree)):
        e = tree[place]
        if e.key != 0:
            e.key = 0
            e.visits = 0
            e.available = 0
            e.worth = 0.0
            e.regret = 0.0
            e.share = 0.0
