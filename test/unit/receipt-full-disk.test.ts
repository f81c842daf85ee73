/** Tests that a receipt whose first line cannot be written leaves no file. */
import type * as fs from 'node:fs';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrivetError } from '../../src/system/error.ts';
import { Recorder } from '../../src/run/log/recorder.ts';
import type { Sending } from '../../src/run/log/sending.ts';
import { allReceipts } from '../../src/run/log/read.ts';
import { productOf } from '../../src/services/products.ts';
import { operationNamed } from '../support/catalogue.ts';
import { quietIo } from '../support/quiet-io.ts';

const disk = vi.hoisted(() => ({ isFull: false, isBroken: '' }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const writeSync = (file: number, data: Uint8Array): number => {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' });
    return real.writeSync(file, data);
  };
  /** A call that fails where it is named. */
  const breaking =
    <Given extends readonly unknown[], Result>(name: string, call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (disk.isBroken === name)
        throw Object.assign(new Error(`EIO: ${name}`), { code: 'EIO', syscall: name });
      return call(...given);
    };
  const { renameSync, closeSync, rmSync: remove } = real;
  return {
    ...real,
    writeSync,
    renameSync: breaking('rename', renameSync),
    closeSync: breaking('close', closeSync),
    rmSync: breaking('rm', remove),
  };
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-full-'));
});
afterEach(() => {
  disk.isFull = false;
  disk.isBroken = '';
  rmSync(folder, { recursive: true });
});

const opening = (strict: boolean, warn: (text: string) => void) => {
  const origin: Sending = {
    operation: operationNamed('workspace.lock'),
    input: { workspace_id: 'ws-1' },
    baseUrl: 'http://127.0.0.1:1',
    namespace: undefined,
    profile: undefined,
    keepDays: undefined,
    nameOf: () => undefined,
    read: () => Promise.resolve(undefined),
    warn,
  };
  const io = quietIo({ TRIVET_STATE_DIR: folder }, folder);
  return { io, facts: { command: 'workspace lock', strict }, by: 'script', origin } as const;
};

test('a full disk leaves no empty receipt: one change goes on with a warning, a run of many does not begin', async () => {
  disk.isFull = true;
  const warnings: string[] = [];
  const change = async (strict: boolean): Promise<Recorder> => {
    const given = opening(strict, (text) => warnings.push(text));
    const recorder = await Recorder.open(given);
    const sent = await recorder.started(given.origin, undefined);
    sent.failed(new TrivetError('refused', 1, 'no', { effect: 'unchanged' }));
    return recorder;
  };
  const unkept = await change(false);
  unkept.close((text) => warnings.push(text));
  expect(warnings.join()).toContain('no receipt is kept of this command');
  expect(readdirSync(join(folder, 'receipts'))).toEqual([]);
  await expect(change(true)).rejects.toThrow('no space');
  expect(readdirSync(join(folder, 'receipts'))).toEqual([]);
  disk.isFull = false;
  const recorder = await change(true);
  expect(readdirSync(join(folder, 'receipts'))).toHaveLength(1);
  recorder.close(() => undefined);
});

test('a change of a run with a journal is not sent where its line cannot be written', async () => {
  const given = opening(true, () => undefined);
  const journal = join(folder, 'run.journal');
  writeFileSync(journal, '{"journal":2}\n', { mode: 0o600 });
  const recorder = await Recorder.open({ ...given, facts: { ...given.facts, journal } });
  disk.isFull = true;
  const failure: unknown = await recorder.started(given.origin, 1).catch((error: unknown) => error);
  expect(failure).toMatchObject({ effect: 'not-sent', exit: 74 });
  expect(recorder.refusal).toEqual(failure);
  recorder.close(() => undefined);
});

test.each([
  ['rename', 30],
  ['close', 30],
  ['rm', 0],
])(
  'a receipt that cannot be closed (%s) is a warning: its changes were made, and nothing of it is open',
  async (call, keepDays) => {
    const warnings: string[] = [];
    const given = opening(false, (text) => warnings.push(text));
    const recorder = await Recorder.open({ ...given, origin: { ...given.origin, keepDays } });
    const sent = await recorder.started(given.origin, undefined);
    await sent.done({ items: [], product: await productOf('workspaces', { product: 'generic' }) });
    disk.isBroken = call;
    recorder.close((text) => warnings.push(text));
    disk.isBroken = '';
    const path = /[\w-]+\.(?:journal|30d\.receipt)/;
    expect(warnings.map((text) => text.replace(folder, '').replace(path, 'FILE'))).toEqual([
      'the receipt, of which nothing is left to do, was not closed: cannot write /receipts/FILE: input/output error',
    ]);
    const [receipt] = await allReceipts(given.io);
    expect(receipt).toMatchObject({ state: 'done', done: 1 });
  },
);
