"""Networks that read observations as bytes, or without their zeros: their first layer, in PyTorch and in JAX.

A replay buffer keeps what the environment wrote, and a row of shares is made where it is read, or never: what a sparse row
adds up to is a sum of rows of weights. Needs ``pip install torch`` or ``pip install jax``; run it to see all agree.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

from tuckbox.adapters import vector
from tuckbox.adapters.vector import Sparse, Tables
from tuckbox.definition.planes import scales_of

WIDTH = 32


def with_torch(env: Tables, weights: Any) -> Any:
    """The sums (n, units) of a first layer with weights (k, units), in PyTorch."""
    import torch
    from torch.nn.functional import embedding_bag

    scales, which = (torch.from_numpy(array) for array in scales_of(env.game, env.players, env.form.history))
    weights, rows = torch.from_numpy(weights), env.observations
    if not isinstance(rows, Sparse):
        rows = torch.from_numpy(rows)
        return (scales[which, rows.int()] if rows.dtype == torch.uint8 else rows) @ weights
    values, indices = torch.from_numpy(rows.values), torch.from_numpy(rows.indices.astype(np.int64))
    shares = scales[which[indices], values.int()] if values.dtype == torch.uint8 else values
    return embedding_bag(indices, weights, per_sample_weights=shares, mode="sum")


def with_jax(env: Tables, weights: Any) -> Any:
    """The same in JAX."""
    import jax.numpy as jnp

    scales, which = (jnp.asarray(array) for array in scales_of(env.game, env.players, env.form.history))
    weights, rows = jnp.asarray(weights), env.observations
    if not isinstance(rows, Sparse):
        rows = jnp.asarray(rows)
        return (scales[which, rows] if rows.dtype == jnp.uint8 else rows) @ weights
    values, indices = jnp.asarray(rows.values), jnp.asarray(rows.indices)
    shares = scales[which[indices], values] if values.dtype == jnp.uint8 else values
    return jnp.einsum("nw,nwu->nu", shares, weights[indices])


if __name__ == "__main__":
    layers = {"torch": with_torch, "jax": with_jax}
    for dtype in vector.DTYPES:
        for observe in ("dense", "sparse"):
            env = vector.make("whiplash", tables=256, players=2, seed=7, dtype=dtype, observe=observe)
            weights = np.random.default_rng(7).normal(size=(env.size, WIDTH)).astype(np.float32)
            for library, layer in layers.items():
                if find_spec(library):
                    agree = np.allclose(layer(env, weights), env.floats() @ weights, atol=1e-3)
                    print(f"{library}, {observe} {dtype}: {'the same' if agree else 'something else'}")
