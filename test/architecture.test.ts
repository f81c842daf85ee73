/**
 * Holds the floors and the rooms: a file imports its own floor or lower, without cycles; only the lists name a group or a
 * service; and each heavy package has one importer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../src/commands/groups.ts';
import { perService, serviceNames } from '../src/catalogue/product.ts';
import { serviceFacts } from '../src/catalogue/services/list.ts';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

/** The floors by path, of which the first that fits counts; whatever none of them names is on the floor of `main`. */
const floors: readonly (readonly [RegExp, number])[] = [
  // Any floor may read the version number.
  [/^(?:catalogue\/|version\.ts$)/, 1],
  [/^services\/(?:list|facts|[a-z]+\/(?:facts|flags|products))\.ts$/, 1],
  [/^services\/secrets\/engine-(?:parts|fields)\.ts$/, 2],
  [/^services\/[a-z]+\/(?:doctor|status(?:-[a-z]+)?|whoami|login)\.ts$/, 5],
  [/^commands\/[a-z]+\/workflows\//, 5],
  [/^engine\/invocation\//, 6],
  [/^(?:http|system|documents|output|commands)\//, 2],
  [/^(?:services|config)\//, 3],
  [/^(?:engine|runs|receipts)\//, 4],
  [/^workflows\//, 5],
  [/^(?:cli|generate)\//, 6],
];

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

const pathOf = (file: string): string => relative(src, file);
const folderOf = (file: string): string => pathOf(file).split('/')[0] ?? '';
const floorOf = (file: string): number => floors.find(([paths]) => paths.test(pathOf(file)))?.[1] ?? 7;

/** Workflows and doors, which are reached only by `import()`, so that nothing is loaded until they run (docs/adr/0010). */
const isWorkflow = (file: string): boolean =>
  /^(?:(?:commands\/[a-z]+\/)?workflows|features)\//.test(pathOf(file));
/** Groups name workflows, and services their parts of some commands, without loading them. */
const namesWorkflow = (file: string, { from, dynamic }: Import): boolean => {
  const target = resolve(dirname(file), from);
  return (
    dynamic &&
    (folderOf(file) === 'commands'
      ? isWorkflow(target)
      : /^services\/[a-z]+\/(?:facts|index)\.ts$/.test(pathOf(file)) && dirname(file) === dirname(target))
  );
};

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
        if (folderOf(target) !== 'sandbox') wrong.push(`${pathOf(file)} -> ${pathOf(target)}`);
        continue;
      }
      if (folderOf(target) === 'sandbox') {
        // Only a workflow may start the sandbox.
        if (!isWorkflow(file)) wrong.push(`${pathOf(file)} -> ${pathOf(target)}`);
        continue;
      }
      if (floorOf(target) > floorOf(file)) wrong.push(`${pathOf(file)} -> ${pathOf(target)}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The lists of groups, of their kinds and of services. */
const lists = /^(?:commands\/(?:groups|kinds)|services\/list)\.ts$/;

test('only the lists reach into the room of a group or a service from outside', () => {
  const isRoom = /^(?:commands|services)\/[a-z]+\//;
  const found = [...graph]
    .map(([file, imports]) => ({ from: pathOf(file), imports, file }))
    .filter(({ from }) => !isRoom.test(from) && !lists.test(from))
    .flatMap(({ from, imports, file }) =>
      imports
        .filter((one) => one.from.startsWith('.'))
        .map((one) => pathOf(resolve(dirname(file), one.from)))
        .filter((target) => isRoom.test(target))
        .map((target) => `${from} -> ${target}`),
    );
  expect(found).toEqual([]);
});

test('imports form no cycle, but for the commands that name what runs them', () => {
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
      if (!one.from.startsWith('.') || namesWorkflow(file, one)) continue;
      visit(resolve(dirname(file), one.from), [...path, file]);
    }
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** Package -> the files that may import it; all of them are reached only by `await import()`. */
const heavy: Readonly<Record<string, RegExp>> = {
  undici:
    /^http\/(?:transport\/undici-transport|transport\/undici-modules\.d|connection\/(?:dial|tunnel))\.ts$/,
  ws: /^(?:http\/socket\/socket|sandbox\/.*)\.ts$/,
  conf: /^config\/file\/store\.ts$/,
  execa: /^engine\/child\/child\.ts$/,
  ora: /^output\/progress\.ts$/,
  'cli-table3': /^output\/formats\/table\.ts$/,
  'js-yaml': /^documents\/(?:yaml|read-yaml|parse-yaml)\.ts$/,
  '@jmespath-community/jmespath': /^output\/formats\/query\.ts$/,
  chalk: /^output\/color\.ts$/,
  minisearch: /^workflows\/search-ways\.ts$/,
  commander: /^cli\/by-commander\.ts$/,
  '@modelcontextprotocol/server': /^features\/mcp\/protocol\.ts$/,
};

test.each(Object.entries(heavy))('only its owner imports %s', (name, allowed) => {
  const users = [...graph]
    .filter(([, imports]) =>
      imports.some(({ from, typeOnly }) => !typeOnly && (from === name || from.startsWith(`${name}/`))),
    )
    .map(([file]) => relative(src, file));
  expect(users.filter((file) => !allowed.test(file))).toEqual([]);
});

test('the fake server is the only HTTP server of the tests, but for those of WebSockets', () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const servers = tests
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:https?'/.test(
        readFileSync(join(import.meta.dirname, name), 'utf8'),
      ),
    );
  expect(servers.toSorted()).toEqual([
    'sandbox/jobs-action.test.ts',
    'support/fake-server.ts',
    'unit/http-socket.test.ts',
  ]);
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

/** The lists, and what is lent: of workspaces by the one service, of leases by the other. */
const tables =
  /^(?:commands\/groups|commands\/lending\/.*|commands\/lease\/workflows\/recover|sandbox\/.*)\.ts$/;

test('only the lists, and the rooms of a service, name it and its products', () => {
  const roomsOf = perService((service) => [
    `services/${service}/`,
    ...groups.filter((group) => group.service === service).map(({ name }) => `commands/${name}/`),
  ]);
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return serviceNames.flatMap((service) => {
      if (tables.test(pathOf(file)) || roomsOf[service].some((room) => pathOf(file).startsWith(room)))
        return [];
      const words = [service, ...serviceFacts[service].products.map(({ product }) => product)];
      return [...text.matchAll(new RegExp(`.*'(?:${words.join('|')})'.*`, 'g'))].map(
        ([line]) => `${pathOf(file)}: ${line.trim()}`,
      );
    });
  });
  expect(named).toEqual([]);
  const edited = files.filter((file) => /\bid\.replace(?:All)?\(/.test(readFileSync(file, 'utf8')));
  expect(edited.map((file) => relative(src, file))).toEqual([]);
});
