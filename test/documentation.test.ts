/** Checks what the README, docs/, the help topics and the cookbook name. Transcripts run what they show. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageWith } from '../scripts/bench/page.mjs';
import { topicTexts } from '../scripts/generate/topics.ts';
import { meantWord } from '../src/catalogue/aliases.ts';
import { productsOf, serviceNames } from '../src/catalogue/product.ts';
import { version } from '../src/version.ts';
import { parse } from './support/catalogue.ts';
import type { Installed } from './support/installed.ts';
import { install } from './support/installed.ts';
import { partOf } from './support/part.ts';
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
  'test/judges/README.md',
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
const { sandbox, trivet } = useSandbox({ fresh: true });

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script as a child process without blocking: the sandbox lives in this process and has to keep replying. */
const shell = (file: string, script: string): Promise<Ran> =>
  new Promise((done) => {
    const env = { ...installed.env, ...environmentOf(sandbox()) };
    const child = execFile(file, [script], { cwd: installed.cwd, env }, (error, stdout, stderr) => {
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

  test('every source that a page names is there', () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:src|test|scripts)\/[\w/.-]+\.(?:ts|mjs|md))`/g)].map(([, path = '']) => ({
        page,
        path,
      })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every link to a part of a page leads to one of its headings', () => {
    const headings = (page: string): readonly string[] =>
      read(page)
        .replaceAll(/<!--[\s\S]*?-->/g, '')
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

test('the decisions are numbered without gaps, and each says its number', () => {
  const files = readdirSync(join(root, 'docs/adr')).toSorted();
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  for (const name of files)
    expect(read(`docs/adr/${name}`)).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
});

test('every test that docs/promises.md names is there', () => {
  const named = [...read('docs/promises.md').matchAll(/`((?:test|packaging|\.github)\/[^`]+)`/g)];
  expect(named.length).toBeGreaterThan(50);
  expect(named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]))).toEqual([]);
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

test('the changelog says each change once: a merge can repeat a line in other words', () => {
  const [, unreleased = '', released = ''] = read('CHANGELOG.md').split(/^## .*$/m);
  const beginnings = `${unreleased}${released}`
    .split(/^- /m)
    .map((line) => line.replaceAll(/\s+/g, ' ').slice(0, 40));
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
      const { code, stdout, stderr } = await shell(name, path);
      expect({ code, stderr }).toEqual({ code: expected, stderr: expect.any(String) as string });
      expect(stdout).not.toBe('');
    },
  );
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

describe('docs/performance.md', () => {
  const page = read('docs/performance.md');

  test('shows the recorded results', () => {
    const results: unknown = JSON.parse(read('scripts/bench/results.json'));
    expect(pageWith(page, results)).toBe(page);
  });

  test('has a row above its bar in bold, and says why one was not measured', () => {
    const run = {
      node: '20.1.0',
      machine: '2 cores',
      commit: 'abc',
      date: '2026-01-01',
      pairs: 3,
      rows: {
        Start: [
          { name: 'a list', value: 3.2, bar: 3, wall: 3.2, cpu: 2.5, unit: 'x' },
          { name: 'help', value: 1.04, bar: 1.1, wall: 1.04, cpu: 1, unit: 'x' },
          { name: 'the executable', skipped: 'it was not built' },
        ],
      },
    };
    const text = pageWith(page, { 20: run, 24: { ...run, node: '24.0.0', rows: { Start: [] } } });
    expect(text).toContain('| a list         | 3   | **3.20**');
    expect(text).toContain('| help           | 1.1 | 1.04');
    expect(text).toContain('| the executable |     | not measured: it was not built |');
  });
});

test('the service of a pipeline and the image start a sandbox with flags that exist', async () => {
  const service = /^```yaml\n([\s\S]*?)^```$/m.exec(read('docs/sandbox.md'))?.[1] ?? '';
  const { services } = load(service) as { services: { sandbox: { command: readonly string[] } } };
  const { command } = await parse(['sandbox', 'serve', ...services.sandbox.command]);
  expect(command.path).toBe('sandbox start');
  const image = read('packaging/Sandboxfile');
  const listOf = (name: string): readonly string[] =>
    JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(image)?.[1] ?? '[]') as string[];
  const [program = '', ...entry] = listOf('ENTRYPOINT');
  expect(program).toBe('/usr/bin/trivet');
  expect((await parse([...entry, ...listOf('CMD')])).command.path).toBe('sandbox start');
});

test('pages and the cookbook spell flags as help does, and not as an earlier trivet did', () => {
  const cookbook = readdirSync(join(root, 'docs/cookbook')).map((name) => `docs/cookbook/${name}`);
  const found = [...pages, ...cookbook].flatMap((page) =>
    (read(page).match(/(?<=--)[a-z][a-z-]*/g) ?? []).flatMap((flag) =>
      meantWord('flags', flag) === flag ? [] : [`${page}: --${flag}`],
    ),
  );
  expect(found).toEqual([]);
});

describe('the help topic', () => {
  test('output says what test/transcripts/documentation/topics.txt shows', () => {
    const text = (topicTexts().get('output') ?? '').replaceAll(/\s+/g, ' ');
    expect(text).toContain('Without -o: table on a terminal, tsv in a pipe or file');
  });

  test('products names every product', () => {
    for (const service of serviceNames)
      for (const name of productsOf[service]) expect(topicTexts().get('products')).toContain(name);
  });

  test('where has examples that run', async () => {
    const examples = (topicTexts().get('where') ?? '').match(/(?<=\$ trivet ).*/g) ?? [];
    expect(examples).toHaveLength(4);
    for (const example of examples) expect((await trivet(example.replaceAll("'", ''))).code, example).toBe(0);
  });
});
