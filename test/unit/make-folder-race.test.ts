/** Tests that folders which several programs make at the same moment are made once, and are nobody's failure. */
import type * as fs from 'node:fs';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeFolder } from '../../src/system/make-folder.ts';

/** What another program does around a call of mkdir for a folder: once, so that each call meets one moment. */
const other = vi.hoisted(() => ({ before: new Map<string, string>(), after: new Map<string, string>() }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const does = (moment: Map<string, string>, folder: string): void => {
    const makes = moment.get(folder);
    moment.delete(folder);
    if (makes !== undefined) real.mkdirSync(makes);
  };
  const mkdirSync = (folder: string, options: { readonly mode: number }): void => {
    does(other.before, folder);
    try {
      real.mkdirSync(folder, options);
    } finally {
      does(other.after, folder);
    }
  };
  return { ...real, mkdirSync };
});

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trivet-race-'));
});
afterEach(() => {
  other.before.clear();
  other.after.clear();
  rmSync(root, { recursive: true });
});

test('another program makes the parent after it was missing', () => {
  const [parent, folder] = [join(root, 'a'), join(root, 'a', 'b')];
  other.after.set(folder, parent);
  expect(makeFolder(folder)).toBe(true);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('another program makes the folder as soon as it has its parent', () => {
  const [parent, folder] = [join(root, 'a'), join(root, 'a', 'b')];
  other.after.set(parent, folder);
  expect(makeFolder(folder)).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test('another program makes the parent just before this one does', () => {
  const [parent, folder] = [join(root, 'a'), join(root, 'a', 'b')];
  other.before.set(parent, parent);
  expect(makeFolder(folder)).toBe(true);
});

test.runIf(process.platform === 'linux')('a file system without folders is still said to be one', () => {
  expect(() => makeFolder('/proc/nope/deeper')).toThrow('its file system does not allow folders');
});
