/** Folders of an export under another umask, and below /proc. test/transcripts/state holds the rest. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform !== 'linux')(
  'a folder that its file system does not allow is named, and the command ends',
  async () => {
    const { code, stderr } = await trivet('export pki-role:web --dir /proc/nope/below');
    expect(code).toBe(74);
    expect(stderr).toContain('cannot write /proc/nope/below: ');
  },
);

test.skipIf(process.platform === 'win32')(
  'others cannot change an exported folder, whatever the umask',
  async () => {
    const before = process.umask(0);
    try {
      const dir = join(folder, 'open', 'below');
      expect((await trivet(`export workspace:acme/network-dev --dir ${dir}`)).code).toBe(0);
      for (const path of [dir, join(dir, '..'), join(dir, readdirSync(dir)[0] ?? '')])
        expect(statSync(path).mode & 0o022).toBe(0);
    } finally {
      process.umask(before);
    }
  },
);
