/** Takes back every operation that declares how: the reads before and after must agree. The cases are the catalogue's. */
import { undoOf } from '../src/catalogue/operation.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Command } from '../src/catalogue/command.ts';
import type { Operation, Read } from '../src/catalogue/operation.ts';
import type { Json, JsonObject } from '../src/documents/json/json.ts';
import { parseJson } from '../src/documents/json/lossless.ts';
import { serviceOf } from '../src/services/index.ts';
import { allCommands, allOperations } from './support/catalogue.ts';
import type { Prepared } from './torture/stage.ts';
import { prepare } from './torture/stage.ts';

/** What moves by itself, or counts changes: an undo is one more change. */
const moving = new Set([
  'updated-at',
  'latest-change-at',
  'Version',
  'CreateIndex',
  'ModifyIndex',
  'JobModifyIndex',
  'SubmitTime',
  'Stable',
  'Status',
  'StatusDescription',
  'Events',
  'Placed',
  'Running',
  'Healthy',
  'Unhealthy',
  'last_vault_rotation',
  'last_password',
  // Of a tag or a policy that is made again.
  'id',
]);

/** What is done before, so that there is a state to come back to. */
const earlier: Readonly<Record<string, string>> = {
  'pki.urls.set':
    'pki urls set --ocsp-servers http://ocsp.example.com --issuing-certificates http://ca.example.com',
  'pki.crl.config.set': 'pki crl config set --expiry 97h',
  'cloud.lease.set': 'aws lease set --lease 10m --lease-max 1h',
};

/** @param kept moves elsewhere, and is what the operation changes */
const still = (value: Json | undefined, kept?: string): Json => {
  if (Array.isArray(value)) return value.map((one: Json) => still(one, kept));
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([key]) => !moving.has(key) || key === kept)
      .map(([key, one]) => [key, still(one, kept)]),
  );
};

/** The words that name the object of the scenario, for its read. */
const objectOf = (operation: Operation, { argv }: Prepared): readonly string[] | undefined => {
  if (operation.id === 'message.create') return undefined;
  const command = commandOf(operation, argv);
  const words = command.path.split(' ').length;
  const mount = argv.indexOf('--mount');
  const scope = mount === -1 ? [] : argv.slice(mount, mount + 2);
  if (operation.id === 'job.register') return ['tortured', ...scope];
  return [...((command.positional ?? []).length === 0 ? [] : [argv[words] ?? '']), ...scope];
};

const commandOf = (operation: Operation, argv: readonly string[]): Command => {
  const found = allCommands.filter(
    ({ path, operations }) =>
      argv.join(' ').startsWith(`${path} `) && operations.some((one) => one.operation.id === operation.id),
  );
  const [command] = found.toSorted((one, other) => other.path.length - one.path.length);
  if (command === undefined) throw new Error(`no command of ${operation.id} in ${argv.join(' ')}`);
  return command;
};

/** The items of the read, without what moves; null for an object that does not exist. */
const stateOf = async (
  id: string,
  objectRead: Read,
  prepared: Prepared,
  object: readonly string[],
): Promise<Json> => {
  const command = allCommands.find(({ operations }) =>
    operations.some(({ operation }) => operation === objectRead),
  );
  const { code, stdout, stderr } = await prepared.straight([
    ...(command?.path ?? '').split(' '),
    ...object,
    '-o',
    'json',
  ]);
  if (code === 5) return null;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const items = serviceOf(objectRead.service).readItems(parseJson(stdout), objectRead.view);
  return still([...items], id === 'job.stable' ? 'Stable' : undefined);
};

const receiptOf = ({ folder }: Prepared): string => {
  const files = readdirSync(join(folder, 'config', 'receipts'));
  const found = files.flatMap((file) => {
    const [, time, id] = /-(\d{4}-.*Z)-([0-9a-f]{8})\.\d+d\.receipt$/.exec(file) ?? [];
    return time === undefined || id === undefined ? [] : [{ time, id }];
  });
  return found.toSorted((one, other) => (one.time < other.time ? 1 : -1))[0]?.id ?? '';
};

/** Nothing comes back of a job that was first registered: it is stopped. */
const leavesStopped = new Set(['job.register', 'job.update']);

describe.each(
  allOperations.filter((operation) => undoOf(operation) !== undefined).map((one) => [one.id, one] as const),
)('%s', (id, operation) => {
  test('is taken back', async () => {
    const { objectRead } = operation;
    const undo = undoOf(operation);
    if (undo === undefined) return;
    if (objectRead === undefined) throw new Error(`nothing shows the object of ${id}`);
    const prepared = await prepare(operation);
    try {
      const object = objectOf(operation, prepared);
      const first = earlier[id];
      if (first !== undefined) expect(await prepared.straight(first.split(' '))).toMatchObject({ code: 0 });
      if (id === 'job.update') {
        const file = prepared.argv.at(-1) ?? '';
        writeFileSync(file, readFileSync(file, 'utf8').replace('priority = 70', 'priority = 61'));
      }
      const before = object === undefined ? null : await stateOf(id, objectRead, prepared, object);
      const made = await prepared.straight([
        ...prepared.argv,
        // The server scales no job whose deployment has not ended.
        ...(id === 'job.scale' ? ['--wait'] : []),
      ]);
      expect({ code: made.code, stderr: made.stderr }).toMatchObject({ code: 0 });
      const after = object === undefined ? undefined : await stateOf(id, objectRead, prepared, object);
      expect(after).not.toEqual(before);
      const receipt = receiptOf(prepared);
      const undone = await prepared.straight(['undo', receipt, '--yes', '--allow-rotation', '-o', 'jsonl']);
      expect(undone.stdout).toContain('"result":"undone"');
      expect({ code: undone.code, stderr: undone.stderr }).toMatchObject({ code: 0 });
      if (object !== undefined) {
        const now = await stateOf(id, objectRead, prepared, object);
        if (before === null && leavesStopped.has(id)) expect(now).toMatchObject([{ Stop: true }]);
        else expect(now).toEqual(before);
      }
      const again = await prepared.straight(['undo', receipt, '--yes']);
      expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 2 });
    } finally {
      await prepared.close();
    }
  });
});
