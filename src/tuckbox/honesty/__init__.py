"""Certificates of honesty: whether a game tells anybody what is hidden from them, and what it says when it deals again.

The same questions are put to a game of Tuckbox (`tuckbox.honesty.ours`) and to one of OpenSpiel (`tuckbox.honesty.spiel`);
``tuckbox certify`` writes the answers on one page.
"""
