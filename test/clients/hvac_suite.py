"""hvac's own tests of what the documents have: python hvac_suite.py FOLDER (its sources) RELEASE (of the server)."""
import os
import sys
from importlib.metadata import version

import hvac
import suite

sources = sys.argv[1]
os.chdir(sources)
sys.path.insert(0, sources)

import tests.utils  # noqa: E402
from tests.utils import server_manager  # noqa: E402

VERSION = sys.argv[2]


def create_client(url=None, use_env=False, session=None, **options):
    return hvac.Client(url=os.environ["VAULT_ADDR"], verify=suite.VERIFY, session=session, **options)


class Sandbox:
    """Stands for the server that each class of tests starts."""

    def __init__(self, config_paths=(), client=None, **_settings):
        self.client = client
        self.root_token = os.environ["VAULT_TOKEN"]
        self.keys = []

    def start(self):
        suite.control("POST /-/reset")
        self.client = create_client()

    def initialize(self):
        self.client.token = self.root_token

    def unseal(self):
        pass

    def stop(self):
        pass

    def get_active_vault_addresses(self):
        return [os.environ["VAULT_ADDR"]]


tests.utils.get_vault_version_string = lambda: VERSION
tests.utils.create_client = create_client
server_manager.ServerManager = Sandbox
server_manager.create_client = create_client

api = "tests/integration_tests/api"
files = [
    "secrets_engines/test_pki.py",
    "secrets_engines/test_aws.py",
    "system_backend/test_health.py",
    "system_backend/test_leader.py",
    "system_backend/test_lease.py",
    "system_backend/test_mount.py",
    "system_backend/test_namespace.py",
    "system_backend/test_wrapping.py",
    "auth_methods/test_token.py",
]
outside = [(r'POST /v1/sys/mounts/.*"type": "kv"', "the engine kv")]
suite.run(f"hvac {version('hvac')}", [f"{api}/{name}" for name in files], outside)
