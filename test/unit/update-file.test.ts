/** Changes the files that several changes write, 40 at once: nothing is lost. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  changeEntry,
  keepEntry,
  ledger,
  newLedgerFile,
} from '../../src/commands/loans/workflows/loan-ledger.ts';
import type { LockEntry } from '../../src/commands/loans/workflows/loan-ledger.ts';
import {
  credentialIn,
  credentialsFolder,
  credentialText,
  dropCredentials,
} from '../../src/config/kept-credentials.ts';
import { updateProfiles } from '../../src/config/file/store.ts';
import { readProfiles } from '../../src/config/file/profile-file.ts';
import {
  cachedInventories,
  cacheMount,
} from '../../src/features/certificates/inventory/certificate-cache.ts';
import { grantOf } from '../../src/features/mcp/grant.ts';
import { acknowledgements, changeAcknowledgements } from '../../src/features/status/acknowledged.ts';
import credentialStore from '../../src/services/workspaces/credential-store.ts';
import { updateFile } from '../../src/system/update-file.ts';
import { quietIo } from '../support/quiet-io.ts';

const home = mkdtempSync(join(tmpdir(), 'trivet-update-'));
const io = quietIo({}, home);

afterAll(() => rmSync(home, { recursive: true }));

const numbers = Array.from({ length: 40 }, (_, index) => index);
const names = numbers.map((number) => `n${number}`);
const atOnce = <T>(work: (number: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(numbers.map(work));

/** Those that were added one by one, in any order. */
const sorted = (all: readonly string[]): readonly string[] => [...all].sort();

test('40 changes of one file at once are all in it', async () => {
  const path = join(home, 'list');
  await atOnce((number) => updateFile(path, (text = '') => `${text}n${number}\n`));
  expect(sorted(readFileSync(path, 'utf8').trim().split('\n'))).toEqual(sorted(names));
});

test('the record of a loan loses 40 locks that are released at once, and keeps the others', async () => {
  const { file } = newLedgerFile(io);
  const workspaces = [...names, 'kept'].map((name) => ({ id: `ws-${name}`, name, held: true }));
  const entry: LockEntry = {
    kind: 'lock',
    baseUrl: 'https://tfe/api/v2',
    namespace: undefined,
    owner: undefined,
    until: 0,
    mark: '(trivet 0a1b2c3d)',
    workspaces,
  };
  await keepEntry(file, entry);
  await atOnce((number) =>
    changeEntry(file, (now) =>
      now.kind === 'lock'
        ? { ...now, workspaces: now.workspaces.filter(({ name }) => name !== `n${number}`) }
        : now,
    ),
  );
  const [kept] = await ledger(io);
  expect(kept?.entry).toMatchObject({ workspaces: [{ name: 'kept' }] });
});

test('40 acknowledgements at once are all kept', async () => {
  const one = { server: 's', kind: 'job', scope: '', about: '', instance: '', state: 'failed', groups: [] };
  await atOnce((number) =>
    changeAcknowledgements(
      (known) => [...known, { ...one, name: `n${number}`, until: io.now() + 60_000, why: 'known' }],
      io,
    ),
  );
  expect(sorted((await acknowledgements(io)).map(({ name }) => name))).toEqual(sorted(names));
});

test('40 profiles that are written at once are all kept', async () => {
  await atOnce((number) =>
    updateProfiles(io, (file) => ({
      ...file,
      profiles: { ...file.profiles, [`n${number}`]: { organization: 'acme' } },
    })),
  );
  expect(sorted(Object.keys(readProfiles(io).profiles))).toEqual(sorted(names));
});

test('of 40 starts with the same words at once, all have the end of the first', async () => {
  let now = io.now();
  const later = { ...io, now: () => (now += 1000) };
  const grants = await atOnce(() =>
    grantOf({ allow: ['job scale'], until: '2h', where: [], server: 's', arguments: [] }, later),
  );
  expect(new Set(grants.map(({ until }) => until)).size).toBe(1);
});

test('40 tokens that are kept for Terraform at once are all in its file, beside what it has', async () => {
  const path = join(home, '.terraform.d/credentials.tfrc.json');
  mkdirSync(dirname(path));
  writeFileSync(path, '{"credentials": {"other.test": {"token": "theirs"}}, "x": 1}');
  const tools = { surroundings: io, asks: false, run: () => Promise.reject(new Error('no program')) };
  await atOnce((number) =>
    credentialStore(tools, { url: `https://n${number}.test`, product: 'generic' }).store(
      'id',
      `t${number}`,
      '',
    ),
  );
  const { credentials, x } = JSON.parse(readFileSync(path, 'utf8'));
  expect([x, sorted(Object.keys(credentials))]).toEqual([
    1,
    sorted([...names.map((name) => `${name}.test`), 'other.test']),
  ]);
});

test('of 40 inventories of a mount at once the latest is stored', async () => {
  const place = { server: 'https://vault/v1', namespace: undefined, mount: 'pki' };
  const none = { certificates: [], listed: [], unsettled: [], issuers: [] };
  await atOnce((number) => cacheMount({ ...place, ...none, at: 1 + ((number * 7) % 40) }, io));
  expect((await cachedInventories(place.server, io)).map(({ at }) => at)).toEqual([40]);
});

test('a credential that ended is removed from the cache, and not one that another run has made since', async () => {
  const folder = credentialsFolder(io);
  mkdirSync(folder, { recursive: true });
  const until = io.now() + 3_600_000;
  const textOf = (lease: string): string =>
    credentialText({ text: lease, until, life: 3_600_000, lease, by: undefined, checked: 0 });
  for (const name of names) writeFileSync(join(folder, `${name}.json`), textOf('old'), { mode: 0o600 });
  const renewed = names.slice(0, 20);
  await Promise.all([
    ...renewed.map((name) => updateFile(join(folder, `${name}.json`), () => textOf('new'))),
    ...numbers.slice(0, 5).map(() => dropCredentials(io, { lease: 'old' })),
  ]);
  const left = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const leases = left.map((name) => credentialIn(readFileSync(join(folder, name), 'utf8'))?.lease);
  expect([sorted(left), new Set(leases)]).toEqual([
    sorted(renewed.map((name) => `${name}.json`)),
    new Set(['new']),
  ]);
});

/** Files that are written whole from what their writer was given, so that nothing of them can be lost. */
const writtenWhole = [
  'commands/installed-file.ts',
  'commands/sandbox/workflows/start.ts',
  'commands/sandbox/workflows/state.ts',
  'commands/state/workflows/apply/plan-file.ts',
  'commands/state/workflows/export-folder.ts',
  'config/credential-stores/dpapi.ts',
  'features/certificates/renew/pending.ts',
  'features/certificates/renew/renew-hook.ts',
  'output/results.ts',
  'services/secrets/credential-store.ts',
  'system/update-file.ts',
];

test('no other code replaces a file than what writes it whole', () => {
  const src = join(import.meta.dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('sandbox'),
  );
  const users = files.filter((name) => {
    const text = readFileSync(join(src, name), 'utf8');
    return /\{[^}]*\bwriteSafely\b[^}]*\} = await import|import \{[^}]*\bwriteSafely\b/.test(text);
  });
  expect(sorted(users.map((name) => relative('.', name)))).toEqual(writtenWhole);
});
