import os
from importlib.metadata import version

import hvac
from checks import refused, run

client = hvac.Client(url=os.environ["VAULT_ADDR"], token=os.environ["VAULT_TOKEN"], verify=os.environ.get("VAULT_CACERT", True))
pki, aws, ldap, system = client.secrets.pki, client.secrets.aws, client.secrets.ldap, client.sys
state = {}


def equal(one, other):
    assert one == other, f"{one!r} is not {other!r}"


def issue():
    reply = pki.generate_certificate("web", "hvac.example.com", mount_point="pki")
    state["serial"] = reply["data"]["serial_number"]
    assert reply["data"]["private_key"].startswith("-----BEGIN")


def lease():
    reply = client.read("ldap/creds/dev")
    state["lease"] = reply["lease_id"]
    equal(system.read_lease(state["lease"])["data"]["id"], state["lease"])


def borrow():
    reply = client.write("ldap/library/team-a/check-out", ttl="1h")
    state["account"] = reply["data"]["service_account_name"]


checks = [
    ("is authenticated", lambda: equal(client.is_authenticated(), True)),
    ("a wrong token is not", lambda: equal(hvac.Client(url=os.environ["VAULT_ADDR"], token="wrong", verify=client.adapter.session.verify).is_authenticated(), False)),
    ("health", lambda: equal(system.read_health_status(method="GET")["initialized"], True)),
    ("health by HEAD", lambda: equal(system.read_health_status().status_code, 200)),
    ("seal status", lambda: equal(system.is_sealed(), False)),
    ("leader", lambda: system.read_leader_status()),
    ("mounts", lambda: equal("pki/" in system.list_mounted_secrets_engines()["data"], True)),
    ("auth methods", lambda: equal("token/" in system.list_auth_methods()["data"], True)),
    ("mount", lambda: system.enable_secrets_engine("pki", path="hvac_pki")),
    ("tune", lambda: system.tune_mount_configuration("hvac_pki", max_lease_ttl="87600h")),
    ("read tuning", lambda: system.read_mount_configuration("hvac_pki")),
    ("root", lambda: pki.generate_root("internal", "hvac root", mount_point="hvac_pki")),
    ("root as PEM", lambda: equal(pki.read_ca_certificate(mount_point="hvac_pki").startswith("-----BEGIN"), True)),
    ("chain", lambda: pki.read_ca_certificate_chain(mount_point="pki")),
    ("issuers", lambda: pki.list_issuers(mount_point="pki")),
    ("urls", lambda: pki.set_urls({"issuing_certificates": ["https://example.com/ca"]}, mount_point="hvac_pki")),
    ("read urls", lambda: equal(pki.read_urls(mount_point="hvac_pki")["data"]["issuing_certificates"], ["https://example.com/ca"])),
    ("list configuration", lambda: pki.set_crl_configuration(expiry="24h", mount_point="hvac_pki")),
    ("read list configuration", lambda: equal(pki.read_crl_configuration(mount_point="hvac_pki")["data"]["expiry"], "24h")),
    ("role", lambda: pki.create_or_update_role("r", {"allow_any_name": True, "key_type": "ec"}, mount_point="hvac_pki")),
    ("read role", lambda: equal(pki.read_role("r", mount_point="hvac_pki")["data"]["allow_any_name"], True)),
    ("roles", lambda: equal(pki.list_roles(mount_point="hvac_pki")["data"]["keys"], ["r"])),
    ("issue", issue),
    ("read certificate", lambda: equal(pki.read_certificate(state["serial"])["data"]["certificate"][:10], "-----BEGIN")),
    ("certificates", lambda: equal(state["serial"] in pki.list_certificates()["data"]["keys"], True)),
    ("revoke", lambda: pki.revoke_certificate(state["serial"])),
    ("rotate list", lambda: equal(pki.rotate_crl()["data"]["success"], True)),
    ("read list", lambda: pki.read_crl()),
    ("intermediate", lambda: pki.generate_intermediate("internal", "hvac intermediate", mount_point="pki_new")),
    ("tidy", lambda: pki.tidy(mount_point="pki")),
    ("delete role", lambda: pki.delete_role("r", mount_point="hvac_pki")),
    ("a missing role", lambda: refused(lambda: pki.read_role("r", mount_point="hvac_pki"), hvac.exceptions.InvalidPath)),
    ("delete root", lambda: pki.delete_root(mount_point="hvac_pki")),
    ("aws roles", lambda: equal("deploy" in aws.list_roles()["data"]["keys"], True)),
    ("aws role", lambda: aws.create_or_update_role("hvac", "iam_user", policy_document={"Version": "2012-10-17", "Statement": []})),
    ("read aws role", lambda: equal(aws.read_role("hvac")["data"]["credential_type"], "iam_user")),
    ("aws credentials", lambda: equal(aws.generate_credentials("hvac")["data"]["access_key"][:4], "AKIA")),
    ("sts credentials", lambda: aws.generate_credentials("deploy", endpoint="sts", ttl="900s")),
    ("aws lease", lambda: aws.configure_lease("1h", "2h")),
    ("read aws lease", lambda: equal(aws.read_lease_config()["data"]["lease"], "1h0m0s")),
    ("delete aws role", lambda: aws.delete_role("hvac")),
    ("ldap configuration", lambda: equal(ldap.read_config()["data"]["userattr"], "uid")),
    ("ldap static roles", lambda: equal("app-01" in ldap.list_static_roles()["data"]["keys"], True)),
    ("ldap static credentials", lambda: equal(ldap.generate_static_credentials("app-01")["data"]["username"], "app-01")),
    ("ldap rotation", lambda: ldap.rotate_static_credentials("app-01")),
    ("ldap check-out", borrow),
    ("ldap check-in", lambda: client.write("ldap/library/team-a/check-in", service_account_names=state["account"])),
    ("lease", lease),
    ("renew lease", lambda: system.renew_lease(state["lease"], increment=60)),
    ("revoke lease", lambda: system.revoke_lease(state["lease"])),
    ("wrap", lambda: state.update(wrapped=client.read("pki/roles/web", wrap_ttl="60s"))),
    ("unwrap", lambda: equal("allowed_domains" in system.unwrap(state["wrapped"]["wrap_info"]["token"])["data"], True)),
    ("own token", lambda: client.auth.token.lookup_self()),
    ("capabilities", lambda: system.get_capabilities(["pki/roles/web"])),
    ("unmount", lambda: system.disable_secrets_engine("hvac_pki")),
]

run("hvac " + version("hvac"), checks)
