/**
 * Tests many idempotent changes that are killed: when resumed, every object is changed, and finished ones are not
 * touched.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { partOf } from '../support/part.ts';
import { runBin } from '../support/run-bin.ts';
import { runCli } from '../support/run-cli.ts';

const serve = useServers();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-many-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = 40;
/** Objects in flight at once: their outcome is the only one that a killed run does not know. */
const parallel = 4;
const idOf = (place: number): string => `ws-${String(place).padStart(16, '0')}`;

interface Scenario {
  readonly command: string;
  readonly argv: readonly string[];
  readonly listed: unknown;
  /** The object in the path of a change. */
  readonly change: RegExp;
  readonly reply: { readonly status: number; readonly body?: unknown };
  readonly service: 'WORKSPACES' | 'JOBS';
}

const scenarios: readonly Scenario[] = [
  {
    command: 'job-stop',
    argv: ['job', 'stop', '--where', 'ID~fleet-*'],
    listed: Array.from({ length: count }, (_, place) => ({
      ID: `fleet-${place}`,
      Name: `fleet-${place}`,
      Namespace: 'default',
      Type: 'service',
      Status: 'running',
    })),
    change: /^DELETE \/v1\/job\/(fleet-\d+)$/,
    reply: { status: 200, body: { EvalID: 'e', EvalCreateIndex: 1, JobModifyIndex: 1, Index: 1 } },
    service: 'JOBS',
  },
  {
    command: 'workspace-tag-add',
    argv: ['workspace', 'tag', 'add', '--where', 'locked=false', 'stale'],
    listed: {
      data: Array.from({ length: count }, (_, place) => ({
        id: idOf(place),
        type: 'workspaces',
        attributes: { name: `w-${place}`, locked: false },
      })),
    },
    change: /^POST \/workspaces\/(ws-\d+)\/relationships\/tags$/,
    reply: { status: 204 },
    service: 'WORKSPACES',
  },
];

const moments = [
  { at: 1, taken: true },
  { at: 20, taken: false },
  { at: 39, taken: true },
];

test.each(
  partOf(
    scenarios.flatMap((scenario) => moments.map((moment) => ({ ...scenario, ...moment }))),
    2,
  ),
)(
  '$command, killed (-9) at change $at, completes when resumed (taken: $taken)',
  async ({ command, argv, listed, change, reply: replied, service, at, taken }) => {
    const made = new Map<string, number>();
    let victim: ChildProcess | undefined;
    let lists = 0;
    let asked = 0;
    const server = await serve((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const reply = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      const [, name] = change.exec(`${request.method} ${path}`) ?? [];
      if (name === undefined) {
        const [, job] = /^\/v1\/job\/([^/]+)$/.exec(path) ?? [];
        const [, id] = /^\/workspaces\/(ws-\d+)$/.exec(path) ?? [];
        const stopped = made.get(job ?? '') ?? 0;
        const shown = { Name: job, Namespace: 'default', Stop: stopped > 0, JobModifyIndex: 10 + stopped };
        if (job !== undefined) reply(200, { ID: job, ...shown });
        else if (id !== undefined)
          reply(200, { data: { id, type: 'workspaces', attributes: { name: id, locked: false } } });
        // For the receipt.
        else if (path.endsWith('/relationships/tags')) reply(200, { data: [] });
        else {
          lists += 1;
          reply(200, listed);
        }
        return;
      }
      asked += 1;
      const dies = asked === at && victim !== undefined;
      if (dies) victim?.kill('SIGKILL');
      if (!dies || taken) made.set(name, (made.get(name) ?? 0) + 1);
      if (!dies) reply(replied.status, replied.body);
    });
    const env = {
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      [`TRIVET_${service}_URL`]: server.origin,
      [`TRIVET_${service}_TOKEN`]: 'a-token',
      [`TRIVET_${service}_PRODUCT`]: 'generic',
      TRIVET_ORGANIZATION: 'acme',
    };
    await runBin([...argv, '--yes', '--parallel', String(parallel)], {
      env,
      onStart: (child) => {
        victim = child;
      },
    });
    victim = undefined;
    const [journal = ''] = readdirSync(join(folder, 'config', 'receipts')).filter((name) =>
      name.endsWith('.journal'),
    );
    expect(journal).toMatch(new RegExp(`^${command}-`));
    const words = argv.slice(0, argv.indexOf('--where')).concat(argv.slice(argv.indexOf('--where') + 2));
    const resumed = await runCli(
      [...words, '--yes', '--resume', join(folder, 'config', 'receipts', journal)],
      { env },
    );
    expect({ code: resumed.code, lists, changed: made.size }, resumed.stderr).toEqual({
      code: 0,
      lists: 1,
      changed: count,
    });
    const again = [...made.values()].filter((times) => times > 1);
    expect(again.length).toBeLessThanOrEqual(parallel);
    expect(again.every((times) => times === 2)).toBe(true);
    expect(
      readdirSync(join(folder, 'config', 'receipts')).filter((name) => name.endsWith('.journal')),
    ).toEqual([]);
  },
);
