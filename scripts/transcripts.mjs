// Runs the transcripts of test/transcripts and the pages of the documentation, or writes into them what is printed now.
//   npm run transcripts -- [--update] [FILE | FOLDER | GROUP ...]     such as README.md, docs, workspace
// test/README.md says how to write one, and how to read the difference.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = dirname(import.meta.dirname);
const folder = join(root, 'test', 'transcripts');
const words = process.argv.slice(2);
const unknown = words.find((word) => word.startsWith('-') && word !== '--update');
if (unknown !== undefined) throw new Error(`${unknown}: the only flag is --update`);

const isPage = (path) =>
  /^(?:README\.md|docs(?:\/[^/]+\.md)?)$/.test(relative(root, path).replaceAll(sep, '/'));

const pathOf = (name) => {
  const path = [resolve(name), join(root, name), join(folder, name)].find((one) => existsSync(one));
  if (path === undefined || (relative(folder, path).startsWith('..') && !isPage(path)))
    throw new Error(`${name} is not a transcript of test/transcripts, a page of docs, or a folder of them`);
  return path;
};

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((name) => name.endsWith('.txt') || isPage(name))
    : [path];

const files = words
  .filter((word) => word !== '--update')
  .flatMap((name) => filesBelow(pathOf(name)))
  .map((path) => relative(root, path).replaceAll(sep, '/'));
// A group has a test of its own name, and so have the pages.
const groups = [...new Set(files.map((path) => path.split('/')[2] ?? 'pages'))];
const tests =
  groups.length === 0 ? ['test/transcripts/'] : groups.map((group) => `test/transcripts/${group}.test.ts`);

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', ...tests],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TRIVET_TRANSCRIPTS: words.includes('--update') ? 'update' : 'run',
      TRIVET_TRANSCRIPT_FILES: files.join('\n'),
    },
  },
);
process.exitCode = status ?? 1;
