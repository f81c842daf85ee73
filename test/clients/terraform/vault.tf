variable "ttl" { default = 3600 }
variable "enterprise" { default = true }
variable "bundle" {}

terraform {
  required_providers {
    vault = {
      source = "hashicorp/vault"
    }
  }
}

provider "vault" {}

resource "vault_mount" "root" {
  path                  = "tf_pki"
  type                  = "pki"
  max_lease_ttl_seconds = 315360000
}

resource "vault_mount" "issuing" {
  path                  = "tf_int"
  type                  = "pki"
  max_lease_ttl_seconds = 31536000
}

resource "vault_pki_secret_backend_root_cert" "root" {
  backend     = vault_mount.root.path
  type        = "internal"
  common_name = "terraform root"
  ttl         = "87600h"
}

resource "vault_pki_secret_backend_config_urls" "urls" {
  backend              = vault_mount.root.path
  issuing_certificates = ["https://pki.example.com/ca"]
}

resource "vault_pki_secret_backend_crl_config" "list" {
  backend = vault_mount.root.path
  expiry  = "72h"
  disable = false
}

resource "vault_pki_secret_backend_intermediate_cert_request" "issuing" {
  backend     = vault_mount.issuing.path
  type        = "internal"
  common_name = "terraform intermediate"
}

resource "vault_pki_secret_backend_root_sign_intermediate" "issuing" {
  backend     = vault_mount.root.path
  csr         = vault_pki_secret_backend_intermediate_cert_request.issuing.csr
  common_name = "terraform intermediate"
  ttl         = "8760h"
  depends_on  = [vault_pki_secret_backend_root_cert.root]
}

resource "vault_pki_secret_backend_intermediate_set_signed" "issuing" {
  backend     = vault_mount.issuing.path
  certificate = vault_pki_secret_backend_root_sign_intermediate.issuing.certificate
}

resource "vault_pki_secret_backend_role" "web" {
  backend          = vault_mount.issuing.path
  name             = "web"
  allowed_domains  = ["example.com"]
  allow_subdomains = true
  key_type         = "ec"
  key_bits         = 256
  max_ttl          = var.ttl
}

resource "vault_pki_secret_backend_cert" "web" {
  backend     = vault_mount.issuing.path
  name        = vault_pki_secret_backend_role.web.name
  common_name = "tf.example.com"
  ttl         = "30m"
  depends_on  = [vault_pki_secret_backend_intermediate_set_signed.issuing]
}

resource "vault_mount" "imported" {
  path                      = "tf_imported"
  type                      = "pki"
  default_lease_ttl_seconds = var.ttl
  description               = "imported"
}

resource "vault_pki_secret_backend_config_ca" "imported" {
  backend    = vault_mount.imported.path
  pem_bundle = var.bundle
}

resource "vault_pki_secret_backend_role" "any" {
  backend           = vault_mount.issuing.path
  name              = "any"
  allow_any_name    = true
  enforce_hostnames = false
  key_type          = "any"
  key_usage         = ["DigitalSignature"]
  ext_key_usage     = ["ServerAuth"]
  ttl               = 600
  organization      = ["Example"]
}

resource "vault_pki_secret_backend_sign" "signed" {
  backend     = vault_mount.issuing.path
  name        = vault_pki_secret_backend_role.any.name
  csr         = vault_pki_secret_backend_intermediate_cert_request.issuing.csr
  common_name = "signed"
  depends_on  = [vault_pki_secret_backend_intermediate_set_signed.issuing]
}

resource "vault_aws_secret_backend" "cloud" {
  path                      = "tf_aws"
  access_key                = "AKIAIOSFODNN7EXAMPLE"
  secret_key                = "secret"
  region                    = "eu-central-1"
  default_lease_ttl_seconds = 3600
  max_lease_ttl_seconds     = var.ttl * 2
}

resource "vault_aws_secret_backend_role" "deploy" {
  backend         = vault_aws_secret_backend.cloud.path
  name            = "deploy"
  credential_type = "iam_user"
  policy_arns     = ["arn:aws:iam::aws:policy/ReadOnlyAccess"]
}

resource "vault_aws_secret_backend_role" "assumed" {
  backend         = vault_aws_secret_backend.cloud.path
  name            = "assumed"
  credential_type = "assumed_role"
  role_arns       = ["arn:aws:iam::123456789012:role/deploy"]
  default_sts_ttl = 900
  max_sts_ttl     = var.ttl
}

resource "vault_aws_secret_backend_role" "federated" {
  backend         = vault_aws_secret_backend.cloud.path
  name            = "federated"
  credential_type = "federation_token"
  iam_groups      = ["readers"]
  policy_document = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = "*" }]
  })
}

resource "vault_aws_secret_backend_static_role" "service" {
  backend         = "aws"
  name            = "tf-service"
  username        = "backup-user"
  rotation_period = "86400"
}

resource "vault_ldap_secret_backend" "directory" {
  path     = "tf_ldap"
  binddn   = "cn=bindadmin,dc=example,dc=com"
  bindpass = "bind-secret-1"
  url      = "ldaps://ldap.example.com"
  userdn   = "ou=users,dc=example,dc=com"
}

resource "vault_ldap_secret_backend_static_role" "app" {
  mount           = vault_ldap_secret_backend.directory.path
  role_name       = "app"
  username        = "app"
  dn              = "uid=app,ou=users,dc=example,dc=com"
  rotation_period = 86400
}

resource "vault_ldap_secret_backend_dynamic_role" "dev" {
  mount         = vault_ldap_secret_backend.directory.path
  role_name     = "dev"
  creation_ldif = "dn: cn={{.Username}},ou=users,dc=example,dc=com\nobjectClass: person\ncn: {{.Username}}\nsn: {{.Username}}\nuserPassword: {{.Password}}\n"
  deletion_ldif = "dn: cn={{.Username}},ou=users,dc=example,dc=com\nchangetype: delete\n"
  default_ttl   = 3600
  max_ttl       = var.ttl * 2
}

resource "vault_ldap_secret_backend_library_set" "team" {
  mount                 = vault_ldap_secret_backend.directory.path
  name                  = "team"
  service_account_names = ["svc-01", "svc-02"]
  ttl                   = 3600
  max_ttl               = var.ttl * 2
}

data "vault_ldap_static_credentials" "app" {
  mount     = vault_ldap_secret_backend.directory.path
  role_name = "app"
  depends_on = [vault_ldap_secret_backend_static_role.app]
}

data "vault_ldap_dynamic_credentials" "dev" {
  mount     = vault_ldap_secret_backend.directory.path
  role_name = "dev"
  depends_on = [vault_ldap_secret_backend_dynamic_role.dev]
}

data "vault_aws_static_access_credentials" "service" {
  backend = "aws"
  name    = vault_aws_secret_backend_static_role.service.name
}

resource "vault_namespace" "team" {
  count = var.enterprise ? 1 : 0
  path = "tf-team"
}

resource "vault_mount" "team" {
  count = var.enterprise ? 1 : 0
  namespace = one(vault_namespace.team[*].path)
  path      = "pki"
  type      = "pki"
}

resource "vault_pki_secret_backend_role" "team" {
  count = var.enterprise ? 1 : 0
  namespace      = one(vault_namespace.team[*].path)
  backend        = one(vault_mount.team[*].path)
  name           = "web"
  allow_any_name = true
  max_ttl        = var.ttl
}

resource "vault_config_ui_custom_message" "notice" {
  count          = var.enterprise ? 1 : 0
  title          = "Maintenance"
  message_base64 = base64encode("Tonight")
  type           = "banner"
  authenticated  = true
  start_time     = "2030-01-01T00:00:00Z"
  end_time       = "2030-01-02T00:00:00Z"
}

data "vault_pki_secret_backend_issuers" "issuing" {
  backend    = vault_mount.issuing.path
  depends_on = [vault_pki_secret_backend_intermediate_set_signed.issuing]
}
