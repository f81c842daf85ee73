/** Tests the table of keys in keys.md: it counts right, trivet needs no more, and its keys do what it says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing } from '../support/pty.ts';
import { launcher } from '../support/program.ts';
import type { Screen } from '../support/screen.ts';
import { openScreen } from '../support/screen.ts';

const page = readFileSync(new URL('keys.md', import.meta.url), 'utf8');

interface Recipe {
  /** What is typed between two pauses of a person. */
  readonly parts: readonly string[];
  readonly keys: number;
}

const named: Readonly<Record<string, string>> = {
  '⏎': '\r',
  '↓': '\u001b[B',
  '⇥': '\t',
  '⌃Z': '\u001a',
  '⌃L': '\f',
};

/** `trivet watch` ⏎ `s`: code is typed, anything else is a key. */
const wayOf = (cell: string, keys: string): Recipe | undefined => {
  const parts = [...cell.matchAll(/`([^`]+)`|⏎|↓|⇥|⌃[A-Z]/g)].map(([key, code]) => code ?? named[key] ?? key);
  return parts.length === 0 ? undefined : { parts, keys: Number(keys) };
};
const keysOf = ({ parts }: Recipe): number =>
  parts.reduce((sum, part) => sum + (part.startsWith('\u001b') ? 1 : part.length), 0);

const cellsBetween = (from: string, to: string): readonly (readonly string[])[] =>
  page
    .slice(page.indexOf(from), page.indexOf(to))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:to |-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const rows = cellsBetween('## How many keys', '### Beside other screens').map(
  ([, to = '', trivet = '', ours = '', nomad = '', theirs = '']) => ({
    to,
    trivet: wayOf(trivet, ours),
    nomad: wayOf(nomad, theirs),
  }),
);

test('the table counts every key, and trivet needs no more than the vendor', () => {
  expect(rows).toHaveLength(9);
  for (const { to, trivet, nomad } of rows) {
    if (trivet === undefined) throw new Error(`no way to ${to}`);
    expect([to, keysOf(trivet)]).toEqual([to, trivet.keys]);
    if (nomad === undefined) continue;
    expect([to, keysOf(nomad)]).toEqual([to, nomad.keys]);
    expect(trivet.keys).toBeLessThanOrEqual(nomad.keys);
  }
});

test('the table of other screens counts every key, and once open trivet needs no more than any of them', () => {
  const others = cellsBetween('### Beside other screens', '### With TAB');
  expect(others.map(([, to]) => to)).toEqual(rows.slice(0, 5).map(({ to }) => to));
  for (const [, to = '', wander = '', ofWander = '', k9s = '', ofK9s = '', open = '', ours = ''] of others) {
    const trivet = rows.find((row) => row.to === to)?.trivet;
    const [one, other] = [wayOf(wander, ofWander), wayOf(k9s, ofK9s)];
    const inside = (trivet?.keys ?? 0) - 'trivet watch '.length;
    expect([to, Number(ours)]).toEqual([to, inside]);
    if (one !== undefined) {
      expect([to, keysOf(one)]).toEqual([to, one.keys]);
      expect(trivet?.keys).toBeLessThanOrEqual(one.keys);
    }
    if (other === undefined) continue;
    expect([to, keysOf(other)]).toEqual([to, other.keys]);
    expect([to, Number(open)]).toEqual([to, other.keys - 'k9s '.length]);
    expect(inside).toBeLessThanOrEqual(Number(open));
  }
});

const why = missing('sh');
let home = '';
let open: Screen | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-keys-'));
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

/** What the screen shows before the next part is typed; the last one is the end of the job. */
type Seen = readonly RegExp[];

describe.skipIf(why !== undefined)(
  `the keys of the table${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test.each<[to: string, scenario: string, seen: Seen]>([
      [
        'see why it crashes',
        'crash-loop',
        [/^\(sandbox\) [$#]/m, /.*/, />! {2}job +web[\s\S]*s status/, /DATABASE_URL is not set/],
      ],
      [
        'go back to the last version',
        'crash-loop',
        [
          /^\(sandbox\) [$#]/m,
          /.*/,
          />! {2}job +web[\s\S]*s status/,
          /job revert web/,
          /Which version\?[\s\S]*> +5[\s\S]*Enter picks/,
          /> +4/,
          /reverted to version 4[\s\S]*\[exit 0\]/,
        ],
      ],
      [
        'restart it',
        'stuck-deployment',
        [
          /^\(sandbox\) [$#]/m,
          /.*/,
          />! {2}deployment +api[\s\S]*R restart/,
          /job restart api/,
          /Restart job api\?/,
          /.*/,
          /\[exit 0\]/,
        ],
      ],
      [
        'promote its canaries',
        'stuck-deployment',
        [
          /^\(sandbox\) [$#]/m,
          /.*/,
          />! {2}deployment +api[\s\S]*P promote/,
          /job promote api/,
          /canaries promoted[\s\S]*\[exit 0\]/,
        ],
      ],
    ])('%s: the screen shows it at the end', async (to, scenario, seen) => {
      const way = rows.find((row) => row.to === to)?.trivet;
      if (way === undefined) throw new Error('not in the table');
      const screen = openScreen(launcher, ['sandbox', 'exec', '--scenario', scenario, '--', '/bin/sh'], {
        cwd: home,
        cols: 120,
        rows: 30,
        env: {
          PATH: `${dirname(launcher)}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          TERM: 'xterm-256color',
          HOME: home,
          PS1: '$ ',
        },
      });
      open = screen;
      for (const [at, part] of way.parts.entries()) {
        await screen.until(seen[at] ?? /.*/);
        screen.type(part);
      }
      const last = seen.at(-1) ?? /.*/;
      expect(await screen.until(last)).toMatch(last);
    });
  },
);
