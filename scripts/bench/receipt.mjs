// Compares a single change with the same program without the call that records it.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';

/** The call in the built program that writes the receipt. */
const call = 'return this.receipt.started(';

/** A copy of the program that records nothing. */
const withoutReceipt = (root, folder) => {
  for (const part of ['dist', 'bin', 'package.json'])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('executable'),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const core = join(folder, 'dist', 'chunks', 'core.cjs');
  const text = readFileSync(core, 'utf8');
  if (text.split(call).length !== 2) throw new Error(`dist/chunks/core.cjs does not contain ${call} once`);
  writeFileSync(core, text.replace(call, 'return undefined; ('));
  return join(folder, 'bin', 'trivet');
};

/** @returns the ratio of a lock with its receipt to one without */
export const lockBesideUnrecorded = async ({ root, server, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const bare = withoutReceipt(root, folder);
    const env = (name) =>
      environment({
        TRIVET_WORKSPACES_URL: `${server.http}/many/1/0/api/v2`,
        TRIVET_WORKSPACES_TOKEN: 'bench',
        TRIVET_WORKSPACES_PRODUCT: 'generic',
        TRIVET_CONFIG_DIR: join(folder, name),
      });
    const words = ['workspace', 'lock', 'ws-0000000000000001', '--reason', 'bench'];
    const of = (name, program) => ({
      name,
      run: () => measure([process.execPath, program, ...words], env(name)),
    });
    const found = await compare([of('bare', bare), of('lock', join(root, 'bin', 'trivet'))], rounds);
    return found.get('lock');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
