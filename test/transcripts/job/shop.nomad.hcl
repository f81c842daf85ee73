variable "color" { default = "blue" }
variable "script" { default = "sleep 600" }
variable "memory" { default = 20 }
variable "healthy" { default = "0s" }
variable "canary" { default = 0 }
variable "revert" { default = false }
variable "type" { default = "service" }
variable "restarts" { default = 0 }
variable "silent" { default = false }
variable "kernel" { default = "linux" }

job "shop" {
  type = var.type
  constraint {
    attribute = "${attr.kernel.name}"
    value     = var.kernel
  }
  group "app" {
    restart {
      attempts = var.restarts
      delay    = "0s"
      mode     = "fail"
    }
    reschedule {
      attempts  = 0
      unlimited = false
    }
    update {
      min_healthy_time = var.healthy
      canary           = var.canary
      auto_revert      = var.revert
    }
    task "server" {
      driver = "raw_exec"
      config {
        command = "/bin/sh"
        args    = ["-c", var.script]
      }
      logs {
        disabled = var.silent
      }
      env {
        COLOR = var.color
      }
      resources {
        cpu    = 20
        memory = var.memory
      }
      action "fail" {
        command = "/bin/sh"
        args    = ["-c", "echo out; echo err >&2; exit 3"]
      }
      action "upper" {
        command = "/usr/bin/tr"
        args    = ["a-z", "A-Z"]
      }
    }
  }
}
