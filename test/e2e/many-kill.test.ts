/** Tests a change of many objects that is killed: when resumed, every object is changed exactly once. */
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

const count = 200;
const idOf = (place: number): string => `ws-${String(place).padStart(16, '0')}`;

/** The lock at which the run is killed, and whether the server executes it. */
const moments = [
  { at: 1, taken: true },
  { at: 1, taken: false },
  { at: 60, taken: true },
  { at: 60, taken: false },
  { at: 199, taken: true },
];

test.each(partOf(moments, 3))(
  'a run that is killed (-9) at lock $at locks each workspace once when resumed (taken: $taken)',
  async ({ at, taken }) => {
    const locked = new Map<string, string>();
    const twice: string[] = [];
    let victim: ChildProcess | undefined;
    let lists = 0;
    let asked = 0;
    const server = await serve((request, response, body) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const reply = (status: number, document: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
        response.end(JSON.stringify(document));
      };
      const one = (id: string) => ({
        id,
        type: 'workspaces',
        attributes: {
          name: `name-${id}`,
          locked: locked.has(id),
          'locked-reason': locked.get(id) ?? null,
        },
      });
      const [, id = '', action] = /\/workspaces\/(ws-\d{16})(\/actions\/lock)?$/.exec(path) ?? [];
      if (path.endsWith('/organizations/acme/workspaces')) {
        lists += 1;
        reply(200, { data: Array.from({ length: count }, (_, place) => one(idOf(place))) });
      } else if (action === undefined) {
        reply(200, { data: one(id) });
      } else {
        asked += 1;
        const dies = asked === at && victim !== undefined;
        if (dies) victim?.kill('SIGKILL');
        if (dies && !taken) return;
        if (locked.has(id)) twice.push(id);
        locked.set(id, JSON.parse(body).reason);
        if (!dies) reply(200, { data: one(id) });
      }
    });
    const env = {
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'a-token',
      TRIVET_WORKSPACES_PRODUCT: 'generic',
      TRIVET_ORGANIZATION: 'acme',
    };
    const argv = ['workspace', 'lock', '--where', 'locked=false', '--reason', 'CHG-1', '--yes'];
    await runBin(argv, {
      env,
      onStart: (child) => {
        victim = child;
      },
    });
    victim = undefined;
    const [journal = ''] = readdirSync(join(folder, 'config', 'receipts')).filter((name) =>
      /^workspace-lock-.*\.journal$/.test(name),
    );
    const resume = ['--resume', join(folder, 'config', 'receipts', journal)];
    const second = await runCli(['workspace', 'lock', '--reason', 'CHG-1', '--yes', ...resume], { env });
    expect({ code: second.code, locked: locked.size, twice, lists }).toEqual({
      code: 0,
      locked: count,
      twice: [],
      lists: 1,
    });
  },
);
