import os
from importlib.metadata import version

from checks import refused, run
from terrasnek.api import TFC
from terrasnek.exceptions import TFCHTTPConflict, TFCHTTPNotFound

api = TFC(os.environ["TFE_TOKEN"], url=os.environ["TFE_ADDRESS"], verify=os.environ.get("SSL_CERT_FILE", True))
api.set_org("demo")
workspaces = api.workspaces
state = {}


def equal(one, other):
    assert one == other, f"{one!r} is not {other!r}"


def body(**attributes):
    return {"data": {"type": "workspaces", "attributes": attributes}}


def create():
    state["id"] = workspaces.create(body(name="snake", **{"auto-apply": True}))["data"]["id"]


def reference(*ids):
    return {"data": [{"type": "workspaces", "id": one} for one in ids]}


checks = [
    ("discovery", lambda: equal("tfe.v2" in api.well_known_paths(), True)),
    ("account", lambda: api.account.show()),
    ("organization", lambda: equal(api.orgs.show("demo")["data"]["attributes"]["name"], "demo")),
    ("entitlements", lambda: api.orgs.entitlements("demo")),
    ("create", create),
    ("show by ID", lambda: equal(workspaces.show(workspace_id=state["id"])["data"]["attributes"]["auto-apply"], True)),
    ("show by name", lambda: equal(workspaces.show(workspace_name="snake")["data"]["id"], state["id"])),
    ("update by ID", lambda: workspaces.update(body(description="x"), workspace_id=state["id"])),
    ("update by name", lambda: equal(workspaces.update(body(description="y"), workspace_name="snake")["data"]["attributes"]["description"], "y")),
    ("list", lambda: equal(len(workspaces.list(page=1, page_size=5)["data"]), 5)),
    ("list all", lambda: equal(len(workspaces.list_all()["data"]), 61)),
    ("search", lambda: equal([one["id"] for one in workspaces.list(search={"name": "snake"})["data"]], [state["id"]])),
    ("lock", lambda: workspaces.lock(state["id"], {"reason": "x"})),
    ("lock again", lambda: refused(lambda: workspaces.lock(state["id"], {"reason": "x"}), TFCHTTPConflict)),
    ("unlock", lambda: workspaces.unlock(state["id"])),
    ("force unlock", lambda: (workspaces.lock(state["id"], {}), workspaces.force_unlock(state["id"]))),
    ("add tags", lambda: workspaces.add_tags(state["id"], {"data": [{"type": "tags", "attributes": {"name": "a"}}]})),
    ("tags", lambda: equal(len(workspaces.list_tags(state["id"])["data"]), 1)),
    ("remove tags", lambda: workspaces.remove_tags(state["id"], {"data": [{"type": "tags", "attributes": {"name": "a"}}]})),
    ("consumers", lambda: workspaces.get_remote_state_consumers(state["id"])),
    ("add consumers", lambda: workspaces.add_remote_state_consumers(state["id"], reference(workspaces.show(workspace_name="network-prod")["data"]["id"]))),
    ("replace consumers", lambda: workspaces.replace_remote_state_consumers(state["id"], reference(workspaces.show(workspace_name="dns-prod")["data"]["id"]))),
    ("SSH keys", lambda: state.update(key=api.ssh_keys.list()["data"][0]["id"])),
    ("assign an SSH key", lambda: workspaces.assign_ssh_key(state["id"], {"data": {"type": "workspaces", "attributes": {"id": state["key"]}}})),
    ("unassign it", lambda: workspaces.unassign_ssh_key(state["id"], {"data": {"type": "workspaces", "attributes": {"id": None}}})),
    ("safe delete", lambda: workspaces.safe_destroy(workspace_id=state["id"])),
    ("a missing workspace", lambda: refused(lambda: workspaces.show(workspace_name="snake"), TFCHTTPNotFound)),
    ("delete", lambda: (create(), workspaces.destroy(workspace_name="snake"))),
]

run(f"terrasnek {version('terrasnek')}", checks)
