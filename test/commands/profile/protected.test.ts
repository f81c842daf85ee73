/** Tests that every change to a protected server is confirmed, with its name, whatever the door. */
import { describe, expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import { useProtectedProfile } from '../../support/protected.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { typing } from '../../support/typing.ts';
import { secretsServer } from '../../support/small-server.ts';

const { trivet, file, profiles, changes } = useProtectedProfile();
const serve = useServers();

describe('a change to a protected profile', () => {
  test('is refused without a terminal, also with --yes, and names profile and server', async () => {
    for (const line of [
      'workspace lock dns-qa',
      'workspace lock dns-qa --yes',
      'pki role delete web --yes',
    ]) {
      const { code, stderr } = await trivet(line);
      expect(code).toBe(2);
      expect(stderr).toContain('confirmation required');
      expect(stderr).toMatch(/\[prod\] .*http:\/\/127\.0\.0\.1/);
      expect(stderr).toContain('--confirm-profile prod');
    }
    expect(changes()).toEqual([]);
  });

  test('needs a yes if it destroys nothing, and the success line carries the profile', async () => {
    const no = await trivet('workspace lock dns-qa', { typed: 'n', tty: true });
    expect(no.code).toBe(2);
    expect(changes()).toEqual([]);
    const yes = await trivet('workspace lock dns-qa', { typed: 'y', tty: true, env: { NO_COLOR: '1' } });
    expect(yes.code).toBe(0);
    expect(yes.stdout).toMatch(/^\[prod\] /);
  });

  test('needs the name typed if it destroys', async () => {
    expect((await trivet('pki role delete web --yes', { typed: 'y' })).code).toBe(2);
    expect((await trivet('pki role delete web', { typed: 'staging' })).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await trivet('pki role delete web', { typed: 'prod' })).code).toBe(0);
    expect(changes()).toEqual(['DELETE /v1/pki/roles/web']);
  });

  test('is confirmed by --confirm-profile for scripts; a question of its own still needs --yes or --confirm', async () => {
    expect((await trivet('workspace lock dns-qa --confirm-profile prod')).code).toBe(0);
    expect((await trivet('pki role delete web --confirm-profile prod')).code).toBe(2);
    expect((await trivet('pki role delete web --confirm-profile prod --yes')).code).toBe(0);
    const wrong = await trivet('workspace unlock dns-qa --confirm-profile staging --yes');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain(
      '--confirm-profile "staging" does not match: the server comes from profile prod',
    );
    expect(changes()).toHaveLength(2);
  });

  test('is not asked for by reads and dry runs', async () => {
    expect((await trivet('workspace list')).code).toBe(0);
    expect((await trivet('workspace lock dns-qa --dry-run')).code).toBe(0);
    expect(changes()).toEqual([]);
  });
});

describe('on a protected profile', () => {
  test('a lower count and a dropped group want the name typed, a higher count only a yes', async () => {
    expect((await trivet('job scale web app 4', { typed: 'y' })).code).toBe(0);
    const lower = await trivet('job scale web app 0', { typed: 'y' });
    expect(lower.code).toBe(2);
    const refused = await trivet('job scale web app 0 --confirm-profile prod');
    expect(refused.stderr).toMatch(/Scale app of job web down from \d+ to 0\?/);
    const elsewhere = await trivet('job revert crunch --to previous --namespace batch', { typed: 'n' });
    expect(elsewhere.stderr).not.toContain('namespace default');
    expect(changes()).toHaveLength(1);
  });

  test.each([
    ['job scale web app 9 --set Count=0', /Scale app of job web down from \d+ to 0\?/],
    ['job scale web app --message less --body \'{"Count":0}\'', /Scale app of job web down from \d+ to 0\?/],
    ['job scale web app 9 --set count=0', /Scale app of job web down from \d+ to 0\?/],
    [`job scale web app --message less --body '{"count":0}'`, /Scale app of job web down from \d+ to 0\?/],
    [`job register FILE --set '/job/taskgroups=[]'`, /and remove group app/],
    ['job register FILE --set /Job/Stop=true', /Register job web as stopped, which stops it\?/],
    ['job register FILE --set /Job/TaskGroups/0/count=0', /and scale app down from \d+ to 0\?/],
    ['job register FILE --set /Job/TaskGroups/0/Count=0', /and scale app down from \d+ to 0\?/],
    [
      `job register FILE --set '/Job/ID="crunch"' --set '/Job/Namespace="batch"'`,
      /Register job crunch and remove group/,
    ],
  ])('%s wants the name typed: what is sent decides', async (line, question) => {
    const path = file('web.json', (await trivet('job show web -o json')).stdout);
    const given = line.replace('FILE', path);
    expect((await trivet(`${given} --confirm-profile prod`)).stderr).toMatch(question);
    expect((await trivet(`${given} --yes`, { typed: 'y' })).code).toBe(2);
    expect(changes()).toEqual([]);
  });

  test.each([
    ['drops a group', { Name: 'other' }, /and remove group app \(\d+\)\?/],
    ['lowers a count', { Count: 0 }, /and scale app down from \d+ to 0\?/],
  ])('a file that %s wants the name typed', async (_, change, question) => {
    const job = JSON.parse((await trivet('job show web -o json')).stdout);
    const [group] = job.TaskGroups;
    const path = file('web.json', JSON.stringify({ Job: { ...job, TaskGroups: [{ ...group, ...change }] } }));
    expect((await trivet(`job register ${path} --confirm-profile prod`)).stderr).toMatch(question);
    expect((await trivet(`job register ${path} --yes`, { typed: 'y' })).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await trivet(`job register ${path}`, { typed: 'prod' })).code).toBe(0);
    expect(changes()).toHaveLength(1);
  });

  test.each([
    [
      'many',
      'workspace lock --where tag=prod --where locked=false --yes',
      'workspace lock --where tag=prod --where locked=false --confirm-profile prod --yes',
      11,
    ],
    ['api', 'api workspaces POST /workspaces/ws-x/actions/unlock', undefined, 0],
    ['batch', 'batch run LINES --yes', 'batch run LINES --yes --confirm-profile prod', 1],
  ])('%s is held to it too', async (_, without, withName, count) => {
    const lines = file('lines.txt', 'workspace lock dns-qa\n');
    const run = (line: string) => trivet(line.replace('LINES', lines));
    const refused = await run(without);
    expect(refused.code).not.toBe(0);
    expect(changes()).toEqual([]);
    if (withName === undefined) return;
    expect((await run(withName)).code).toBe(0);
    expect(changes()).toHaveLength(count);
  });

  test('a batch is refused as a whole, before its first line is sent', async () => {
    const line = 'batch run - --yes --confirm-profile prod --parallel 1';
    const stdin = 'workspace lock dns-qa\nworkspace lock dns-dev --confirm-profile other\n';
    const { code, stderr } = await trivet(line, { stdin });
    expect([code, stderr]).toEqual([2, expect.stringContaining('line 2: ')]);
    const none = await trivet('batch run - --yes', { stdin });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('prod is protected')]);
    expect(changes()).toEqual([]);
  });

  test("a vendor's variable with another address is refused", async () => {
    const other = await serve();
    const { code, stderr } = await trivet('job list', { env: { NOMAD_ADDR: other.origin } });
    expect(code).toBe(3);
    expect(stderr).toContain('NOMAD_ADDR');
    expect(stderr).toContain('protected');
    expect(other.seen).toEqual([]);
  });

  test('the setting stays, and explain and show name it', async () => {
    await trivet('profile set prod --jobs-namespace batch');
    expect(profiles()).toContain('"protected": true');
    const before = profiles();
    const off = await trivet('profile set prod --no-protected');
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('only by editing the profiles file')]);
    expect(profiles()).toBe(before);
    expect((await trivet('profile explain jobs')).stdout).toMatch(/protected\tprod\tprofile "prod"/);
  });
});

test('TRIVET_PROTECTED protects servers without a profile, by their host', async () => {
  const server = await serve((_, response) =>
    response.writeHead(200).end('{"EvalID":"e","JobModifyIndex":1}'),
  );
  const env = { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't', TRIVET_PROTECTED: '1' };
  expect((await trivet('job evaluate web --yes', { env })).code).toBe(2);
  expect(server.seen).toEqual([]);
  const host = new URL(server.origin).host;
  expect((await trivet(`job evaluate web --confirm-profile ${host}`, { env })).code).toBe(0);
});

test('the question about a registration names the namespace of the file', async () => {
  const path = file(
    'elsewhere.json',
    JSON.stringify({ Job: { ID: 'elsewhere', Namespace: 'batch', TaskGroups: [] } }),
  );
  const shown: string[] = [];
  const { code } = await trivet(`job register ${path} --yes`, { io: typing(['n'], shown) });
  expect([code, shown.join('')]).toEqual([2, expect.stringMatching(/\[prod\] [^?]*\? \(namespace batch/)]);
  expect(changes()).toEqual([]);
});

describe('the question of a protected profile', () => {
  const asked = async (line: string) => {
    const server = await secretsServer(({ method, path }) => {
      if (path.includes('/sys/internal/ui/mounts/pki/'))
        return { body: { data: { type: 'pki', path: 'pki/' } } };
      if (path.includes('/sys/internal/ui/mounts')) return { status: 404, body: { errors: [] } };
      return method === 'GET'
        ? { body: { data: { ttl: 3600, max_ttl: 0, allow_any_name: true, key_type: 'rsa', key_bits: 2048 } } }
        : { status: 204 };
    });
    const env = { ...server.env, TRIVET_PROTECTED: '1', TRIVET_SECRETS_NAMESPACE: 'team' };
    const shown: string[] = [];
    const { code } = await runCli(words(line), { env, io: typing(['n'], shown) });
    expect(code).toBe(2);
    return shown.join('');
  };

  test('names the namespace and what changes', async () => {
    const text = await asked('pki role update web --ttl 90m');
    expect(text).toMatch(/\] [^?]*role web, ttl: 1h → 90m\? \(mount pki, namespace team at http:/);
  });

  test('names the request that trivet api sends', async () => {
    expect(await asked('api secrets POST /pki/issue/web')).toMatch(
      /\] Send POST \/pki\/issue\/web\? .*role web\? \(mount pki, namespace team at http:/,
    );
  });
});
