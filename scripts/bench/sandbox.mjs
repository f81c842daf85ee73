// The sandbox as others use it: how fast it starts, how many requests it serves on one core, and what it keeps.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts `trivet sandbox start` and waits for the lines with its addresses. */
export const started = async (command, env, flags = []) => {
  const child = spawn(command[0], [...command.slice(1), 'sandbox', 'serve', ...flags], {
    env: { PATH: env.PATH, HOME: env.HOME },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const variables = {};
  for await (const line of createInterface(child.stdout)) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    variables[name] = value;
    if (name === 'TRIVET_SANDBOX_CONTROL') break;
  }
  return { child, variables };
};

const ask = (agent, url, token) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'x-nomad-token': token } }, (reply) => {
      reply
        .on('error', reject)
        .on('end', () => resolve(reply.statusCode))
        .resume();
    });
    sent.on('error', reject).end();
  });

/** Milliseconds from the start of the process to its first reply. */
export const firstReply = async (command, env) => {
  const begin = process.hrtime.bigint();
  const { child, variables } = await started(command, env);
  const status = await ask(undefined, `${variables.TRIVET_JOBS_URL}/v1/job/web`, variables.TRIVET_JOBS_TOKEN);
  const milliseconds = Number(process.hrtime.bigint() - begin) / 1e6;
  child.kill();
  if (status !== 200) throw new Error(`the sandbox replied ${status}`);
  return milliseconds;
};

/** CPU seconds and resident megabytes of a process; undefined without /proc. */
export const usage = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, megabytes: Number(resident) / 1024 };
  } catch {
    return undefined;
  }
};

/** Sends reads in four rounds of equal size: requests for each second of CPU, and the memory after the rounds. */
export const manyRequests = async (command, env, total) => {
  const { child, variables } = await started(command, env);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { TRIVET_JOBS_URL: jobs, TRIVET_SECRETS_URL: secrets, TRIVET_WORKSPACES_URL: workspaces } = variables;
  const urls = [
    `${jobs}/v1/job/web/summary`,
    `${secrets}/pki/roles/web`,
    `${workspaces}/organizations/acme/workspaces/network-prod`,
    `${jobs}/v1/job/none`,
  ];
  let count = 0;
  const work = async (until) => {
    while (count < until) {
      count += 1;
      await ask(agent, urls[count % urls.length], variables.TRIVET_JOBS_TOKEN);
    }
  };
  const memory = [];
  const before = usage(child.pid);
  for (let round = 1; round <= 4; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => work((total * round) / 4)));
    memory.push(usage(child.pid)?.megabytes);
  }
  const after = usage(child.pid);
  agent.destroy();
  child.kill();
  return before === undefined || after === undefined
    ? undefined
    : { perSecond: total / (after.cpu - before.cpu), memory };
};

/** A folder with this many objects of four kinds, as `trivet export` writes them. */
export const stateFolder = (total) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const task = {
    Name: 't',
    Driver: 'raw_exec',
    Config: { command: 'sleep' },
    Resources: { CPU: 10, MemoryMB: 10 },
  };
  const job = { Type: 'service', Datacenters: ['dc1'], TaskGroups: [{ Name: 'g', Count: 1, Tasks: [task] }] };
  const kinds = {
    workspace: { organization: 'acme', settings: { 'auto-apply': false }, tags: ['a', 'b'] },
    'pki-role': { mount: 'pki', settings: { allowed_domains: ['example.com'], ttl: '72h' } },
    'cloud-role': {
      mount: 'aws',
      settings: { credential_type: 'iam_user', policy_arns: ['arn:aws:iam::aws:policy/A'] },
    },
    job: { settings: job },
  };
  for (const [kind, object] of Object.entries(kinds)) {
    const documents = Array.from({ length: total / Object.keys(kinds).length }, (_, index) =>
      JSON.stringify({ kind, name: `o${index}`, ...object }),
    );
    writeFileSync(join(folder, `${kind}.yaml`), documents.map((one) => `---\n${one}\n`).join(''));
  }
  return folder;
};

/** CPU seconds until a sandbox has taken over the objects of files; undefined without /proc. */
export const fromFiles = async (command, env, total) => {
  const folder = stateFolder(total);
  try {
    const { child, variables } = await started(command, env, ['--state', folder]);
    const url = `${variables.TRIVET_JOBS_URL}/v1/job/o${total / 4 - 1}`;
    const status = await ask(undefined, url, variables.TRIVET_JOBS_TOKEN);
    const spent = usage(child.pid)?.cpu;
    child.kill();
    if (status !== 200) throw new Error(`the sandbox replied ${status}`);
    return spent;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
