/** Checks that every export is imported by another file, and that a name has one meaning. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

// The sandbox shares nothing with the other folders.
const own = (file: string): boolean => !relative(src, file).startsWith('sandbox/');

const texts = new Map(
  ['src', 'test', 'scripts'].flatMap(filesOf).map((file) => [file, readFileSync(file, 'utf8')]),
);

const exportsOf = (text: string): readonly string[] => [
  ...[
    ...text.matchAll(
      /^export (?:async )?(?:const|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm,
    ),
  ].map(([, name = '']) => name),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().split(' as ').at(-1)?.trim() || []),
  ),
];

const exported = [...texts]
  .filter(([file]) => file.startsWith(`${src}/`) && own(file))
  .flatMap(([file, text]) => exportsOf(text).map((name) => ({ file, name })));

/**
 * The names that a file imports, by the path of the file they come from; for `import()` and `import *` all words of the
 * file.
 */
const imported = new Map<string, Set<string>>();
const note = (file: string, from: string, names: Iterable<string>): void => {
  const target = resolve(dirname(file), from);
  const known = imported.get(target) ?? new Set<string>();
  for (const name of names) known.add(name);
  imported.set(target, known);
};
for (const [file, text] of texts) {
  for (const [, names = '', from = ''] of text.matchAll(
    /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g,
  )) {
    const plain = names.split(',').map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    );
    note(file, from, plain);
  }
  for (const [, one, other] of text.matchAll(
    /import\(\s*'(\.[^']+)'\s*\)|import \* as \w+ from '(\.[^']+)'/g,
  )) {
    note(file, one ?? other ?? '', text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  }
}

// A file that two others load has one `import()`, under a name.
for (const [file, text] of texts) {
  for (const [, loader = '', from = ''] of text.matchAll(
    /export const (\w+) = \(\) => import\('(\.[^']+)'\)/g,
  )) {
    for (const [other, words] of texts)
      if (other !== file && new RegExp(`\\b${loader}\\(\\)`).test(words))
        note(file, from, words.match(/[A-Za-z_$][\w$]*/g) ?? []);
  }
}

/** Exports that the build calls by their path, and the library's. */
const calledByName = new Set([
  // Read from the default export, as a part of it.
  ...['jobs', 'secrets', 'workspaces'].map((service) => `services/${service}/whoami.ts operation`),
  'entry.ts start',
  'entry.ts helpForColumns',
  'library.ts ErrorOfCalls',
  'library.ts openLibrary',
]);

test('every export is imported by another file', () => {
  const unused = exported
    .filter(({ file, name }) => imported.get(file)?.has(name) !== true)
    .map(({ file, name }) => `${relative(src, file)} ${name}`)
    .filter((one) => !calledByName.has(one));
  expect(unused).toEqual([]);
});

test('every file is imported by a file that ships, and not only by tests', () => {
  const begins = ['entry.ts', 'library.ts'];
  const imports = new Set(
    [...texts]
      .filter(([file]) => !relative(root, file).startsWith('test'))
      .flatMap(([file, text]) =>
        [...text.matchAll(/(?:from\s+|import\(?\s*)'(\.[^']+)'/g)].map(([, from = '']) =>
          resolve(dirname(file), from),
        ),
      ),
  );
  const alone = [...texts.keys()]
    .filter((file) => file.startsWith(`${src}/`) && !file.endsWith('.d.ts') && !imports.has(file))
    .map((file) => relative(src, file));
  expect(alone).toEqual(begins);
});

/** Names that mean one thing in each of their files: how products of each service are made. */
const meanOneThing = new Set(['productFrom']);

test('two files never export one name with two meanings', () => {
  const homes = new Map<string, Set<string>>();
  for (const { file, name } of exported) {
    const path = relative(src, file);
    // In the catalogue a name belongs to its group or object: `show`, `list`, `roleFields`.
    const inGroup = /^commands\/[a-z]+\/(?!workflows\/)/.test(path);
    // Each service has the same parts: `flags`, `products`, itself as data and as code.
    const home = inGroup ? 'commands' : /^(?:catalogue\/)?services\/[a-z]+\//.test(path) ? 'services' : path;
    homes.set(name, (homes.get(name) ?? new Set()).add(home));
  }
  const shared = [...homes]
    .filter(([name, files]) => files.size > 1 && !meanOneThing.has(name))
    .map(([name, files]) => `${name}: ${[...files].join(', ')}`);
  expect(shared).toEqual([]);
});
