import base64
import os
from importlib.metadata import version
from urllib.parse import urlsplit

import nomad
from checks import refused, run

address = urlsplit(os.environ["NOMAD_ADDR"])
client = nomad.Nomad(
    host=address.hostname,
    port=address.port,
    secure=address.scheme == "https",
    verify=os.environ.get("NOMAD_CACERT", True),
    token=os.environ["NOMAD_TOKEN"],
)
reader = nomad.Nomad(host=address.hostname, port=address.port, secure=address.scheme == "https", verify=os.environ.get("NOMAD_CACERT", True), token="wrong")
job, jobs = client.job, client.jobs
state = {}

SOURCE = """
job "python" {
  type = "batch"
  group "g" {
    count = 2
    task "t" {
      driver = "raw_exec"
    }
  }
}
"""


def equal(one, other):
    assert one == other, f"{one!r} is not {other!r}"


def dispatch():
    reply = job.dispatch_job("mailer", meta={"to": "a@example.com"})
    state["child"] = reply["DispatchedJobID"]
    assert state["child"].startswith("mailer/dispatch-")


checks = [
    ("parse", lambda: state.update(job=jobs.parse(SOURCE, canonicalize=True))),
    ("validate", lambda: client.validate.validate_job({"Job": state["job"]})),
    ("plan", lambda: equal("Diff" in job.plan_job("python", {"Job": state["job"]}, diff=True), True)),
    ("register", lambda: state.update(eval=jobs.register_job({"Job": state["job"]})["EvalID"])),
    ("list", lambda: equal("python" in [one["ID"] for one in jobs.get_jobs()], True)),
    ("list with prefix", lambda: equal([one["ID"] for one in jobs.get_jobs(prefix="pyth")], ["python"])),
    ("contains", lambda: equal("python" in jobs, True)),
    ("read", lambda: equal(job.get_job("python")["ID"], "python")),
    ("versions", lambda: equal(len(job.get_versions("python")["Versions"]), 1)),
    ("allocations", lambda: job.get_allocations("python")),
    ("evaluations", lambda: equal(job.get_evaluations("python")[0]["JobID"], "python")),
    ("evaluation", lambda: equal(client.evaluation.get_evaluation(state["eval"])["JobID"], "python")),
    ("deployments", lambda: job.get_deployments("web")),
    ("deployment", lambda: equal(job.get_deployment("web")["JobID"], "web")),
    ("summary", lambda: equal(job.get_summary("python")["JobID"], "python")),
    ("evaluate", lambda: job.evaluate_job("web")),
    ("scale", lambda: job.scale_job("web", 2, "", {"Group": "app"}, False, True) if hasattr(job, "scale_job") else None),
    ("periodic force", lambda: job.periodic_job("nightly")),
    ("dispatch", dispatch),
    ("dispatch with a payload", lambda: job.dispatch_job("resize", payload=base64.b64encode(b"x").decode())),
    ("read a child", lambda: equal(job.get_job(state["child"])["ParentID"], "mailer")),
    ("revert", lambda: job.revert_job("web", 1)),
    ("stable", lambda: job.stable_job("web", 2, True)),
    ("all deployments", lambda: client.deployments.get_deployments()),
    ("all allocations", lambda: equal(len(client.allocations.get_allocations()) > 0, True)),
    ("all evaluations", lambda: equal(len(client.evaluations.get_evaluations()) > 0, True)),
    ("agent", lambda: client.agent.get_agent()),
    ("leader", lambda: client.status.leader.get_leader()),
    ("namespaces", lambda: equal("batch" in [one["Name"] for one in client.namespaces.get_namespaces()], True)),
    ("regions", lambda: equal(client.regions.get_regions(), ["global"])),
    ("stop", lambda: job.deregister_job("python")),
    ("purge", lambda: job.deregister_job("python", purge=True)),
    ("a missing job", lambda: refused(lambda: job.get_job("python"), nomad.api.exceptions.URLNotFoundNomadException)),
    ("a wrong token", lambda: refused(lambda: reader.job.get_job("web"), nomad.api.exceptions.URLNotAuthorizedNomadException)),
]

run(f"python-nomad {version('python-nomad')}", checks)
