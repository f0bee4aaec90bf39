"""The conformance suite that every game must pass, ours or a stranger's.

``tuckbox check GAME`` runs it; in a test of your own::

    from tuckbox.testing import check

    def test_my_game_conforms():
        report = check(GAME)
        assert report.passed, str(report)

Each property has a name (`PROPERTIES` tells what it means), and what fails comes with a record that reproduces it.
"""

from tuckbox.testing.jobs import Finding
from tuckbox.testing.suite import PROPERTIES, Report, check

__all__ = ["PROPERTIES", "Finding", "Report", "check"]
