"""Own tests of a Go library: python go_suite.py NAME PROGRAM FOLDER PATTERN IDLE, with the compiled tests and their sources.

Each test runs in a process and from a state of its own. It is out of scope if it sent something that no route matches,
except for the paths of IDLE, whose failure the tests do not mind.
"""
import os
import re
import subprocess
import sys

import suite

name, program, folder, pattern, idle = sys.argv[1:]
# Asks for paid features with a token of its own, where the tests need them.
os.environ["TFE_ADMIN_PROVISION_LICENSES_TOKEN"] = os.environ["TFE_TOKEN"]
listed = subprocess.run([program, "-test.list", pattern], cwd=folder, capture_output=True, text=True, check=True).stdout
counts = {"passed": 0, "sandbox": 0, "scope": 0, "skipped": 0}
for test in listed.split():
    suite.control("POST /-/reset")
    command = [program, "-test.v", "-test.timeout", "60s", "-test.run", f"^{test}$"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    unmatched = suite.control("GET /-/requests?unmatched=true")["requests"]
    unmatched = [request for request in unmatched if not re.search(idle, request["path"])]
    if ran.returncode == 0:
        counts["skipped" if f"--- SKIP: {test}" in ran.stdout else "passed"] += 1
    elif unmatched:
        counts["scope"] += 1
        if os.environ.get("EXPLAIN"):
            print(f"  {test}: {unmatched[0]['method']} {unmatched[0]['path']}", file=sys.stderr)
    else:
        counts["sandbox"] += 1
        print(f"  {name}: {test}\n{ran.stdout[-2500:]}{ran.stderr[-800:]}", file=sys.stderr)
print(f"{name}, own tests\t{counts['passed']}\t{counts['sandbox']}\tout of scope {counts['scope']}, skipped {counts['skipped']}")
sys.exit(min(counts["sandbox"], 99))
