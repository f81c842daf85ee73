export const API = `variable "release" {
  type    = string
  default = "1"
}

job "api" {
  type = "service"

  meta {
    team    = "platform"
    release = var.release
  }

  update {
    max_parallel      = 2
    min_healthy_time  = "1s"
    healthy_deadline  = "1m"
    progress_deadline = "5m"
  }

  group "web" {
    count = 2

    scaling {
      enabled = true
      min     = 1
      max     = 6
    }

    network {
      port "http" {}
    }

    service {
      name     = "api-web"
      provider = "nomad"
      port     = "http"
      tags     = ["release-\${var.release}", "public"]
    }

    task "server" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/api"
        args    = ["-listen", "\${NOMAD_ADDR_http}"]
      }

      env {
        RELEASE = var.release
      }

      resources {
        cpu    = 200
        memory = 128
      }

      action "greet" {
        command = "/bin/echo"
        args    = ["hello from api"]
      }

      action "fail" {
        command = "/bin/sh"
        args    = ["-c", "echo working; echo 'it went wrong' >&2; exit 3"]
      }

      action "cat" {
        command = "/bin/cat"
      }

      action "upper" {
        command = "/usr/bin/tr"
        args    = ["a-z", "A-Z"]
      }

      action "flood" {
        command = "/usr/bin/seq"
        args    = ["1", "170000"]
      }

      action "size" {
        command = "/usr/local/bin/report-size"
      }

      action "slow" {
        command = "/bin/sh"
        args    = ["-c", "echo start; sleep 1; echo middle; sleep 1; echo end"]
      }
    }
  }

  group "worker" {
    task "worker" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/worker"
      }

      env {
        RELEASE = var.release
      }
    }
  }
}
`;

export const REPORT = `job "report" {
  type = "batch"

  meta {
    team = "finance"
  }

  parameterized {
    payload       = "optional"
    meta_required = ["month"]
    meta_optional = ["format"]
  }

  group "render" {
    task "render" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/render"
        args    = ["\${NOMAD_META_month}"]
      }

      dispatch_payload {
        file = "input.json"
      }
    }
  }
}
`;

export const NIGHTLY = `job "nightly" {
  type = "batch"

  meta {
    team = "platform"
  }

  periodic {
    cron             = "0 3 * * *"
    prohibit_overlap = true
  }

  group "backup" {
    task "backup" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/backup"
      }
    }
  }
}
`;

export const CACHE = `job "cache" {
  type     = "service"
  priority = 70

  meta {
    team = "platform"
  }

  group "cache" {
    network {
      port "redis" {
        static = 6379
      }
    }

    service {
      name     = "cache"
      provider = "nomad"
      port     = "redis"
    }

    task "redis" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/redis-server"
      }

      resources {
        cpu    = 500
        memory = 256
      }
    }
  }
}
`;

export const HUGE = `job "huge" {
  type = "service"

  group "app" {
    task "app" {
      driver = "raw_exec"

      config {
        command = "/usr/local/bin/app"
      }

      resources {
        memory = 9000000
      }
    }
  }
}
`;

function small(name: string, team: string, command: string, args: string): string {
  return `job "${name}" {
  type = "batch"

  meta {
    team = "${team}"
  }

  group "work" {
    task "run" {
      driver = "raw_exec"

      config {
        command = "${command}"
        args    = [${args}]
      }

      resources {
        cpu    = 20
        memory = 20
      }
    }
  }
}
`;
}

export const BROKEN = small(
  'broken',
  'data',
  '/bin/sh',
  '"-c", "echo reading input.csv; echo cannot open input.csv: no such file >&2; exit 2"',
);

export const CRUNCH = small('crunch', 'data', '/bin/sleep', '"86400"');

export const IMPORTS: readonly string[] = Array.from({ length: 25 }, (_, at) => {
  const name = `import-${String(at + 1).padStart(2, '0')}`;
  return small(name, at % 2 === 0 ? 'data' : 'finance', '/usr/local/bin/import', `"${name}"`);
});
