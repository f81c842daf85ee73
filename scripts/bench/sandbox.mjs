// The sandbox as others use it: how fast it starts, how many requests it serves on one core, and what it keeps.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

/** Starts `trivet sandbox serve` and waits for the lines with its addresses. */
const started = async (command, env) => {
  const child = spawn(command[0], [...command.slice(1), 'sandbox', 'serve'], {
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
const usage = (pid) => {
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
