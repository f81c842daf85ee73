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

# Waits for its deployment.
resource "nomad_job" "rolling" {
  detach          = false
  preserve_counts = true
  hcl2 {
    vars = { color = "green" }
  }
  jobspec = <<-JOB
    variable "color" { type = string }
    job "tf-rolling" {
      datacenters = ["dc1"]
      group "app" {
        scaling {
          min = 1
          max = 3
        }
        update {
          max_parallel     = 1
          min_healthy_time = "1s"
        }
        task "server" {
          driver = "raw_exec"
          config {
            command = "sleep"
            args    = ["3600"]
          }
          env {
            COLOR = var.color
            COUNT = "${var.count_of_web}"
          }
          action "greet" {
            command = "/bin/echo"
            args    = ["hello"]
          }
        }
      }
    }
  JOB
}

resource "nomad_job" "mailer" {
  json             = true
  purge_on_destroy = true
  jobspec = jsonencode({ Job = {
    ID               = "tf-mailer"
    Name             = "tf-mailer"
    Namespace        = "batch"
    Type             = "batch"
    Datacenters      = ["dc1"]
    ParameterizedJob = { MetaRequired = ["to"], Payload = "optional" }
    TaskGroups = [{
      Name  = "mail"
      Tasks = [{ Name = "send", Driver = "raw_exec", Config = { command = "true" } }]
    }]
  } })
}

resource "nomad_job" "agent" {
  jobspec = <<-JOB
    job "tf-agent" {
      type        = "system"
      datacenters = ["*"]
      group "agent" {
        task "agent" {
          driver = "raw_exec"
          config {
            command = "sleep"
            args    = ["3600"]
          }
        }
      }
    }
  JOB
}

data "nomad_job_parser" "hcl" {
  hcl = "job \"parsed\" {\n  group \"g\" {\n    task \"t\" {\n      driver = \"raw_exec\"\n    }\n  }\n}\n"
}

data "nomad_allocations" "all" {}
data "nomad_deployments" "all" {}
data "nomad_datacenters" "all" {}

data "nomad_job" "web" {
  job_id     = nomad_job.web.id
}

data "nomad_namespaces" "all" {}
data "nomad_regions" "all" {}

output "type" { value = data.nomad_job.web.type }
