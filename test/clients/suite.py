"""Runs the own tests of a Python library against the sandbox, as a plug-in of pytest.

A failure is out of scope if its test, or what prepares its class, sent something that no route of the sandbox matches, or
something that the list of the suite names. Every other failure is the sandbox's.
"""
import json
import os
import re
import ssl
import sys
import urllib.request

import pytest

ADDRESS = os.environ["NOMAD_ADDR"]
AUTHORITY = os.environ.get("SSL_CERT_FILE")
VERIFY = AUTHORITY or True


def control(line, body=None):
    method, path = line.split(" ")
    request = urllib.request.Request(
        ADDRESS + path,
        None if body is None else json.dumps(body).encode(),
        {"Authorization": "Bearer " + os.environ["TRIVET_SANDBOX_CONTROL"], "Content-Type": "application/json"},
        method=method,
    )
    context = ssl.create_default_context(cafile=AUTHORITY) if AUTHORITY else None
    with urllib.request.urlopen(request, context=context) as reply:
        return json.loads(reply.read() or "null")


class Judge:
    def __init__(self, client, outside, before):
        self.client = client
        self.before = before
        self.outside = [(re.compile(pattern), reason) for pattern, reason in outside]
        self.counts = {"passed": 0, "sandbox": 0, "scope": 0, "skipped": 0}
        self.reasons = {}
        self.seen = 0
        self.module = None

    def sent(self, since):
        return control(f"GET /-/requests?after={since}")["requests"]

    def scope(self, since, nodeid):
        """Returns why a failure is none of the sandbox's; None if it is."""
        for request in self.sent(since):
            line = f"{request['method']} {request['path']}{request['query']} {json.dumps(request.get('body', ''))}"
            if not request["matched"]:
                return f"{request['method']} {request['path']}"
            for pattern, reason in self.outside:
                if pattern.search(line):
                    return reason
        for pattern, reason in self.outside:
            if pattern.search(nodeid):
                return reason
        return None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        # What prepares a class belongs to its first test, and its failure to all of them.
        owner = item.nodeid.rsplit("::", 1)[0]
        if owner != self.module:
            self.module = owner
            self.seen = max([self.seen, *(request["sequence"] for request in self.sent(self.seen))])
        if self.before is not None:
            self.before()
        yield

    def pytest_collectreport(self, report):
        if report.failed:
            print(f"  {self.client}: {report.nodeid}: {str(report.longrepr)[-1500:]}", file=sys.stderr)

    def pytest_runtest_logreport(self, report):
        if report.skipped and report.when in ("setup", "call"):
            self.counts["skipped"] += 1
        elif report.passed and report.when == "call":
            self.counts["passed"] += 1
        elif report.failed:
            reason = self.scope(self.seen, report.nodeid)
            self.counts["sandbox" if reason is None else "scope"] += 1
            if reason is None:
                print(f"\n  {self.client}: {report.nodeid} ({report.when})\n{str(report.longrepr)[-1500:]}", file=sys.stderr)
            elif os.environ.get("EXPLAIN"):
                print(f"  {report.nodeid}: {reason}", file=sys.stderr)
        if report.when == "teardown":
            self.seen = max([self.seen, *(request["sequence"] for request in self.sent(self.seen))])


def run(client, arguments, outside=(), before=None):
    """`before` runs before each test; by default each finds what the earlier ones left."""
    judge = Judge(client, outside, before)
    # The project's own settings of pytest can need further plug-ins.
    settings = ["-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider", "-p", "no:terminal", "-W", "ignore"]
    code = pytest.main([*settings, *arguments], plugins=[judge])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit(f"{client}: pytest ended with {code}")
    counts = judge.counts
    print(f"{client}, own tests\t{counts['passed']}\t{counts['sandbox']}\tout of scope {counts['scope']}, skipped {counts['skipped']}")
    sys.exit(min(counts["sandbox"], 99))
