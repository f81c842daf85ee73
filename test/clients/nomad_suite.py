"""python-nomad's own tests: python nomad_suite.py FOLDER (its sources, with tests)."""
import json
import os
import re
import sys
from importlib.metadata import version

import suite

sources = sys.argv[1]
os.chdir(sources)
sys.path.insert(0, sources)
host, port = re.match(r"https?://(.*):(\d+)$", suite.ADDRESS).groups()
os.environ.update(NOMAD_IP=host, NOMAD_PORT=port, NOMAD_VERSION="1.9.5")

# The job of `nomad init`, which its tests read in both forms, with a driver that every server has.
task = {"Name": "redis", "Driver": "raw_exec", "Config": {"command": "sleep", "args": ["3600"]}, "Resources": {"CPU": 50, "MemoryMB": 32}}
group = {"Name": "cache", "Count": 1, "Tasks": [task]}
job = {"ID": "example", "Name": "example", "Type": "service", "Datacenters": ["dc1"], "TaskGroups": [group]}
with open("example.json", "w") as file:
    json.dump({"Job": job}, file)
with open("example.nomad", "w") as file:
    file.write(
        'job "example" {\n  type = "service"\n  group "cache" {\n    task "redis" {\n      driver = "raw_exec"\n'
        '      config {\n        command = "sleep"\n        args    = ["3600"]\n      }\n    }\n  }\n}\n'
    )

# Its tests expect the name of their own node.
for name in ("tests/test_node.py", "tests/test_nodes.py"):
    with open(name) as file:
        text = file.read()
    with open(name, "w") as file:
        file.write(text.replace("pynomad1", "node-1"))

# Nomad 2.0.5 itself fails these: they are older than it, expect another machine or ask a fake server in the library.
also_real = "test_base_.*connection_error test_fail_deployment test_deployments.py::test_dunder_len"
also_real += " test_get_deployments_with_namespace test_dispatch_job_idempotency test_delete_job_with_invalid_purge_param_raises"
outside = [(f"{name}( |$)", "fails on Nomad 2.0.5 too") for name in also_real.split()]
suite.run(f"python-nomad {version('python-nomad')}", ["tests"], outside)
