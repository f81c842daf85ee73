/**
 * Tests waits with a real Nomad: TRIVET_LIVE_NOMAD_URL, TRIVET_LIVE_NOMAD_TOKEN (may be empty), raw_exec enabled. The
 * end of every case is what the server made of it. `npm run test:live`
 */
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { batchFile, eventually, parameterized, periodic, useFolder } from '../support/job-files.ts';
import { relayTo } from '../support/relay.ts';
import type { CliOptions } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_NOMAD_URL'] ?? '';
const token = process.env['TRIVET_LIVE_NOMAD_TOKEN'] ?? '';
const hasAcl = (process.env['TRIVET_LIVE_NOMAD_ACL_TOKEN'] ?? '') === token && token !== '';

const env: Readonly<Record<string, string>> = {
  TRIVET_JOBS_URL: url,
  TRIVET_JOBS_PRODUCT: 'nomad',
  ...(token === '' ? {} : { TRIVET_JOBS_TOKEN: token }),
};
const stamp = `${process.pid}-${Date.now()}`;

const trivet = (line: string, options: CliOptions = {}) =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });

interface Document {
  readonly job: string;
  readonly version: number;
  readonly deployment: string | null;
  readonly result: string;
  readonly reason: string;
}

const ended = async (line: string, options: CliOptions = {}) => {
  const { code, stdout, stderr } = await trivet(`${line} -o json`, options);
  if (stdout === '') throw new Error(`trivet ${line}: exit ${code}: ${stderr}`);
  const last: unknown = JSON.parse(stderr.trim().split('\n').at(-1) || 'null');
  return { code, document: JSON.parse(stdout) as Document, last, stderr };
};

interface Shape {
  readonly type?: 'service' | 'system' | 'batch';
  readonly script?: string;
  readonly count?: number;
  readonly update?: string;
  /** Memory in MB. */
  readonly memory?: number;
  /** Lines of the group's HCL. */
  readonly group?: string;
}

/** A job of one group whose task is a shell script. */
const jobFile = (
  id: string,
  { type = 'service', script = 'sleep 600', count = 1, memory = 20, update, group = '' }: Shape,
): string => `job "${id}" {
  type = "${type}"
  group "app" {
    ${type === 'system' ? '' : `count = ${count}`}
    ${update === undefined ? '' : `update {\n${update}\n    }`}
${group}
    task "server" {
      driver = "raw_exec"
      kill_timeout = "1s"
      config {
        command = "/bin/sh"
        args    = ["-c", "${script}"]
      }
      resources {
        cpu    = 20
        memory = ${memory}
      }
    }
  }
}
`;

const quick = `      min_healthy_time  = "1s"
      healthy_deadline  = "4s"
      progress_deadline = "6s"`;
/** Becomes healthy after three seconds, however long the machine takes. */
const slowly = `      min_healthy_time  = "3s"
      healthy_deadline  = "40s"
      progress_deadline = "50s"`;
const noRetry = `    restart {
      attempts = 0
      mode     = "fail"
    }
    reschedule {
      attempts  = 0
      unlimited = false
    }`;
const restarts = `    restart {
      attempts = 10
      interval = "1m"
      delay    = "500ms"
      mode     = "fail"
    }`;

test.skipIf(url !== '')('skipped: TRIVET_LIVE_NOMAD_URL is not set', () => {
  expect(url).toBe('');
});

describe.skipIf(url === '')('waits on a real Nomad', () => {
  const folder = useFolder();
  const name = (what: string): string => `trivet-live-wait-${what}-${stamp}`;
  const write = (what: string, shape: Shape): string =>
    folder(`${what}.nomad.hcl`, jobFile(name(what), shape));
  const register = (what: string, shape: Shape, flags = '--wait'): ReturnType<typeof ended> =>
    ended(`job register ${write(what, shape)} ${flags}`);

  afterAll(async () => {
    const left = await trivet(
      `job list --prefix trivet-live-wait- --filter 'ID contains "${stamp}"' -o name`,
    );
    for (const job of left.stdout.split('\n').filter(Boolean)) {
      await trivet(`job stop ${job} --purge --confirm ${job}`);
    }
  });

  test('end healthy, for an unchanged job, after scaling, when overtaken, and after a stop', async () => {
    const shape = { update: quick };
    const first = await register('well', shape);
    expect([first.code, first.document.version, first.document.result], first.stderr).toEqual([
      0,
      0,
      'healthy',
    ]);
    const again = await register('well', shape);
    expect([again.code, again.document.version, again.document.result]).toEqual([0, 0, 'healthy']);
    expect(again.document.deployment).toBe(first.document.deployment);
    const up = await ended(`job scale ${name('well')} app 2 --wait`);
    expect([up.code, up.document.version, up.document.result]).toEqual([0, 1, 'healthy']);
    const down = await ended(`job scale ${name('well')} app 1 --wait`);
    expect([down.code, down.document.version, down.document.result]).toEqual([0, 2, 'healthy']);

    const slow = { script: 'sleep 601', update: slowly };
    const waiting = register('well', slow);
    await eventually(
      async () => (await trivet(`job deployment ${name('well')} --fields JobVersion,Status -o json`)).stdout,
      (text) => text.includes('3') && text.includes('running'),
    );
    const newer = await register('well', { ...shape, script: 'sleep 602' });
    expect([newer.code, newer.document.version]).toEqual([0, 4]);
    const old = await waiting;
    expect([old.code, old.document.version, old.document.result]).toEqual([12, 3, 'overtaken']);

    const stopped = await ended(`job stop ${name('well')} --yes --wait`);
    expect([stopped.code, stopped.document.result]).toEqual([0, 'dead']);
    const after = await trivet(`job allocations ${name('well')} --fields ClientStatus -o tsv`);
    expect(after.stdout).not.toMatch(/running|pending/);
    expect((await ended(`job wait ${name('well')}`)).document.result).toBe('stopped');
  }, 120_000);

  test('end with the last event as reason if the job is not healthy within its deadline', async () => {
    const { code, document } = await register('restless', {
      script: 'sleep 0.2; exit 9',
      update: quick,
      group: restarts,
    });
    expect([code, document.result]).toEqual([12, 'failed']);
    expect(document.reason).toContain('server: exit code 9, restarted');
  }, 60_000);

  test('do not end well while a task is restarted again and again, and do when it runs on', async () => {
    const count = 'n=$(cat $NOMAD_ALLOC_DIR/n 2>/dev/null || echo 0); echo $((n+1)) >$NOMAD_ALLOC_DIR/n';
    await register('looping', { script: 'sleep 3; exit 9', update: quick, group: restarts });
    await eventually(
      async () => Number((await trivet(`job status ${name('looping')} --query "groups[0].restarts"`)).stdout),
      (times) => times >= 3,
    );
    const looping = await ended(`job wait ${name('looping')} --for healthy --wait-timeout 4s`);
    expect([looping.code, looping.document.result]).toEqual([12, 'failed']);
    expect(looping.document.reason).toContain('app is restarting');
    const left = `${count}; test $n -lt 4 && exit 9; exec sleep 600`;
    const after = await register('left', { script: left, update: slowly, group: restarts });
    expect([after.code, after.document.result]).toEqual([0, 'healthy']);
  }, 120_000);

  test('end with a failed version, which is reverted', async () => {
    const update = `${quick}\n      auto_revert = true`;
    expect((await register('reverts', { update, group: noRetry })).code).toBe(0);
    const { code, document } = await register('reverts', { script: 'exit 7', update, group: noRetry });
    expect([code, document.version, document.result]).toEqual([12, 1, 'reverted']);
    expect(document.reason).toContain('rolling back to job version 0');
    expect(document.reason).toContain('exit code 7');
    // The version that the revert registered is healthy.
    expect((await ended(`job wait ${name('reverts')}`)).document).toMatchObject({
      version: 2,
      result: 'healthy',
    });
  }, 60_000);

  test('end for canaries that need a promotion, and the printed command promotes them', async () => {
    const update = `${quick}\n      canary = 1`;
    expect((await register('canary', { update })).code).toBe(0);
    const { code, document, last } = await register('canary', { script: 'sleep 601', update });
    expect([code, document.version, document.result]).toEqual([12, 1, 'awaiting-promotion']);
    expect((await ended(`job wait ${name('canary')} --for promotable`)).document.result).toBe('promotable');
    const { hint } = (last as { readonly error: { readonly hint: string } }).error;
    const promotion = hint.replace(/^Promote the canaries: trivet /, '');
    expect((await trivet(promotion)).code).toBe(0);
    const after = await ended(`job wait ${name('canary')}`);
    expect([after.code, after.document.version, after.document.result]).toEqual([0, 1, 'healthy']);
  }, 60_000);

  test('continue while a job cannot be placed, until it can', async () => {
    const nodes = await trivet(
      'api jobs GET /v1/nodes?resources=true --query "[].NodeResources.Memory.MemoryMB"',
    );
    const memory = Math.ceil(Math.max(...(JSON.parse(nodes.stdout) as readonly number[])) * 0.6);
    expect((await register('holder', { update: slowly, memory })).code).toBe(0);
    const blocked = await register('waiter', { update: slowly, memory }, '--wait --wait-timeout 3s');
    expect([blocked.code, blocked.document.result], blocked.stderr).toEqual([12, 'cannot-be-placed']);
    expect(blocked.document.reason).toContain('memory is exhausted');
    const waiting = ended(`job wait ${name('waiter')}`);
    expect((await ended(`job stop ${name('holder')} --yes --wait`)).code).toBe(0);
    const placed = await waiting;
    expect([placed.code, placed.document.result], placed.stderr).toEqual([0, 'healthy']);
  }, 90_000);

  test('end for a system job, for a bad version of it, and if it cannot be placed', async () => {
    const good = await register('node', { type: 'system', group: noRetry.split('    reschedule')[0] ?? '' });
    expect([good.code, good.document.result], good.stderr).toEqual([0, 'placed']);
    const bad = await register('node', {
      type: 'system',
      script: 'exit 4',
      group: noRetry.split('    reschedule')[0] ?? '',
    });
    expect([bad.code, bad.document.result], bad.stderr).toEqual([12, 'failed']);
    const nowhere = await register(
      'nowhere',
      {
        type: 'system',
        group: '    constraint {\n      attribute = "${meta.nowhere}"\n      value     = "1"\n    }',
      },
      '--wait --wait-timeout 2s',
    );
    expect([nowhere.code, nowhere.document.result], nowhere.stderr).toEqual([12, 'cannot-be-placed']);
  }, 60_000);

  test('end for a batch job that completes, fails, is retried, or is registered again', async () => {
    const good = await register('batch', { type: 'batch', script: 'sleep 0.2' });
    expect([good.code, good.document.result]).toEqual([0, 'complete']);
    const again = await register('batch', { type: 'batch', script: 'sleep 0.2' });
    expect([again.code, again.document.reason]).toEqual([0, expect.stringContaining('nothing ran again')]);
    const bad = await register('bad', { type: 'batch', script: 'exit 3', group: noRetry });
    expect([bad.code, bad.document.result]).toEqual([12, 'failed']);
    expect(bad.document.reason).toContain('server: exit code 3');
    const marker = folder('marker', '');
    const once = `    restart {
      attempts = 0
      mode     = "fail"
    }
    reschedule {
      attempts       = 1
      interval       = "1h"
      delay          = "5s"
      delay_function = "constant"
      unlimited      = false
    }`;
    const retried = await register('retried', {
      type: 'batch',
      script: `if [ -s ${marker} ]; then exit 0; fi; echo x > ${marker}; exit 5`,
      group: once,
    });
    expect([retried.code, retried.document.result], retried.stderr).toEqual([0, 'complete']);
    expect(retried.stderr).toContain('it will be retried');
  }, 90_000);

  test('end for children of dispatch and periodic force', async () => {
    const mailer = name('mailer');
    const made = await ended(`job register ${folder('mailer.hcl', batchFile(mailer, parameterized))} --wait`);
    expect([made.code, made.document.result]).toEqual([0, 'registered']);
    const child = await ended(`job dispatch ${mailer} --meta to=a@example.com --wait`);
    expect([child.code, child.document.result]).toEqual([0, 'complete']);
    expect(child.document.job).toContain(`${mailer}/dispatch-`);
    const nightly = name('nightly');
    const bad = batchFile(nightly, periodic)
      .replace('/bin/true', '/bin/false')
      .replace('task "run"', `${noRetry}\n    task "run"`);
    await ended(`job register ${folder('nightly.hcl', bad)} --wait`);
    const forced = await ended(`job periodic force ${nightly} --wait`);
    expect([forced.code, forced.document.result]).toEqual([12, 'failed']);
    expect(forced.document.job).toContain(`${nightly}/periodic-`);
    expect(forced.document.reason).toContain('exit code 1');
  }, 60_000);

  test('continue after a restart of the server', async () => {
    const relay = await relayTo(url);
    const stderr = new PassThrough();
    let text = '';
    stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('still waiting')) relay.open();
      else if (text.includes('0/1 healthy')) relay.cut();
    });
    await register('seen', { update: slowly }, '');
    const result = await trivet(`job wait ${name('seen')} -o json`, {
      env: { TRIVET_JOBS_URL: relay.url },
      io: { stderr },
    });
    expect([result.code, JSON.parse(result.stdout)], text).toEqual([
      0,
      expect.objectContaining({ result: 'healthy' }),
    ]);
    expect(text).toContain('still waiting');
  }, 60_000);

  test.skipIf(!hasAcl)(
    'end when the token expires',
    async () => {
      const made = await trivet(
        `api jobs POST /v1/acl/token --data '{"Name":"${name('token')}","Type":"management"}' -o json --confirm /v1/acl/token`,
      );
      const { AccessorID, SecretID } = JSON.parse(made.stdout) as { AccessorID: string; SecretID: string };
      await register('calm', { update: slowly }, '');
      const stderr = new PassThrough();
      let text = '';
      let deleted = false;
      stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
        if (deleted || !text.includes('0/1 healthy')) return;
        deleted = true;
        void trivet(`api jobs DELETE /v1/acl/token/${AccessorID} --confirm /v1/acl/token/${AccessorID}`);
      });
      const result = await trivet(`job wait ${name('calm')} -o json`, {
        env: { TRIVET_JOBS_TOKEN: SecretID },
        io: { stderr },
      });
      expect(result.code, text).toBe(4);
      expect(JSON.parse(result.stdout)).toMatchObject({ result: 'unknown' });
    },
    60_000,
  );
});
