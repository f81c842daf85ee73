/** Job files for tests, as text and as files in a folder that is removed with the test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A service with one group, a variable, and an action that exits with 3. */
export const serviceFile = (id: string, more = ''): string => `variable "color" {
  type    = string
  default = "blue"
}

job "${id}" {
  type = "service"
${more}
  group "app" {
    count = 1
    update {
      min_healthy_time = "0s"
    }
    task "server" {
      driver = "raw_exec"
      config {
        command = "/bin/sleep"
        args    = ["600"]
      }
      env {
        COLOR = var.color
      }
      resources {
        cpu    = 20
        memory = 20
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
`;

export const batchFile = (id: string, block: string): string => `job "${id}" {
  type = "batch"
${block}
  group "work" {
    task "run" {
      driver = "raw_exec"
      config {
        command = "/bin/true"
      }
      resources {
        cpu    = 20
        memory = 20
      }
    }
  }
}
`;

export const parameterized = `  parameterized {
    payload       = "optional"
    meta_required = ["to"]
  }`;

export const periodic = `  periodic {
    crons            = ["0 3 * * *"]
    prohibit_overlap = true
  }`;

/** Writes a file in the test's own folder and returns its path. */
export const useFolder = (): ((name: string, text: string) => string) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-jobs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
};

/** Repeats until `done`, for at most half a minute. */
export const eventually = async <T>(attempt: () => Promise<T>, done: (value: T) => boolean): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    const value = await attempt();
    if (done(value)) return value;
    if (tries >= 150) throw new Error(`not reached: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
