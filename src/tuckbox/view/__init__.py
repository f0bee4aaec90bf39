"""Views of a state for a seat, reasons for refusals, and invariants of every state."""
