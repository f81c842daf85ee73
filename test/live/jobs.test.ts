/**
 * Tests test/seeds/3-jobs.md with a real Nomad: TRIVET_LIVE_NOMAD_URL, TRIVET_LIVE_NOMAD_TOKEN (may be empty), raw_exec enabled.
 * With TRIVET_LIVE_NOMAD_ACL_URL and _ACL_TOKEN the tests of access control run, too. `npm run test:live`
 */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  batchFile,
  eventually,
  parameterized,
  periodic,
  serviceFile,
  useFolder,
} from '../support/job-files.ts';
import type { CliOptions } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_NOMAD_URL'] ?? '';
const token = process.env['TRIVET_LIVE_NOMAD_TOKEN'] ?? '';
const aclUrl = process.env['TRIVET_LIVE_NOMAD_ACL_URL'] ?? '';
const aclToken = process.env['TRIVET_LIVE_NOMAD_ACL_TOKEN'] ?? '';

const environment = (at: string, secret: string): Readonly<Record<string, string>> => ({
  TRIVET_JOBS_URL: at,
  TRIVET_JOBS_PRODUCT: 'nomad',
  ...(secret === '' ? {} : { TRIVET_JOBS_TOKEN: secret }),
});

const env = environment(url, token);
const stamp = `${process.pid}-${Date.now()}`;
const web = `trivet-live-web-${stamp}`;
const mailer = `trivet-live-mailer-${stamp}`;
const nightly = `trivet-live-nightly-${stamp}`;

const trivet = (line: string, options: CliOptions = {}) =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });

const field = async (line: string, name: string): Promise<string> =>
  (await trivet(`${line} --field ${name}`)).stdout;

/** Waits until the deployment of the current version, not of the one before, has succeeded. */
const deployed = (): Promise<unknown> =>
  eventually(
    async () => {
      const version = await field(`job show ${web}`, 'Version');
      const { stdout } = await trivet(`job deployment ${web} -o json --query "[JobVersion, Status]"`);
      return [version, JSON.parse(stdout)];
    },
    ([version, found]) => Array.isArray(found) && String(found[0]) === version && found[1] === 'successful',
  );

test.skipIf(url !== '')('skipped: TRIVET_LIVE_NOMAD_URL is not set', () => {
  expect(url).toBe('');
});

describe.skipIf(url === '')('a real Nomad', () => {
  const file = useFolder();
  const path = file('web.nomad.hcl', serviceFile(web));

  beforeAll(async () => {
    const files = [
      path,
      file('mailer.nomad.hcl', batchFile(mailer, parameterized)),
      file('nightly.nomad.hcl', batchFile(nightly, periodic)),
    ];
    for (const one of files) {
      const { code, stderr } = await trivet(`job register ${one} --check-index 0`);
      if (code !== 0) throw new Error(stderr);
    }
    await deployed();
  });

  afterAll(async () => {
    const left = await trivet(`job list --prefix trivet-live- --filter 'ID contains "${stamp}"' -o name`);
    for (const job of left.stdout.split('\n').filter(Boolean)) {
      await trivet(`job stop ${job} --purge --confirm ${job}`);
    }
  });

  test('parses, lists and shows jobs, submissions and versions', async () => {
    expect((await trivet(`job parse ${path} --var color=green -o json`)).stdout).toContain(
      '"COLOR": "green"',
    );
    expect((await trivet(`job list --prefix ${web} -o name --per-page 1`)).stdout).toBe(`${web}\n`);
    expect(await field(`job show ${web}`, 'Status')).toBe('running');
    expect(await field(`job submission ${web}`, 'Source')).toBe(serviceFile(web));
    expect((await trivet(`job versions ${web} --diffs`)).code).toBe(0);
  });

  test('lists allocations, evaluations, deployments, services and actions, and shows summary and scale status', async () => {
    for (const verb of [
      'allocations',
      'evaluations',
      'deployments',
      'deployment',
      'summary',
      'scale-status',
      'actions',
    ]) {
      const result = await trivet(`job ${verb} ${web}`);
      expect([verb, result.code, result.stdout !== '']).toEqual([verb, 0, true]);
    }
    expect((await trivet(`job services ${web}`)).code).toBe(0);
    for (const verb of ['allocations', 'evaluations', 'deployments', 'deployment', 'services', 'summary']) {
      expect([verb, (await trivet(`job ${verb} trivet-live-nosuch`)).code]).toEqual([verb, 5]);
    }
  });

  test('plans changes, no changes, and a job that cannot be placed', async () => {
    expect((await trivet(`job plan ${path} --detailed-exitcode`)).code).toBe(0);
    const changed = await trivet(`job plan ${path} --var color=red --detailed-exitcode --reveal`);
    expect(changed.code).toBe(11);
    expect(changed.stdout).toContain('"blue" => "red"');
    const huge = file('huge.nomad.hcl', serviceFile(web).replace('memory = 20', 'memory = 9999999'));
    expect((await trivet(`job plan ${huge} --detailed-exitcode`)).code).toBe(12);
  });

  test('refuses an old index, and changes nothing', async () => {
    const before = await field(`job show ${web}`, 'JobModifyIndex');
    expect((await trivet(`job register ${path} --var color=red --check-index 1`)).code).toBe(6);
    expect((await trivet(`job update ${web} ${path} --var color=red --check-index 0`)).code).toBe(6);
    expect(await field(`job show ${web}`, 'JobModifyIndex')).toBe(before);
  });

  test('runs an action with its streams, input, exit code, terminal and handshake', async () => {
    expect(await trivet(`job action ${web} fail`)).toMatchObject({ code: 3, stdout: 'out\n' });
    expect(await trivet(`job action ${web} upper`, { stdin: 'hello\n' })).toMatchObject({
      code: 0,
      stdout: 'HELLO\n',
    });
    expect((await trivet(`job action ${web} fail --tty --no-stdin`)).stdout).toMatch(/out\r\nerr\r\n/);
    expect((await trivet(`job action ${web} fail --ws-handshake`)).code).toBe(3);
    expect((await trivet(`job action ${web} nosuch`)).code).toBe(125);
    const id = (await trivet(`job allocations ${web} -o name`)).stdout.split('\n')[0] ?? '';
    const refused = await trivet(`job action ${web} nosuch --alloc-id ${id} --task server`);
    expect(refused.code).toBe(125);
    expect(refused.stderr).toContain('action nosuch not found in task server');
  });

  test('show --watch prints a line when the job is scaled, and Ctrl-C ends it', async () => {
    await deployed();
    const stdout = new PassThrough();
    let deliver: (number: number) => void = () => undefined;
    const counts: number[] = [];
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
        const job = JSON.parse(text.slice(0, end)) as { TaskGroups: readonly { Count: number }[] };
        text = text.slice(end + 1);
        counts.push(job.TaskGroups[0]?.Count ?? -1);
        if (counts.length === 1) void trivet(`job scale ${web} app 2 --message live`);
        if (counts.at(-1) === 2) deliver(2);
      }
    });
    const result = await trivet(`job show ${web} --watch`, {
      io: { stdout },
      onStart: (signal) => (deliver = signal),
    });
    expect(result.code).toBe(130);
    expect(counts[0]).toBe(1);
    expect(counts.at(-1)).toBe(2);
  });

  test('refuses to scale during a deployment, and lists events with an error', async () => {
    const busy = await trivet(`job scale ${web} app 1`);
    expect([0, 6]).toContain(busy.code);
    await deployed();
    expect((await trivet(`job scale ${web} app --error "no room"`)).code).toBe(0);
    expect((await trivet(`job scale-status ${web} -o json`)).stdout).toContain('"Message": "no room"');
    expect((await trivet(`job scale ${web} nosuch 1`)).code).toBe(1);
    expect((await trivet('job scale trivet-live-nosuch app 1')).code).toBe(5);
  });

  test('reverts with the prior version enforced, guards stability, and evaluates', async () => {
    await deployed();
    const current = Number(await field(`job show ${web}`, 'Version'));
    expect((await trivet(`job register ${path} --var color=red`)).code).toBe(0);
    expect((await trivet(`job revert ${web} ${current} --enforce-prior-version ${current}`)).code).toBe(6);
    expect((await trivet(`job revert ${web} ${current} --enforce-prior-version ${current + 1}`)).code).toBe(
      0,
    );
    expect((await trivet(`job revert ${web} 99`)).code).toBe(5);
    const guarded = await trivet(`job stable ${web} 0`);
    expect(guarded.code).toBe(1);
    expect((await trivet(`job stable ${web} ${current + 2}`)).code).toBe(0);
    expect(await field(`job show ${web}`, 'Stable')).toBe('true');
    expect((await trivet(`job stable ${web} ${current + 2} --no-stable`)).code).toBe(0);
    expect((await trivet(`job evaluate ${web} --force-reschedule`)).code).toBe(0);
    expect((await trivet(`job evaluate ${mailer}`)).code).toBe(1);
  });

  test('dispatches bytes and accepts a repeated token, but not for other meta', async () => {
    const payload = Buffer.from([0, 255, 10]);
    const first = await trivet(
      `job dispatch ${mailer} --meta to=a --payload - --idempotency-token ${stamp} -o name`,
      { stdin: payload },
    );
    expect(first.code).toBe(0);
    expect(await field(`job show ${first.stdout.trim()}`, 'Payload')).toBe(payload.toString('base64'));
    const again = await trivet(
      `job dispatch ${mailer} --meta to=a --payload - --idempotency-token ${stamp} -o name`,
      { stdin: payload },
    );
    expect(again).toMatchObject({ code: 0, stdout: first.stdout });
    expect((await trivet(`job dispatch ${mailer} --meta to=b --idempotency-token ${stamp}`)).code).toBe(6);
    expect((await trivet(`job dispatch ${mailer}`)).code).toBe(1);
    expect((await trivet(`job dispatch ${web}`)).code).toBe(1);
    expect((await trivet('job dispatch trivet-live-nosuch')).code).toBe(5);
  });

  test('forces a periodic job', async () => {
    expect((await trivet(`job periodic force ${nightly}`)).code).toBe(0);
    const children = await eventually(
      async () => (await trivet(`job list --prefix ${nightly}/periodic- -o name`)).stdout,
      (text) => text !== '',
    );
    expect(children).toMatch(/\/periodic-\d+\n/);
    expect((await trivet(`job periodic force ${web}`)).code).toBe(1);
  });

  test('reads before a stop, and a purged job is gone', async () => {
    expect((await trivet('job stop trivet-live-nosuch --yes')).code).toBe(5);
    const gone = `trivet-live-gone-${stamp}`;
    expect((await trivet(`job register ${file('gone.nomad.hcl', serviceFile(gone))}`)).code).toBe(0);
    expect((await trivet(`job stop ${gone} --yes --no-shutdown-delay --eval-priority 60`)).code).toBe(0);
    expect(await field(`job show ${gone}`, 'Stop')).toBe('true');
    expect((await trivet(`job stop ${gone} --purge --global --confirm ${gone}`)).code).toBe(0);
    expect((await trivet(`job show ${gone}`)).code).toBe(5);
  });

  test('refuses invalid requests, which is reported as a refusal', async () => {
    const typed = file('type.nomad.hcl', serviceFile(web).replace('type = "service"', 'type = "batch"'));
    expect((await trivet(`job register ${typed}`)).code).toBe(1);
    expect((await trivet(`job register ${path} --region mars`)).code).toBe(5);
    expect((await trivet(`job register ${path} --namespace nosuch`)).code).toBe(5);
    expect((await trivet("job list --filter 'Type = batch'")).code).toBe(1);
    expect((await trivet('job parse -', { stdin: 'job "x" {' })).code).toBe(1);
  });
});

test.skipIf(aclUrl !== '')('skipped: TRIVET_LIVE_NOMAD_ACL_URL is not set', () => {
  expect(aclUrl).toBe('');
});

describe.skipIf(aclUrl === '')('a real Nomad with access control', () => {
  test('distinguishes a token, no token, and an unknown one', async () => {
    const run = (secret: string) => runCli(['job', 'list'], { env: environment(aclUrl, secret) });
    expect((await run(aclToken)).code).toBe(0);
    expect((await run('')).code).toBe(4);
    const unknown = await run('00000000-0000-0000-0000-000000000000');
    expect(unknown.code).toBe(4);
    expect(unknown.stderr).toContain('namespace:list-jobs');
  });

  test('gives the missing permission of an action as the reason of the close', async () => {
    const run = (line: string, secret: string, stdin?: string) =>
      runCli(words(line), { env: environment(aclUrl, secret), ...(stdin === undefined ? {} : { stdin }) });
    expect((await run('job register -', aclToken, serviceFile(web))).code).toBe(0);
    try {
      const id = await eventually(
        async () => {
          const { stdout } = await run(`job allocations ${web} -o jsonl`, aclToken);
          return /"ClientStatus":"running"/.test(stdout)
            ? (/"ID":"([0-9a-f-]{36})"/.exec(stdout)?.[1] ?? '')
            : '';
        },
        (found) => found !== '',
      );
      const denied = await run(`job action ${web} fail --alloc-id ${id} --task server`, '');
      expect(denied.code).toBe(125);
      expect(denied.stderr).toContain('Permission denied');
      expect(denied.stderr).toContain('namespace:alloc-exec');
      expect((await run(`job action ${web} fail --ws-handshake`, aclToken)).code).toBe(3);
    } finally {
      await run(`job stop ${web} --purge --confirm ${web}`, aclToken);
    }
  });
});
