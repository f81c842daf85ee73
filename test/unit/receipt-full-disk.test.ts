/** Tests that a receipt whose first line cannot be written leaves no file. */
import type * as fs from 'node:fs';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrivetError } from '../../src/system/error.ts';
import { Recorder } from '../../src/run/log/recorder.ts';
import type { Sending } from '../../src/run/log/sending.ts';
import { operationNamed } from '../support/catalogue.ts';
import { quietWorld } from '../support/quiet-world.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const writeSync = (file: number, data: Uint8Array): number => {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' });
    return real.writeSync(file, data);
  };
  return { ...real, writeSync };
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-full-'));
});
afterEach(() => {
  disk.isFull = false;
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
  const world = quietWorld({ TRIVET_STATE_DIR: folder }, folder);
  return { world, facts: { command: 'workspace lock', strict }, by: 'script', origin } as const;
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
