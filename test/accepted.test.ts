/** Checks how a budget says what grew. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { overAccepted, sizesIn } from './support/accepted.ts';

test('a budget has a tenth of room, and names what grew by how much', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-accepted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'accepted.json');
  writeFileSync(path, JSON.stringify({ 'src/a.ts': 60, 'src/b.ts': 30, 'src/gone.ts': 10 }));
  expect(overAccepted(path, { 'src/a.ts': 80, 'src/b.ts': 30 })).toBeUndefined();
  expect(overAccepted(path, { 'src/a.ts': 70, 'src/b.ts': 30, 'src/new.ts': 11 })).toBe(
    [
      '111 bytes, 11 more than the accepted 100; a tenth (10) is allowed:',
      '  +11 src/new.ts',
      '  +10 src/a.ts',
      '  -10 src/gone.ts',
      `If it is worth it, run the test with TRIVET_ACCEPT=1 and commit ${path}.`,
    ].join('\n'),
  );
});

test('the size of each source is read from the bundle', () => {
  expect(sizesIn('a\n\n// src/a.ts\nconst a;\n// src/b.ts\nb')).toEqual({
    launcher: 3,
    'src/a.ts': 21,
    'src/b.ts': 14,
  });
});
