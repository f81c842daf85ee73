import os
from importlib.metadata import version

from checks import refused, run
from pytfe import TFEClient, TFEConfig
from pytfe.errors import NotFound
from pytfe.models import (
    Tag,
    Workspace,
    WorkspaceAddRemoteStateConsumersOptions,
    WorkspaceAddTagsOptions,
    WorkspaceAssignSSHKeyOptions,
    WorkspaceCreateOptions,
    WorkspaceListOptions,
    WorkspaceLockOptions,
    WorkspaceRemoveTagsOptions,
    WorkspaceUpdateOptions,
)

config = {"address": os.environ["TFE_ADDRESS"], "token": os.environ["TFE_TOKEN"], "max_retries": 0, "http2": False}
if "SSL_CERT_FILE" in os.environ:
    config["ca_bundle"] = os.environ["SSL_CERT_FILE"]
client = TFEClient(TFEConfig(**config))
workspaces = client.workspaces
state = {}


def equal(one, other):
    assert one == other, f"{one!r} is not {other!r}"


def create(name="pytfe"):
    state["id"] = workspaces.create("demo", WorkspaceCreateOptions(name=name, auto_apply=True)).id


checks = [
    ("organization", lambda: client.organizations.read("demo")),
    ("create", create),
    ("read by ID", lambda: equal(workspaces.read_by_id(state["id"]).auto_apply, True)),
    ("read by name", lambda: equal(workspaces.read("pytfe", organization="demo").id, state["id"])),
    ("update by ID", lambda: workspaces.update_by_id(state["id"], WorkspaceUpdateOptions(name="pytfe", description="x"))),
    ("update by name", lambda: equal(workspaces.update("pytfe", WorkspaceUpdateOptions(name="pytfe", description="y"), organization="demo").description, "y")),
    ("list", lambda: equal(len(list(workspaces.list("demo"))), 61)),
    ("search", lambda: equal([one.id for one in workspaces.list("demo", WorkspaceListOptions(search="pytfe"))], [state["id"]])),
    ("lock", lambda: equal(workspaces.lock(state["id"], WorkspaceLockOptions(reason="x")).locked, True)),
    ("unlock", lambda: equal(workspaces.unlock(state["id"]).locked, False)),
    ("force unlock", lambda: (workspaces.lock(state["id"], WorkspaceLockOptions(reason="x")), workspaces.force_unlock(state["id"]))),
    ("add tags", lambda: workspaces.add_tags(state["id"], WorkspaceAddTagsOptions(tags=[Tag(name="a")]))),
    ("tags", lambda: equal([one.name for one in workspaces.list_tags(state["id"])], ["a"])),
    ("remove tags", lambda: workspaces.remove_tags(state["id"], WorkspaceRemoveTagsOptions(tags=[Tag(name="a")]))),
    ("consumers", lambda: equal(list(workspaces.list_remote_state_consumers(state["id"])), [])),
    (
        "add consumers",
        lambda: workspaces.add_remote_state_consumers(
            state["id"],
            WorkspaceAddRemoteStateConsumersOptions(workspaces=[workspaces.read("dns-prod", organization="demo")]),
        ),
    ),
    ("SSH keys", lambda: state.update(key=next(iter(client.ssh_keys.list("demo"))).id)),
    ("assign an SSH key", lambda: workspaces.assign_ssh_key(state["id"], WorkspaceAssignSSHKeyOptions(ssh_key_id=state["key"]))),
    ("unassign it", lambda: workspaces.unassign_ssh_key(state["id"])),
    ("remove the repository", lambda: workspaces.remove_vcs_connection_by_id(state["id"])),
    ("safe delete", lambda: workspaces.safe_delete_by_id(state["id"])),
    ("a missing workspace", lambda: refused(lambda: workspaces.read("pytfe", organization="demo"), NotFound)),
    ("delete", lambda: (create(), workspaces.delete("pytfe", organization="demo"))),
]

run(f"pytfe {version('pytfe')}", checks)
