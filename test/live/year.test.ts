/**
 * Tests that the year of test/transcripts/files/a-year-of-files.txt goes on real servers as in the sandbox, and that these have what
 * the files say after each month, read without trivet: TRIVET_LIVE_OTF_*, TRIVET_LIVE_BAO_*, TRIVET_LIVE_NOMAD_*, and the
 * vendors' programs TRIVET_LIVE_BAO and TRIVET_LIVE_NOMAD. `npm run test:live`
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Served } from '../support/served.ts';
import { serveProgram } from '../support/served.ts';
import { bao, given, nomad, otf, serverVariables } from '../support/live-servers.ts';
import { inWordsOf } from '../transcripts/support/align.ts';
import { readTranscript } from '../transcripts/support/format.ts';
import { exitOf, printedBy } from '../transcripts/support/observed.ts';
import { agrees } from '../transcripts/support/placeholders.ts';
import type { Ran } from '../transcripts/support/stage.ts';

const isGiven = otf !== '' && bao !== '' && nomad !== '';

const own = `year-${process.pid}`;
/** Mounts of the three environments, in place of those of the sandbox. */
const mounts = { pki: `${own}-a`, pki_int: `${own}-b`, pki_new: `${own}-c` } as const;
const workspace = `${own}-net`;
/** As long as the name that it stands for, since the script has columns of lines. */
const job = `y${process.pid.toString(36).padStart('eports'.length, '0')}`;

/** The script with names of its own, since the servers are shared. */
const script = readFileSync(join(import.meta.dirname, '../transcripts/files/a-year-of-files.txt'), 'utf8')
  .replaceAll(
    /(mount:? )(pki_new|pki_int|pki)\b/g,
    (_, before: string, mount: keyof typeof mounts) => before + mounts[mount],
  )
  .replaceAll(/\breports\b/g, job)
  .replaceAll('name: net\\n', `name: ${workspace}\\n`)
  .replaceAll('demo/net', `acme/${workspace}`)
  .replaceAll('organization: demo', 'organization: acme');

interface Month {
  readonly name: string;
  readonly commands: readonly { readonly command: string; readonly prints: readonly string[] }[];
}

const withExit = (prints: readonly string[], exit: string): readonly string[] => [
  ...prints,
  ...(exit === '' ? [] : [exit]),
];

/** The script by its headings, of which the first is the title. */
const months = ((): readonly Month[] => {
  const all: { name: string; commands: { command: string; prints: readonly string[] }[] }[] = [];
  const { header, cases } = readTranscript(script);
  for (const part of [...header, ...cases.flatMap(({ parts }) => parts)]) {
    const heading = part.kind === 'text' ? /^# (\w+)/.exec(part.line)?.[1] : undefined;
    if (heading !== undefined) all.push({ name: heading, commands: [] });
    else if (part.kind === 'command')
      all.at(-1)?.commands.push({ command: part.command, prints: withExit(part.prints, part.exit) });
  }
  return all;
})();

/** What the servers have at the end of a month: lifetimes of roles by mount, the workspace, whether the job was stopped. */
interface State {
  readonly roles: Readonly<Record<keyof typeof mounts, Readonly<Record<string, number>>>>;
  readonly workspace: readonly [description: string, directory: string, applies: boolean];
  readonly stopped: boolean;
  /** The environments whose servers have what the files say; the others differ. */
  readonly same: readonly string[];
}

const [hour, day] = [3600, 86_400];
const network = ['the network', '', false] as const;
const web = { web: 3 * day };
const all = ['dev', 'staging', 'prod'];
const expected: Readonly<Record<string, State>> = {
  January: {
    roles: { pki: { api: day }, pki_int: { api: day, ...web }, pki_new: { api: 2 * day } },
    workspace: network,
    stopped: false,
    same: all,
  },
  March: {
    roles: { pki: { api: day / 2 }, pki_int: { api: day / 2, ...web }, pki_new: { api: 2 * day } },
    workspace: ['the network', 'live', true],
    stopped: false,
    same: all,
  },
  April: {
    roles: { pki: { api: day }, pki_int: { api: day, ...web }, pki_new: { api: 2 * day } },
    workspace: network,
    stopped: false,
    same: all,
  },
  May: {
    roles: { pki: { api: day }, pki_int: { api: day, ...web }, pki_new: { api: 2 * day } },
    workspace: network,
    stopped: false,
    same: all,
  },
  June: {
    roles: { pki: { api: day }, pki_int: { api: day, ...web }, pki_new: { api: 2 * day, batch: hour } },
    workspace: network,
    stopped: false,
    same: all,
  },
  July: {
    roles: { pki: { api: day }, pki_int: { api: day, ...web }, pki_new: { api: 2 * day, theirs: hour } },
    workspace: network,
    stopped: true,
    same: all,
  },
  September: {
    roles: { pki: { api: day }, pki_int: { 'api-v2': day, ...web }, pki_new: { api: 2 * day, theirs: hour } },
    workspace: network,
    stopped: true,
    same: ['staging'],
  },
  Production: {
    roles: {
      pki: { api: day },
      pki_int: { 'api-v2': day, ...web },
      pki_new: { 'api-v2': 2 * day, theirs: hour },
    },
    workspace: network,
    stopped: true,
    same: ['staging', 'prod'],
  },
  October: {
    roles: {
      pki: { 'api-v2': 6 * hour },
      pki_int: { 'api-v2': day, ...web },
      pki_new: { 'api-v2': 2 * day, theirs: hour },
    },
    workspace: network,
    stopped: true,
    same: ['dev'],
  },
  November: {
    roles: {
      pki: { 'api-v2': 6 * hour },
      pki_int: { 'api-v2': day, ...web },
      pki_new: { 'api-v2': 2 * day, theirs: hour, w1: hour, w2: hour, w3: hour },
    },
    workspace: network,
    stopped: true,
    same: ['dev'],
  },
  December: {
    roles: {
      pki: { 'api-v2': 6 * hour },
      pki_int: { 'api-v2': day, ...web },
      pki_new: { 'api-v2': 2 * day, theirs: hour, w1: hour, w2: hour, w3: hour },
    },
    workspace: network,
    stopped: true,
    same: ['dev', 'test'],
  },
};

/** Requests as a person would make them with curl. */
const ask = async (url: string, headers: Readonly<Record<string, string>>, init: RequestInit = {}) => {
  const reply = await fetch(url, { ...init, headers });
  const text = await reply.text();
  if (!reply.ok && reply.status !== 404) throw new Error(`${url}: ${reply.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
};
const vault = (path: string, method = 'GET', body?: unknown) =>
  ask(
    `${bao}${path}`,
    { 'x-vault-token': given('BAO_TOKEN') },
    { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  );

const rolesOf = async (mount: string): Promise<Readonly<Record<string, number>>> => {
  const names: readonly string[] = (await vault(`/${mount}/roles?list=true`)).data?.keys ?? [];
  const found: Record<string, number> = {};
  for (const name of names) {
    found[name] = Number((await vault(`/${mount}/roles/${name}`)).data.ttl);
    if (given('BAO') !== '') {
      const said = execFileSync(given('BAO'), ['read', '-field=ttl', `${mount}/roles/${name}`], {
        env: {
          VAULT_ADDR: new URL(bao).origin,
          BAO_ADDR: new URL(bao).origin,
          BAO_TOKEN: given('BAO_TOKEN'),
        },
        encoding: 'utf8',
      });
      expect(Number(said)).toBe(found[name]);
    }
  }
  return found;
};

const stopOfJob = async (): Promise<boolean> => {
  const { Stop: stop } = await ask(`${nomad}/v1/job/${job}`, { 'x-nomad-token': given('NOMAD_TOKEN') });
  if (given('NOMAD') !== '') {
    const said = execFileSync(given('NOMAD'), ['job', 'inspect', '-t', '{{.Stop}}', job], {
      env: { NOMAD_ADDR: nomad, NOMAD_TOKEN: given('NOMAD_TOKEN') },
      encoding: 'utf8',
    });
    expect(said.trim()).toBe(String(stop));
  }
  return stop === true;
};

const tfe = { authorization: `Bearer ${given('OTF_TOKEN')}` };
const workspaceUrl = `${otf}/organizations/acme/workspaces/${workspace}`;

const workspaceNow = async (): Promise<State['workspace']> => {
  const { attributes } = (await ask(workspaceUrl, tfe)).data;
  return [attributes.description, attributes['working-directory'], attributes['auto-apply']];
};

const stateNow = async (): Promise<Omit<State, 'same'>> => ({
  roles: {
    pki: await rolesOf(mounts.pki),
    pki_int: await rolesOf(mounts.pki_int),
    pki_new: await rolesOf(mounts.pki_new),
  },
  workspace: await workspaceNow(),
  stopped: await stopOfJob(),
});

let served: Served;
let folder = '';
const run = (command: string): Promise<Ran> =>
  new Promise((done) => {
    const env = {
      HOME: folder,
      TRIVET_CONFIG_DIR: join(folder, '.config', 'trivet'),
      PATH: [served.bin, process.env['PATH'] ?? ''].join(delimiter),
      ...serverVariables,
    };
    const child = execFile('sh', ['-c', command], { cwd: folder, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      done({ code, stdout, stderr, asked: '' });
    });
    child.stdin?.end();
  });

describe.skipIf(!isGiven)('a year of files on real servers', () => {
  beforeAll(async () => {
    served = await serveProgram();
    folder = mkdtempSync(join(tmpdir(), 'trivet-live-year-'));
    for (const mount of Object.values(mounts)) {
      await vault(`/sys/mounts/${mount}`, 'POST', { type: 'pki', config: { max_lease_ttl: '8760h' } });
      await vault(`/${mount}/root/generate/internal`, 'POST', { common_name: `${mount} CA`, ttl: '8000h' });
    }
    // A role that no file names.
    await vault(`/${mounts.pki_int}/roles/web`, 'POST', { ttl: '72h' });
  });
  afterAll(async () => {
    for (const mount of Object.values(mounts)) await vault(`/sys/mounts/${mount}`, 'DELETE');
    await ask(workspaceUrl, tfe, { method: 'DELETE' });
    await ask(
      `${nomad}/v1/job/${job}?purge=true`,
      { 'x-nomad-token': given('NOMAD_TOKEN') },
      { method: 'DELETE' },
    );
    rmSync(folder, { recursive: true, force: true });
    served.close();
  });

  test.each(months)(
    'prints in $name what the sandbox prints, and leaves what the files say',
    async ({ name, commands }) => {
      for (const { command, prints } of commands) {
        const ran = await run(command);
        const printed = withExit(printedBy(ran), exitOf(ran.code));
        expect({ command, prints: inWordsOf(prints, printed, agrees) }).toEqual({ command, prints });
      }
      const wanted = expected[name];
      if (wanted === undefined) return;
      const { same, ...state } = wanted;
      expect(await stateNow()).toEqual(state);
      for (const env of name === 'December' ? [...all, 'test'] : all) {
        const { code, stdout, stderr } = await run(
          `trivet diff --env ${env} --since HEAD --detailed-exitcode`,
        );
        expect([env, code], stdout + stderr).toEqual([env, same.includes(env) ? 0 : 11]);
      }
    },
  );
});
