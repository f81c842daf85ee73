/** Tests that the look-up command of a change goes to the server that got the change. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { useServers } from '../support/counting-server.ts';

const serve = useServers();
const { trivet } = useConfigFolder();

/** Reads the request and closes: the outcome is unknown. */
const hangingUp = () => serve((request) => request.socket.destroy());

const lookUpOf = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, stderr } = await trivet(`${line} -o json`, { env });
  expect(code, stderr).toBe(9);
  const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect(error.effect).toBe('unknown');
  return String(error.lookUp);
};

/** The target of a look-up command without flags. */
const elsewhere = {
  TRIVET_WORKSPACES_URL: 'http://127.0.0.1:9/api/v2',
  TRIVET_WORKSPACES_TOKEN: 'a-token',
  TRIVET_JOBS_TOKEN: 'a-token',
  TRIVET_JOBS_PRODUCT: 'nomad',
};

test('a look-up command names the address', async () => {
  const { origin } = await hangingUp();
  const lookUp = await lookUpOf(
    `workspace create one --organization acme --base-url ${origin}/api/v2`,
    elsewhere,
  );
  expect(lookUp).toBe(`trivet workspace show acme/one --base-url ${origin}/api/v2`);
});

test('a look-up command names the namespace and the region', async () => {
  const { origin } = await hangingUp();
  const env = { ...elsewhere, TRIVET_JOBS_URL: origin };
  const lookUp = await lookUpOf('job evaluate web --namespace team-a --region eu', env);
  expect(lookUp).toBe('trivet job evaluations web --namespace team-a --region eu');
});

test('a look-up command names the profile', async () => {
  const { origin } = await hangingUp();
  await trivet(`profile set staging --workspaces-url ${origin}/api/v2`);
  await trivet('auth login workspaces --profile staging --token-file -', { stdin: 'a-token' });
  await trivet('profile set prod --workspaces-url http://127.0.0.1:9/api/v2');
  await trivet('profile use prod');
  const lookUp = await lookUpOf('workspace create one --organization acme --profile staging');
  expect(lookUp).toBe('trivet workspace show acme/one --profile staging');
});

test('a look-up command names nothing that the environment chose', async () => {
  const { origin } = await hangingUp();
  const env = { ...elsewhere, TRIVET_WORKSPACES_URL: `${origin}/api/v2` };
  expect(await lookUpOf('workspace create one --organization acme', env)).toBe(
    'trivet workspace show acme/one',
  );
});
