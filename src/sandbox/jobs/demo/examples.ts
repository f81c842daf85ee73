/** Jobs with the names that the examples in the help use. */

/** A service with five versions that differ in color. */
export const WEB = `variable "color" {
  type    = string
  default = "blue"
}

job "web" {
  type = "service"

  meta {
    team  = "storefront"
    color = var.color
  }

  update {
    max_parallel      = 1
    min_healthy_time  = "1s"
    healthy_deadline  = "1m"
    progress_deadline = "5m"
  }

  group "app" {
    count = 1

    scaling {
      enabled = true
      min     = 1
      max     = 6
    }

    network {
      port "http" {}
    }

    service {
      name     = "web"
      provider = "nomad"
      port     = "http"
      tags     = ["\${var.color}"]
    }

    task "server" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/web"
        args    = ["-listen", "\${NOMAD_ADDR_http}"]
      }

      env {
        COLOR = var.color
      }

      resources {
        cpu    = 100
        memory = 64
      }

      action "greet" {
        command = "/bin/echo"
        args    = ["hello from web"]
      }

      action "console" {
        command = "/bin/cat"
      }
    }
  }
}
`;

export const MAILER = `job "mailer" {
  type = "batch"

  parameterized {
    payload       = "forbidden"
    meta_required = ["to"]
  }

  group "mail" {
    task "send" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/send-mail"
        args    = ["\${NOMAD_META_to}"]
      }
    }
  }
}
`;

export const RESIZE = `job "resize" {
  type = "batch"

  parameterized {
    payload = "required"
  }

  group "resize" {
    task "resize" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/resize"
      }

      dispatch_payload {
        file = "image"
      }
    }
  }
}
`;
