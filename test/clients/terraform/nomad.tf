variable "count_of_web" { default = 1 }

terraform {
  required_providers {
    nomad = {
      source = "hashicorp/nomad"
    }
  }
}

provider "nomad" {}

resource "nomad_job" "web" {
  jobspec = <<-JOB
    job "tf-web" {
      datacenters = ["dc1"]
      type        = "service"
      meta {
        owner = "terraform"
      }
      group "app" {
        count = ${var.count_of_web}
        task "server" {
          driver = "raw_exec"
          config {
            command = "sleep"
            args    = ["3600"]
          }
          resources {
            cpu    = 50
            memory = 32
          }
        }
      }
    }
  JOB
}

resource "nomad_job" "batch" {
  purge_on_destroy = true
  jobspec          = <<-JOB
    job "tf-batch" {
      datacenters = ["dc1"]
      type        = "batch"
      periodic {
        crons = ["0 3 * * *"]
      }
      group "app" {
        task "once" {
          driver = "raw_exec"
          config {
            command = "true"
          }
        }
      }
    }
  JOB
}

data "nomad_job" "web" {
  job_id     = nomad_job.web.id
}

data "nomad_namespaces" "all" {}
data "nomad_regions" "all" {}

output "type" { value = data.nomad_job.web.type }
