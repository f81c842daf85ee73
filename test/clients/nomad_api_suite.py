"""Own tests of nomad/api: python nomad_api_suite.py NAME PROGRAM FOLDER PATTERN, with a folder that has `nomad` first on the PATH.

Each test starts an agent of its own, which is a sandbox (nomad_agent.py). It is out of scope if it sent something that no route
matches, or if OUTSIDE names it.
"""
import os
import re
import subprocess
import sys

# What these tests need beside the documented API.
OUTSIDE = [
    (r"^TestJobs_Plan$|^TestDeployments_Allocations$|^TestEvaluations_(?:List|PrefixList|Allocations)$", "a server on whose nodes nothing can be placed"),
    (r"^TestJobs_Register_PreserveResources$", "an option that the documents do not have"),
]

name, program, folder, pattern = sys.argv[1:]
log = os.environ["NOMAD_AGENT_LOG"]
listed = subprocess.run([program, "-test.list", pattern], cwd=folder, capture_output=True, text=True, check=True).stdout
counts = {"passed": 0, "sandbox": 0, "scope": 0, "skipped": 0}
for test in listed.split():
    open(log, "w").close()
    command = [program, "-test.v", "-test.timeout", "120s", "-test.run", f"^{test}$"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    with open(log) as file:
        unmatched = file.read().splitlines()
    outside = [reason for one, reason in OUTSIDE if re.search(one, test)]
    if ran.returncode == 0:
        counts["skipped" if f"--- SKIP: {test}" in ran.stdout else "passed"] += 1
    elif unmatched or outside:
        counts["scope"] += 1
        if os.environ.get("EXPLAIN"):
            print(f"  {test}: {(unmatched or outside)[0]}", file=sys.stderr)
    else:
        counts["sandbox"] += 1
        print(f"  {name}: {test}\n{ran.stdout[-1800:]}{ran.stderr[-600:]}", file=sys.stderr)
print(f"{name}, own tests\t{counts['passed']}\t{counts['sandbox']}\tout of scope {counts['scope']}, skipped {counts['skipped']}")
sys.exit(min(counts["sandbox"], 99))
