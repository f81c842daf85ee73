variable "description" { default = "first" }
variable "enterprise" { default = false }

terraform {
  required_providers {
    tfe = {
      source = "hashicorp/tfe"
    }
  }
}

provider "tfe" {
  organization = "demo"
}

resource "tfe_ssh_key" "deploy" {
  name = "tf-deploy"
  key  = "not a key"
}

resource "tfe_workspace" "network" {
  name                          = "tf-network"
  description                   = var.description
  tag_names                     = ["network", "core"]
  auto_apply                    = true
  queue_all_runs                = false
  structured_run_output_enabled = false
  working_directory             = "infra"
  ssh_key_id                    = tfe_ssh_key.deploy.id
  force_delete                  = true
}

resource "tfe_workspace" "dns" {
  name = "tf-dns"
}

resource "tfe_workspace_settings" "dns" {
  workspace_id              = tfe_workspace.dns.id
  execution_mode            = "local"
  global_remote_state       = false
  remote_state_consumer_ids = [tfe_workspace.network.id]
}

resource "tfe_workspace" "pipeline" {
  name                           = "tf-pipeline"
  project_id                     = data.tfe_project.ordinary.id
  terraform_version              = "1.9.8"
  allow_destroy_plan             = false
  auto_apply_run_trigger         = true
  auto_destroy_activity_duration = "14d"
  file_triggers_enabled          = true
  queue_all_runs                 = false
  speculative_enabled            = false
  trigger_patterns               = ["/modules/**/*"]
  source_name                    = "terraform"
  source_url                     = "https://example.com/pipeline"
  tags                           = { team = "net", stage = var.description }
  vcs_repo {
    identifier     = "acme/pipeline"
    branch         = "main"
    oauth_token_id = "ot-hmAyP66qk2AMVdbJ"
  }
}

resource "tfe_workspace" "prefixed" {
  name                = "tf-prefixed"
  assessments_enabled = !var.enterprise
  auto_destroy_at  = "2099-01-01T00:00:00Z"
  trigger_prefixes = ["/${var.description}"]
}

resource "tfe_workspace_settings" "pipeline" {
  workspace_id   = tfe_workspace.pipeline.id
  execution_mode = "agent"
  agent_pool_id  = data.tfe_agent_pool.edge.id
}

resource "tfe_organization" "own" {
  name  = "tf-organization"
  email = "terraform@example.com"
}

resource "tfe_data_retention_policy" "network" {
  count        = var.enterprise ? 1 : 0
  workspace_id = tfe_workspace.network.id
  delete_older_than {
    days = var.description == "first" ? 30 : 60
  }
}

resource "tfe_data_retention_policy" "dns" {
  count        = var.enterprise ? 1 : 0
  workspace_id = tfe_workspace.dns.id
  dont_delete {}
}

data "tfe_agent_pool" "edge" {
  name = "edge"
}

data "tfe_project" "ordinary" {
  name = "Default Project"
}

data "tfe_organizations" "all" {}

data "tfe_organization_tags" "all" {
  organization = "demo"
  depends_on   = [tfe_workspace.network]
}

data "tfe_workspace_ids" "tagged" {
  tag_names  = ["core"]
  depends_on = [tfe_workspace.network]
}

data "tfe_workspace" "network" {
  name       = tfe_workspace.network.name
}

data "tfe_workspace_ids" "all" {
  names      = ["tf-*"]
  depends_on = [tfe_workspace.dns, tfe_workspace.network]
}

data "tfe_organization" "demo" {
  name = "demo"
}

data "tfe_ssh_key" "modules" {
  name = "modules"
}

output "workspaces" { value = keys(data.tfe_workspace_ids.all.ids) }
