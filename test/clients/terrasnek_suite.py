"""terrasnek's own tests of what the documents have: python terrasnek_suite.py FOLDER (its sources)."""
import os
import sys
from importlib.metadata import version

import suite

sources = sys.argv[1]
os.chdir(sources)
sys.path.insert(0, sources)
# Its tests want every variable, though those of the documents use three.
needed = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "SMTP_HOST", "SMTP_PORT"]
needed += ["SMTP_USERNAME", "SMTP_PASSWORD", "GH_TOKEN", "TEST_EMAIL", "TEST_USERNAME", "TEST_TEAM_NAME", "TEST_PASSWORD"]
os.environ.update({name: "1" for name in needed})
os.environ.update(
    TFC_URL=os.environ["TFE_ADDRESS"],
    TFC_TOKEN=os.environ["TFE_TOKEN"],
    TFC_ORG_TOKEN=os.environ["TFE_TOKEN"],
    TEST_ORG_NAME="demo",
    REQUESTS_CA_BUNDLE=os.environ.get("SSL_CERT_FILE", ""),
)
# The base class of its tests reads a configuration, which the published sources lack.
configuration = "test/testdata/terraform/terrasnek_unittest_config_version_from_string.tf"
os.makedirs(os.path.dirname(configuration), exist_ok=True)
open(configuration, "a").close()
from test.base import TestTFCBaseTestCase  # noqa: E402



def purge(case):
    """Its own way deletes kinds of objects too that the documents do not have."""
    for key in case._api.ssh_keys.list()["data"]:
        case._api.ssh_keys.destroy(key["id"])


TestTFCBaseTestCase._purge_organization = classmethod(purge)
files = ["account", "org_tags", "orgs", "ssh_keys", "workspaces"]
suite.run(f"terrasnek {version('terrasnek')}", [f"test/{name}_test.py" for name in files], before=lambda: suite.control("POST /-/reset"))
