import { describe, expect, it } from 'vitest';
import { asObject, openJobs, type Answer, type JsonBody } from './jobs-fixture.ts';

const parse = (JobHCL: string, more: JsonBody = {}): Promise<Answer> =>
  openJobs().ask('POST', '/v1/jobs/parse', { body: { JobHCL, ...more } });

async function parsed(source: string, more: JsonBody = {}): Promise<JsonBody> {
  const answer = await parse(source, more);
  if (answer.status !== 200) throw new Error(answer.text);
  return asObject(answer.json);
}

/** A job with one task with the given body. */
const withTask = (body: string): string =>
  `job "j" {\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n${body}\n    }\n  }\n}\n`;

async function taskOf(body: string, more: JsonBody = {}): Promise<unknown> {
  const job = await parsed(withTask(body), more);
  const groups = job['TaskGroups'] as { Tasks: unknown[] }[];
  return groups[0]?.Tasks[0];
}

const FULL = `
# a comment
variable "dc" { default = ["dc1", "dc2"] }
variable "count" {
  type    = number
  default = 2
}
locals {
  name = "web-\${var.count}"
}

job "web" {
  datacenters = var.dc
  type        = "service"
  priority    = 70
  namespace   = "default"
  meta {
    owner = local.name // another
  }
  constraint {
    attribute = "\${attr.kernel.name}"
    value     = "linux"
  }
  constraint { distinct_hosts = true }
  affinity {
    attribute = "\${node.datacenter}"
    value     = "dc1"
    weight    = 100
  }
  spread {
    attribute = "\${node.datacenter}"
    target "dc1" {
      percent = 60
    }
  }
  update {
    max_parallel     = 2
    min_healthy_time = "10s"
    auto_revert      = true
    canary           = 1
  }
  group "app" {
    count = var.count
    restart {
      attempts = 3
      delay    = "1m30s"
    }
    reschedule {
      unlimited = true
    }
    ephemeral_disk { size = 500 }
    network {
      mode = "bridge"
      port "http" { to = 8080 }
      port "admin" { static = 9000 }
    }
    volume "data" {
      type      = "host"
      source    = "data"
      read_only = true
    }
    scaling {
      min = 1
      max = 5
      policy {
        cooldown = "1m"
      }
    }
    service {
      name = "web"
      port = "http"
      tags = ["a", "b"]
      check {
        type     = "http"
        path     = "/health"
        interval = "10s"
        timeout  = "2s"
      }
    }
    task "server" {
      driver = "docker"
      config {
        image = "app:1"
        ports = ["http"]
        mount {
          type   = "bind"
          source = "local"
        }
        labels {
          a = "b"
        }
      }
      env {
        PORT = 8080
        ADDR = "\${NOMAD_ADDR_http}"
        BOTH = "x-\${var.count}-\${node.unique.name}"
      }
      template {
        data        = <<-EOT
          one
            two \${var.count} {{ env "X" }}
        EOT
        destination = "local/app.conf"
        env         = true
      }
      artifact {
        source  = "https://example.com/a.tgz"
        options = { checksum = "md5:1" }
      }
      volume_mount {
        volume      = "data"
        destination = "/data"
      }
      resources {
        cpu    = 500
        memory = 256
      }
      lifecycle {
        hook    = "prestart"
        sidecar = true
      }
      action "hi" {
        command = "/bin/echo"
        args    = ["hi"]
      }
      kill_timeout = "20s"
    }
  }
}
`;

describe('parsing a job file (4.3)', () => {
  it('maps its blocks to the job', async () => {
    expect(await parsed(FULL)).toMatchObject({
      ID: 'web',
      Name: 'web',
      Datacenters: ['dc1', 'dc2'],
      Type: 'service',
      Priority: 70,
      Meta: { owner: 'web-2' },
      Constraints: [
        { LTarget: '${attr.kernel.name}', Operand: '=', RTarget: 'linux' },
        { LTarget: '', Operand: 'distinct_hosts', RTarget: '' },
      ],
      Affinities: [{ LTarget: '${node.datacenter}', RTarget: 'dc1', Operand: '=', Weight: 100 }],
      Spreads: [{ Attribute: '${node.datacenter}', SpreadTarget: [{ Value: 'dc1', Percent: 60 }] }],
      Update: { MaxParallel: 2, MinHealthyTime: 10e9, AutoRevert: true, Canary: 1, Stagger: null },
      TaskGroups: [
        {
          Name: 'app',
          Count: 2,
          RestartPolicy: { Attempts: 3, Delay: 90e9, Mode: null },
          ReschedulePolicy: { Unlimited: true },
          EphemeralDisk: { SizeMB: 500 },
          Networks: [
            {
              Mode: 'bridge',
              DynamicPorts: [{ Label: 'http', To: 8080, Value: 0 }],
              ReservedPorts: [{ Label: 'admin', To: 0, Value: 9000 }],
            },
          ],
          Volumes: { data: { Name: 'data', Type: 'host', Source: 'data', ReadOnly: true } },
          Scaling: { Min: 1, Max: 5, Policy: { cooldown: '1m' }, Type: 'horizontal' },
          Services: [
            {
              Name: 'web',
              PortLabel: 'http',
              Tags: ['a', 'b'],
              Checks: [{ Type: 'http', Path: '/health', Interval: 10e9, Timeout: 2e9 }],
            },
          ],
          Tasks: [
            {
              Name: 'server',
              Driver: 'docker',
              Config: {
                image: 'app:1',
                ports: ['http'],
                mount: [{ type: 'bind', source: 'local' }],
                labels: [{ a: 'b' }],
              },
              Env: { PORT: '8080', ADDR: '${NOMAD_ADDR_http}', BOTH: 'x-2-${node.unique.name}' },
              Templates: [
                { EmbeddedTmpl: 'one\n  two 2 {{ env "X" }}\n', DestPath: 'local/app.conf', Envvars: true },
              ],
              Artifacts: [
                { GetterSource: 'https://example.com/a.tgz', GetterOptions: { checksum: 'md5:1' } },
              ],
              VolumeMounts: [{ Volume: 'data', Destination: '/data' }],
              Resources: { CPU: 500, MemoryMB: 256, Cores: null },
              Lifecycle: { Hook: 'prestart', Sidecar: true },
              Actions: [{ Name: 'hi', Command: '/bin/echo', Args: ['hi'] }],
              KillTimeout: 20e9,
            },
          ],
        },
      ],
    });
  });

  it('maps periodic and parameterized jobs', async () => {
    const source = `job "p" {
  type = "batch"
  periodic {
    cron             = "0 3 * * *"
    prohibit_overlap = true
    time_zone        = "Europe/Berlin"
  }
  parameterized {
    payload       = "required"
    meta_required = ["a"]
  }
}
`;
    expect(await parsed(source)).toMatchObject({
      Periodic: { Spec: '0 3 * * *', ProhibitOverlap: true, TimeZone: 'Europe/Berlin' },
      ParameterizedJob: { Payload: 'required', MetaRequired: ['a'], MetaOptional: null },
      TaskGroups: null,
    });
  });

  it('reads escapes, heredocs and literal templates', async () => {
    const body = `
      env {
        A = "tab\\tquote\\" back\\\\ \\u00fc $\${not} %%{not}"
        B = <<EOT
kept  as it is
  \${attr.cpu.arch}
EOT
      }`;
    expect(await taskOf(body)).toMatchObject({
      Env: { A: 'tab\tquote" back\\ ü ${not} %{not}', B: 'kept  as it is\n  ${attr.cpu.arch}\n' },
    });
  });

  it('reads lists, maps and comments over several lines', async () => {
    const body = `
      config {
        /* block
           comment */
        args = [
          "a", # one
          "b",
        ]
        nested = { a = 1, "b c" : [true, null] }
        big = 1.5e3
      }`;
    expect(await taskOf(body)).toMatchObject({
      Config: { args: ['a', 'b'], nested: { a: 1, 'b c': [true, null] }, big: 1500 },
    });
  });

  it('fills defaults with Canonicalize', async () => {
    const source = withTask('');
    expect(await parsed(source)).toMatchObject({ Region: null, Priority: null });
    expect(await parsed(source, { Canonicalize: true })).toMatchObject({
      Region: 'global',
      Priority: 50,
      Namespace: 'default',
      Type: 'service',
      TaskGroups: [{ Count: 1, Tasks: [{ KillTimeout: 5e9, Resources: { CPU: 100, MemoryMB: 300 } }] }],
    });
  });
});

describe('variables', () => {
  const source = `
variable "n" {
  type = number
}
variable "list" {
  type    = list(string)
  default = []
}
variable "text" {
  default = "plain"
}
${withTask('env {\n N = "${var.n}"\n T = var.text\n }\n config {\n list = var.list\n first = var.n\n }')}`;

  const env = async (more: JsonBody): Promise<unknown> => {
    const job = await parsed(source, more);
    return (job['TaskGroups'] as { Tasks: unknown[] }[])[0]?.Tasks[0];
  };

  it('come from flags, then from the text of a file', async () => {
    const Variables = 'n = 3\ntext = "from file"\nlist = ["x"]\nunknown = 1\n';
    expect(await env({ Variables })).toMatchObject({
      Env: { N: '3', T: 'from file' },
      Config: { list: ['x'], first: 3 },
    });
    expect(await env({ Variables, VariableFlags: { n: '4', list: '["y", "z"]' } })).toMatchObject({
      Env: { N: '4', T: 'from file' },
      Config: { list: ['y', 'z'], first: 4 },
    });
  });

  it('that are used must be set', async () => {
    expect(await parse(source)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Unset variable "n"') as string,
    });
  });

  it('must have their type', async () => {
    expect((await parse(source, { Variables: 'n = "many"' })).text).toContain('Invalid value for variable');
    expect((await parse(source, { VariableFlags: { n: '1', list: 'x' } })).text).toContain('Invalid value');
  });

  it('with bad syntax in their file are refused', async () => {
    expect((await parse(source, { Variables: 'this is = not' })).text).toContain(
      'unable to parse var content',
    );
  });
});

describe('the legacy parser', () => {
  const source =
    'job "x" {\n  "type" = "batch"\n  group "g" { count = 1 task "t" { driver = "raw_exec" } }\n}\n';

  it('accepts quoted names and one-line blocks', async () => {
    expect(await parsed(source, { HCLv1: true })).toMatchObject({
      Type: 'batch',
      TaskGroups: [{ Count: 1, Tasks: [{ Driver: 'raw_exec' }] }],
    });
    expect((await parse(source)).text).toContain('input.hcl:2,3-4: Invalid argument name');
  });
});

describe('a job file is refused', () => {
  it.each([
    ['', 'Job spec is empty'],
    ['job "x" {\n  type = batch\n', 'Failed to parse job: input.hcl:1,9-10: Unclosed configuration block'],
    [
      'job "x" {\n  type = batch\n}\n',
      'input.hcl:2,10-15: Unknown variable; There is no variable named "batch".',
    ],
    [
      'variable "a" {\n  default = 1\n}\n',
      'Failed to parse job: <nil>: Missing job block; A job block is required',
    ],
    ['job "x" { group "g" { count = 1 } }', 'Argument definition required; A single-line block definition'],
    [
      'job "x" {\n  typ = "batch"\n  grup "g" {\n  }\n}\n',
      'input.hcl:2,3-6: Unsupported argument; An argument named "typ" is not expected here.\ninput.hcl:3,3-7: Unsupported block type',
    ],
    [
      'job "x" {\n  meta {\n    a = file("a.txt")\n  }\n}\n',
      'input.hcl:3,9-14: Error in function call; Call to function "file" failed: filesystem function disabled.',
    ],
    ['job "x" {\n  name = upper("x")\n}\n', 'Functions are not supported by the sandbox: "upper"'],
    ['job "x" {\n  name = "a ${upper("x")}"\n}\n', 'Functions are not supported by the sandbox: "upper"'],
    ['job "x" {\n  priority = 1 + 2\n}\n', 'input.hcl:2,16-17: Unsupported operator'],
    ['job "x" {\n  all_at_once = true ? true : false\n}\n', 'Unsupported operator'],
    ['job "x" {\n  datacenters = [for d in ["a"] : d]\n}\n', 'For expressions are not supported'],
    [
      'job "x" {\n  dynamic "group" {\n  }\n}\n',
      'input.hcl:2,3-10: Unsupported block type; Dynamic blocks are not supported',
    ],
    ['job "x" {\n  name = "%{ if true }a%{ endif }"\n}\n', 'Template directives are not supported'],
    ['job "x" {\n  priority = "high"\n}\n', 'Unsuitable value type'],
    ['job "x" {\n  group {\n  }\n}\n', 'Missing name for group'],
    ['job "x" {\n  name = "a\n"\n}\n', 'Invalid multi-line string'],
    ['job "x" {\n  name = "a" region = "b"\n}\n', 'Missing newline after argument'],
    ['job "x" {\n  name = "a"\n  name = "b"\n}\n', 'Attribute redefined'],
    ['job "x" {\n  update {\n  }\n  update {\n  }\n}\n', 'Duplicate update block'],
    ['job "a" {\n}\njob "b" {\n}\n', 'Duplicate job block'],
    ['job "x" {\n  name = <<EOT\nnever\n}\n', 'No closing marker EOT was found'],
  ])('for %j', async (source, text) => {
    const answer = await parse(source);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
  });
});
