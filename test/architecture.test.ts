/** Holds the floors: a file imports its own floor or lower, without cycles, and each heavy package has one importer. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

const floors: Readonly<Record<string, number>> = {
  // Any floor may read the version number.
  'version.ts': 1,
  model: 1,
  operations: 2,
  http: 2,
  render: 2,
  services: 3,
  profiles: 3,
  runtime: 4,
  workflows: 5,
  cli: 6,
  generate: 6,
};

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

interface Import {
  readonly from: string;
  readonly dynamic: boolean;
  readonly typeOnly: boolean;
}

const importsOf = (file: string): readonly Import[] => {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const [, kind, from] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[\s\S]*?\s+from\s+)?'([^']+)'/gm,
  )) {
    found.push({ from: from ?? '', dynamic: false, typeOnly: kind !== undefined });
  }
  for (const [, from] of text.matchAll(/import\(\s*'([^']+)'\s*\)/g)) {
    found.push({ from: from ?? '', dynamic: true, typeOnly: false });
  }
  return found;
};

const graph = new Map(files.map((file) => [file, importsOf(file)]));

const folderOf = (file: string): string => relative(src, file).split('/')[0] ?? '';
const floorOf = (file: string): number => floors[folderOf(file)] ?? 7;

/** A command names its workflow by `import()`, so that nothing is loaded until it runs (docs/adr/0010). */
const namesWorkflow = (file: string, { from, dynamic }: Import): boolean =>
  dynamic && folderOf(file) === 'operations' && folderOf(resolve(dirname(file), from)) === 'workflows';

test('every file imports its own floor or lower', () => {
  const wrong: string[] = [];
  for (const [file, imports] of graph) {
    for (const one of imports) {
      const { from } = one;
      if (!from.startsWith('.') || namesWorkflow(file, one)) continue;
      const target = resolve(dirname(file), from);
      // The package's own description is on no floor.
      if (target === join(root, 'package.json')) continue;
      if (folderOf(file) === 'sandbox') {
        if (folderOf(target) !== 'sandbox') wrong.push(`${relative(src, file)} -> ${relative(src, target)}`);
        continue;
      }
      if (folderOf(target) === 'sandbox') {
        // Only a workflow may start the sandbox.
        if (folderOf(file) !== 'workflows') wrong.push(`${relative(src, file)} -> ${relative(src, target)}`);
        continue;
      }
      if (floorOf(target) > floorOf(file)) wrong.push(`${relative(src, file)} -> ${relative(src, target)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('imports form no cycle, including type imports and import()', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].map((one) => relative(src, one)).join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const one of graph.get(file) ?? []) {
      if (!one.from.startsWith('.')) continue;
      visit(resolve(dirname(file), one.from), [...path, file]);
    }
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** Package -> the files that may import it; all of them are reached only by `await import()`. */
const heavy: Readonly<Record<string, RegExp>> = {
  undici: /^http\/(?:undici-transport|undici-modules\.d|dial|tunnel)\.ts$/,
  ws: /^(?:http\/socket|sandbox\/.*)\.ts$/,
  conf: /^profiles\/store\.ts$/,
  execa: /^runtime\/child\.ts$/,
  ora: /^render\/progress\.ts$/,
  'cli-table3': /^render\/table\.ts$/,
  'js-yaml': /^render\/(?:yaml|read-yaml|parse-yaml)\.ts$/,
  '@jmespath-community/jmespath': /^render\/query\.ts$/,
  chalk: /^render\/color\.ts$/,
  commander: /^cli\/by-commander\.ts$/,
  '@modelcontextprotocol/server': /^workflows\/mcp\/protocol\.ts$/,
};

test.each(Object.entries(heavy))('only its owner imports %s', (name, allowed) => {
  const users = [...graph]
    .filter(([, imports]) =>
      imports.some(({ from, typeOnly }) => !typeOnly && (from === name || from.startsWith(`${name}/`))),
    )
    .map(([file]) => relative(src, file));
  expect(users.filter((file) => !allowed.test(file))).toEqual([]);
});

test('no file is longer than 400 lines, and the median is under 100', () => {
  const lengths = files
    .map((file) => ({ file: relative(src, file), lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ file }) => file !== 'groups/tree.ts');
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
});

test('no file switches off the type checker or the linter, or is a drawer like utils', () => {
  const hatches = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /(?::|\bas|<)\s*any\b(?!\s+[a-z])|@ts-ignore|@ts-expect-error|as unknown as|eslint-disable|oxlint-disable/.test(
          line,
        )
          ? [`${relative(src, file)}:${index + 1}: ${line.trim()}`]
          : [],
      ),
  );
  expect(hatches).toEqual([]);
  expect(
    files
      .map((file) => relative(src, file))
      .filter((file) => /(^|\/)(utils?|helpers?|common)(\/|\.)/.test(file)),
  ).toEqual([]);
});

/**
 * The files that may name a product or a service: their tables, the catalogue, and the readers of vendors' settings.
 */
const tables =
  /^(?:model\/(?:product|service-traits)\.ts|operations\/|services\/|sandbox\/|profiles\/(?:nomad|terraform|vault)-variables\.ts)/;

test('only the tables state facts about products and services', () => {
  const products = 'documented|hcp-terraform|terraform-enterprise|otf|vault|openbao|nomad';
  const decided = new RegExp(
    `'(?:${products})'|[=!]==? '(?:workspaces|secrets|jobs)'|\\bcase '(?:workspaces|secrets|jobs)'`,
  );
  const named = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !tables.test(relative(src, file)) && decided.test(line))
      .map((line) => `${relative(src, file)}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
  const edited = files.filter((file) => /\bid\.replace(?:All)?\(/.test(readFileSync(file, 'utf8')));
  expect(edited.map((file) => relative(src, file))).toEqual([]);
});
