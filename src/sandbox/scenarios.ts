/** Makes things go wrong by requests to the sandbox's own APIs, through which a client can also repair them. */
import type { Json } from './contract.ts';
import type { Ask } from './control/asking.ts';

type Play = (ask: Ask) => Promise<void>;

const must = async (ask: Ask, method: string, path: string, body?: Json): Promise<Json> => {
  const reply = await ask(method, path, body);
  const text = Buffer.isBuffer(reply.body) ? reply.body.toString() : JSON.stringify(reply.body ?? null);
  if (reply.status < 200 || reply.status > 299) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return Buffer.isBuffer(reply.body) ? null : (reply.body ?? null);
};

type Fields = Record<string, Json>;

const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...(value as Fields) } : {};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const change = async (ask: Ask, id: string, group: Fields, task: Fields): Promise<void> => {
  const job = fieldsOf(await must(ask, 'GET', `/v1/job/${id}`));
  const [first, ...others] = listOf(job['TaskGroups']).map(fieldsOf);
  const [server, ...tasks] = listOf(first?.['Tasks']).map(fieldsOf);
  const groups = [{ ...first, ...group, Tasks: [{ ...server, ...task }, ...tasks] }, ...others];
  await must(ask, 'POST', '/v1/jobs', { Job: { ...job, TaskGroups: groups } });
};

/** Its cause is only in its log. */
const crashLoop: Play = async (ask) => {
  const script = 'echo starting web; echo "FATAL: DATABASE_URL is not set" >&2; exit 1';
  const restart = { Attempts: 2, Interval: 600_000_000_000, Delay: 1_000_000_000, Mode: 'fail' };
  const task = { Driver: 'raw_exec', Config: { command: '/bin/sh', args: ['-c', script] } };
  await change(ask, 'web', { RestartPolicy: restart }, task);
};

const stuckDeployment: Play = async (ask) => {
  const update = {
    Canary: 1,
    MaxParallel: 1,
    AutoPromote: false,
    AutoRevert: false,
    MinHealthyTime: 1_000_000_000,
    HealthyDeadline: 60_000_000_000,
    ProgressDeadline: 120_000_000_000,
  };
  await change(ask, 'api', { Update: update }, { Env: { RELEASE: '4' } });
};

const forgottenLock: Play = async (ask) => {
  const path = '/api/v2/organizations/demo/workspaces/billing-prod';
  const found = (await must(ask, 'GET', path)) as { readonly data: { readonly id: string } };
  const reason = { reason: 'Migration CHG-1882, back in ten minutes' };
  await must(ask, 'POST', `/api/v2/workspaces/${found.data.id}/actions/lock`, reason);
};

const expiredCertificate: Play = async (ask) => {
  await must(ask, 'POST', '/v1/pki/issue/web', { common_name: 'shop.example.com', ttl: '1s' });
};

const sealedSecrets: Play = async (ask) => {
  await must(ask, 'POST', '/v1/sys/seal');
};

const plays: Readonly<Record<string, Play>> = {
  'crash-loop': crashLoop,
  'stuck-deployment': stuckDeployment,
  'forgotten-lock': forgottenLock,
  'expired-certificate': expiredCertificate,
  'sealed-secrets': sealedSecrets,
};

export async function playScenarios(names: readonly string[], ask: Ask): Promise<void> {
  for (const name of names) {
    const play = plays[name];
    if (play === undefined)
      throw new Error(`scenario '${name}' is not one of ${Object.keys(plays).join(', ')}`);
    await play(ask);
  }
}
