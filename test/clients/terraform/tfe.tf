variable "description" { default = "first" }

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
