/** Checks what the README, docs/ and the cookbook name and start; `npm run docs:check` runs what they show. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../src/version.ts';
import { parse } from './support/catalogue.ts';
import type { Installed } from './support/installed.ts';
import { install } from './support/installed.ts';
import { partOf, whole } from './support/part.ts';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';
import { words } from './support/run-cli.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/sandbox/README.md',
  'test/README.md',
  'test/agents/README.md',
  'test/clients/README.md',
  'test/live/README.md',
  'test/support/README.md',
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

let installed: Installed;
let served: Served;
beforeAll(async () => {
  served = await serveProgram();
  installed = install(served.program);
});
afterAll(() => {
  installed.remove();
  served.close();
});
const { sandbox } = useSandbox({ fresh: true });

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a shell as a child process without blocking: the sandbox lives in this process and has to keep replying. */
const shell = (
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((done) => {
    const env = { ...installed.env, ...environmentOf(sandbox()), ...more };
    const child = execFile(file, [...args], { cwd: installed.cwd, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
      done({ code, stdout, stderr });
    });
    child.stdin?.end();
  });

describe('the README and docs/', () => {
  test('the index in docs/ names every page', () => {
    const index = read('docs/README.md');
    const names = readdirSync(join(root, 'docs')).filter((one) => one.endsWith('.md') && one !== 'README.md');
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });

  test('every link leads to a file', () => {
    for (const page of pages) {
      for (const [, target = ''] of read(page).matchAll(/\]\(([^)#]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        expect(`${page}: ${target}: ${existsSync(join(root, dirname(page), target))}`).toBe(
          `${page}: ${target}: true`,
        );
      }
    }
  });

  test('every link to a part of a page leads to one of its headings', () => {
    const headings = (page: string): readonly string[] =>
      read(page)
        .split('\n')
        .filter((line) => /^#+ /.test(line))
        .map((line) =>
          line
            .toLowerCase()
            .replaceAll(/^#+ |[^\w\- ]/g, '')
            .trim()
            .replaceAll(' ', '-'),
        );
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)].map(
        ([, target = '', part = '']) => ({
          link: `${page}: ${target}#${part}`,
          page: target === '' ? page : join(dirname(page), target),
          part,
        }),
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((one) => !headings(one.page).includes(one.part)).map(({ link }) => link)).toEqual([]);
  });

  test('names only commands that exist', async () => {
    for (const page of pages) {
      for (const [, block = ''] of read(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)) {
        for (const line of block.split('\n').filter((one) => one.startsWith('trivet '))) {
          const argv = words(line.replace(/\s+[#|>].*$/, '')).slice(1);
          expect((await parse(argv)).command.path).not.toBe('');
        }
      }
    }
  });
});

test('the changelog has a dated section for each version that was released, after what is unreleased', () => {
  const sections = read('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('## '));
  expect(sections[0]).toBe('## Unreleased');
  // A version in development is what is unreleased.
  if (!version.endsWith('-dev')) expect(sections[1]?.startsWith(`## ${version} - `)).toBe(true);
  expect(sections.length).toBeGreaterThan(1);
  for (const section of sections.slice(1)) expect(section).toMatch(/^## \d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/);
});

test('the changelog says what is unreleased once: a merge can repeat a line in other words', () => {
  const [, unreleased = ''] = read('CHANGELOG.md').split(/^## .*$/m);
  const beginnings = unreleased.split(/^- /m).map((line) => line.replaceAll(/\s+/g, ' ').slice(0, 40));
  expect(beginnings.length).toBeGreaterThan(1);
  expect(beginnings.filter((one, index) => beginnings.indexOf(one) !== index)).toEqual([]);
});

test('the migration tables name only commands that exist', async () => {
  const cells = read('docs/migration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split(' | ')[1] ?? '').matchAll(/`trivet ([^`]+)`/g)].map(([, argv]) => argv ?? ''),
    );
  expect(cells.length).toBeGreaterThan(30);
  for (const argv of cells) {
    const known = await parse(
      words(argv.replace(' …', '')).map((word) => (word === 'N' || word === 'V' ? '1' : word)),
    ).catch((error: unknown) => error);
    expect(`${argv}: ${known instanceof Error ? known.message : 'ok'}`).toBe(`${argv}: ok`);
  }
});

const cookbook = readdirSync(join(root, 'docs/cookbook')).filter((name) => name.endsWith('.sh'));
/** A strict shell and the one of many pipelines; `sh` if there is no dash. */
const shells = [spawnSync('dash', ['-c', ':']).status === 0 ? 'dash' : 'sh', 'bash'];

describe.each(shells.map((name, turn) => [name, turn] as const))('the cookbook under %s', (name, turn) => {
  test('has scripts', () => expect(cookbook).not.toHaveLength(0));

  const openssl = spawnSync('openssl', ['version']).status === 0;
  test.for(partOf(cookbook, shells.length, turn))(
    '%s runs against the sandbox and ends as it says',
    async (script, { skip }) => {
      const path = join(root, 'docs/cookbook', script);
      const text = readFileSync(path, 'utf8');
      if (text.includes('openssl') && !openssl) skip('openssl is not installed');
      const expected = Number(/^# exit: (\d+)$/m.exec(text)?.[1]);
      const { code, stdout, stderr } = await shell(name, [path]);
      expect({ code, stderr }).toEqual({ code: expected, stderr: expect.any(String) as string });
      expect(stdout).not.toBe('');
    },
  );

  const recipe = (number: string): string =>
    join(root, 'docs/cookbook', cookbook.find((one) => one.startsWith(number)) ?? '');
  const isLocked = async (workspace: string): Promise<string> =>
    (await shell(name, ['-c', `trivet workspace show ${workspace} --field locked`])).stdout;

  // Here with the strict shell; `npm run test:all` uses both.
  const runsHere = whole || turn === 0;
  test.runIf(runsHere)(
    '01 unlocks after a failure and after SIGTERM, and leaves a lock that it did not take',
    async () => {
      const work = [recipe('01'), 'network-prod', 'sh', '-c'];
      expect(await shell(name, [...work, 'exit 7'])).toMatchObject({ code: 7 });
      expect(await isLocked('network-prod')).toBe('false');
      expect(await shell(name, [...work, 'kill -TERM $PPID; exec sleep 60'])).toMatchObject({ code: 143 });
      expect(await isLocked('network-prod')).toBe('false');
      await shell(name, ['-c', 'trivet workspace lock network-prod --reason mine']);
      expect(await shell(name, [...work, 'true'])).toMatchObject({ code: 125 });
      expect(await isLocked('network-prod')).toBe('true');
    },
  );

  test.runIf(runsHere)('02 shows who holds each lock', async () => {
    const { stdout } = await shell(name, [recipe('02')]);
    expect(stdout).toMatch(/^dns-prod\tusers\tuser-\w+\tZone migration/m);
    expect(stdout).toMatch(/^identity-prod\tteams\tteam-/m);
    expect(stdout).toMatch(/^checkout-prod\truns\trun-/m);
  });

  test.runIf(runsHere)('03 continues where a failed run stopped', async () => {
    const token = { TRIVET_WORKSPACES_TOKEN: sandbox().tokens.reader };
    expect(await shell(name, [recipe('03')], token)).toMatchObject({ code: 10 });
    expect(existsSync(join(installed.cwd, 'reviewed.journal'))).toBe(true);
    expect(await shell(name, [recipe('03')])).toMatchObject({ code: 0 });
    expect(existsSync(join(installed.cwd, 'reviewed.journal'))).toBe(false);
  });

  test.runIf(runsHere)('09 runs nothing without credentials', async () => {
    const ran = await shell(name, [recipe('09')], { TRIVET_SECRETS_TOKEN: 'unknown' });
    expect(ran).toMatchObject({ code: 125, stdout: '' });
  });
});

const pictures = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.svg'));

test.each(pictures)(
  '%s gives every character its place, is at most 80 columns wide, and breaks no word',
  (name) => {
    const texts = [...read(`docs/${name}`).matchAll(/<text x="([^"]*)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)];
    expect(texts.length).toBeGreaterThan(20);
    const ends = new Map<string, number>();
    for (const [, places = '', y = '', text = ''] of texts) {
      const columns = places.split(' ').map((x) => (Number(x) - 20) / 8.4);
      const shown = text.replaceAll(/&(?:amp|lt|gt);/g, '&');
      expect(`${shown}: ${columns.length}`).toBe(`${shown}: ${shown.length}`);
      for (const column of columns) expect(Math.abs(column - Math.round(column))).toBeLessThan(0.02);
      expect(Math.max(...columns)).toBeLessThan(80);
      ends.set(y, Math.max(ends.get(y) ?? 0, Math.round(Math.max(...columns)) + 1));
    }
    // A broken word would fill its line to the end.
    expect([...ends.values()].filter((end) => end === 80)).toEqual([]);
  },
);
