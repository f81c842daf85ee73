/** Holds that a printed command is made by suggest (house.md 3): only it knows the flags of the place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { foreignLines } from '../src/cli/foreign-lines.ts';
import { allLacked, lackSentence } from '../src/cli/not-covered.ts';
import { groups } from '../src/commands/groups.ts';

const src = join(resolve(import.meta.dirname, '..'), 'src');

/** Groups that send nothing to a server, or whose commands say by themselves which profile they are about. */
const local: ReadonlySet<string> = new Set([
  'changes',
  'completion',
  'help',
  'how',
  'login',
  'logout',
  'man',
  'manifest',
  'mcp',
  'profile',
  'sandbox',
  'skill',
  'undo',
  'version',
]);

/** Texts that are no hints of a run, so that there is no place whose flags they could have. */
const declarations: readonly RegExp[] = [
  // Help, and answers to words that are no command: nothing was read of them.
  /^cli\//,
  // Summaries, descriptions and examples of the catalogue.
  /^commands\/[^/]+\/(?:commands|operations|kinds|parts|wait-conditions|export|diff|apply)\.ts$/,
  /^commands\/[^/]+\/operations\//,
  /^config\/globals\.ts$/,
  // Made by generators: schemas of files.
  /^commands\/manifest\//,
  // Hints as data: services/outcome.ts gives them their flags.
  /^services\/(?:jobs\/nomad|secrets\/vault-\w+|workspaces\/terraform)\.ts$/,
  // Another program, which only shares the package.
  /^sandbox\//,
];

/** The files that may begin a command by themselves, how often, and why. */
const exceptions: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'catalogue/command.ts': [1, 'the form of a command, for its usage'],
  'commands/state/workflows/apply/apply.ts': [1, 'names the command: it is about a folder of this machine'],
  'commands/state/workflows/apply/given-plan.ts': [2, 'names the command, and its usage'],
  'commands/state/workflows/apply/plan-file.ts': [2, 'the form of the command that made the plan, elsewhere'],
  'commands/state/workflows/export-folder.ts': [1, 'names the command'],
  'commands/state/workflows/files/files.ts': [1, 'names the command'],
  'commands/state/workflows/objects/fields.ts': [1, 'help, for which there is no server'],
  'commands/state/workflows/rows/markdown.ts': [1, 'a title'],
  'commands/workspace/workflows/delete.ts': [1, 'names the command, and warns of it'],
  'run/invocation/checks.ts': [1, 'names the command that was given'],
  'run/invocation/inside.ts': [1, 'names the command of a line, which has its own flags'],
  'run/credential-stores/change-profiles.ts': [1, 'the name of an entry in a keyring'],
  'run/single/not-kept.ts': [1, 'names the command'],
  'commands/api/workflows/call.ts': [1, 'names the command'],
  'run/lists/listed-objects.ts': [1, 'forms with PATH, a folder that nobody named'],
  'features/batch/line-runner.ts': [1, 'names the command that was given'],
  'features/certificates/policy/revocation.ts': [2, 'forms with --mount MOUNT: a judgement knows no server'],
  'features/certificates/renew/place.ts': [1, 'names the command'],
  'features/certificates/renew/renew-folder.ts': [1, 'names the command, whose flags are in a schedule'],
  'features/doctor/doctor.ts': [2, 'names the command, and runs it in a sandbox'],
  'features/library/call.ts': [3, 'names the command that was called'],
  'features/many/change-of-many.ts': [3, 'names the command that was given'],
  'features/mcp/guides.ts': [1, 'reads a guide'],
  'features/mcp/serve.ts': [1, 'instructions of an agent'],
  'features/status/status.ts': [1, 'runs it in a sandbox'],
  'features/undo/show.ts': [1, 'of any record of this machine: it prints where each belongs'],
  'features/undo/undo.ts': [1, 'of any record of this machine: it prints where each belongs'],
  'features/watch/run-line.ts': [1, 'names the command'],
  'features/watch/watch.ts': [1, 'runs it in a sandbox'],
  'http/faults.ts': [1, 'shows the certificate of an address, by no profile'],
  'run/log/proof.ts': [1, 'the mark of a run at a server'],
  'run/log/read.ts': [1, 'names the command'],
  'run/plan/execute.ts': [1, 'what a bar of progress is about'],
  'services/suggest.ts': [1, 'makes every one'],
  'system/managed-link.ts': [1, 'names the command, whose flags are in a schedule'],
  'system/output-folder.ts': [1, 'names the command'],
  'system/safe-file.ts': [1, 'names the command'],
};

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const names = new Set(groups.map(({ name }) => name).filter((name) => !local.has(name)));

/** The commands that a text begins: `trivet ` before a placeholder, the name of a group, or the end of a part. */
const begunIn = (text: string): readonly string[] =>
  [...withoutComments(text).matchAll(/\btrivet (\$\{[^}]*\}|[a-z][\w-]*|['`](?=[\s,;)]))/g)].flatMap(
    ([whole, word = '']) => (/^[a-z]/.test(word) && !names.has(word) ? [] : [whole]),
  );

const begun = Object.fromEntries(
  readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(src, file), begunIn(readFileSync(file, 'utf8'))] as const)
    .filter(([path, found]) => found.length > 0 && !declarations.some((one) => one.test(path)))
    .sort(([one], [other]) => one.localeCompare(other)),
);

test('no other text of src begins a command', () => {
  const counts = Object.fromEntries(Object.entries(begun).map(([path, found]) => [path, found.length]));
  const allowed = Object.fromEntries(Object.entries(exceptions).map(([path, [times]]) => [path, times]));
  expect(counts, JSON.stringify(begun, null, 2)).toEqual(allowed);
});

/** The files of src that name the flag, and why: none of them prints it in a command. */
const flagged: Readonly<Record<string, string>> = {
  'commands/how/workflows/try.ts': 'runs a line in a sandbox',
  'features/mcp/serve.ts': 'says which flag answers a question',
  'features/undo/continue.ts': 'leaves out the answers of the run before',
  'run/review.ts': 'names the flags to whoever could not be asked',
};

/** All that `how` can answer, and the proposals of prompts. */
const answers = (): readonly string[] => {
  const read = (name: string): string => readFileSync(join(inject('built'), 'dist', name), 'utf8');
  const { recipes, guides } = JSON.parse(read('how.json')) as Record<
    'recipes' | 'guides',
    { lines: string[] }[]
  >;
  return [...[...recipes, ...guides].flatMap(({ lines }) => lines), read('prompts.json')];
};

test('no hint, answer of how or proposal to an agent is confirmed already', () => {
  const meant = Object.values(foreignLines).flat();
  const all = [
    ...meant.map((one) => (typeof one === 'string' ? one : lackSentence(one))),
    ...allLacked.map(lackSentence),
    ...answers(),
  ];
  expect(all.length).toBeGreaterThan(1000);
  expect(all.filter((line) => line.includes('--yes'))).toEqual([]);
});

test('no other file of src prints the flag that answers a question', () => {
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => withoutComments(readFileSync(file, 'utf8')).includes('--yes'))
    .map((file) => relative(src, file))
    .filter((path) => path.startsWith('cli/') || !declarations.some((one) => one.test(path)));
  expect(files.sort()).toEqual(Object.keys(flagged));
});

test.each([
  ['`See: trivet job show ${id}`', 1],
  ['`See: trivet ${words}`', 1],
  ["'See: trivet ' + words", 1],
  ["'trivet does not follow redirects'", 0],
  ["'See: trivet changes show'", 0],
  ['/** `trivet job show` */', 0],
])('%s begins a command %i times', (text, times) => {
  expect(begunIn(text)).toHaveLength(times);
});
