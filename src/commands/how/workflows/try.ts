import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Writable } from 'node:stream';
import { runChild } from '../../../system/child/child.ts';
import type { ChildVariables } from '../../../system/child/child-environment.ts';
import { usageError } from '../../../system/error.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isArray, isObject, listAt, textAt } from '../../../documents/json/json.ts';
import { shellWords } from '../../../catalogue/text/shell-words.ts';
import type { Recipe } from '../../../catalogue/recipe.ts';
import type { Sandbox } from '../../../sandbox/start.ts';
import { safe } from '../../../output/text/safe.ts';
import { plainText } from '../../../output/text/value.ts';
import { sandboxEnvironment, searchPath, startFor } from '../../sandbox/workflows/started-sandbox.ts';
import type { Io } from '../../../system/io.ts';

export interface Tried {
  readonly line: string;
  readonly refused?: string;
  readonly exit?: number;
  readonly output?: string;
  readonly changes?: readonly string[];
  readonly differences?: readonly string[];
  readonly files?: readonly string[];
}

interface Trial {
  readonly io: Io;
  readonly recipe: Recipe;
  readonly begin: (line: string) => Promise<void>;
  readonly shown: boolean;
}

/** The only variables that the trial gets. */
const passed =
  /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|NO_COLOR|TMPDIR|TEMP|TMP|SYSTEMROOT|PATHEXT)$/i;

const collector = (): { readonly streams: Pick<Io, 'stdout' | 'stderr'>; readonly text: () => string } => {
  const chunks: Buffer[] = [];
  const stdout = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { streams: { stdout, stderr: stdout }, text: () => Buffer.concat(chunks).toString('utf8') };
};

/** Values by path; items of lists by name, else by number. */
const flat = (value: Json, path: string): readonly (readonly [string, string])[] => {
  const members = isObject(value)
    ? Object.entries(value)
    : isArray(value) && value.some(isObject)
      ? value.map((item, index) => [textAt(item, 'Name') ?? `${index}`, item] as const)
      : [];
  if (members.length === 0) return [[path, plainText(value)]];
  return members.flatMap(([key, inner]) => flat(inner ?? null, path === '' ? key : `${path}.${key}`));
};

const titleOf = (object: JsonObject): string =>
  ['kind', 'organization', 'namespace', 'mount', 'name']
    .flatMap((key) => (typeof object[key] === 'string' ? [object[key]] : []))
    .join(' ');

const stateOf = async (sandbox: Sandbox): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const { body } = await sandbox.ask('GET /-/state');
  return new Map(
    listAt(body, 'objects').flatMap((object) => {
      if (!isObject(object)) return [];
      const {
        kind: _,
        name: __,
        organization: ___,
        namespace: ____,
        mount: _____,
        settings,
        ...parts
      } = object;
      return [[titleOf(object), new Map([...flat(settings ?? {}, ''), ...flat(parts, '')])] as const];
    }),
  );
};

type State = Awaited<ReturnType<typeof stateOf>>;

const differencesOf = (before: State, after: State): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined) return [`${name}: new`];
    if (is === undefined) return [`${name}: gone`];
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((key) => was.get(key) !== is.get(key))
      .map((key) => `${name}: ${key}: ${was.get(key) || 'nothing'} -> ${is.get(key) || 'nothing'}`);
  });

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/**
 * Runs the lines; those that are not steps begin with a fresh sandbox.
 * @throws TrivetError usage, if no line can be run
 */
export async function* tryLines({ io, recipe, begin, shown }: Trial): AsyncGenerator<Tried> {
  const { lines, untried = {}, steps = false } = recipe;
  if (lines.every((line) => untried[line] !== undefined))
    throw usageError(
      'this answer cannot be tried in a sandbox',
      lines.map((line) => `${line}: ${untried[line] ?? ''}.`).join('\n'),
    );
  const sandbox = await startFor({});
  const folder = await mkdtemp(join(tmpdir(), 'trivet-try-'));
  const work = join(folder, 'work');
  try {
    const own = await searchPath(undefined, folder);
    const env: ChildVariables = {
      ...Object.fromEntries(Object.entries(io.env).filter(([name]) => passed.test(name))),
      ...sandboxEnvironment(sandbox, { role: 'owner' }),
      HOME: join(folder, 'home'),
      USERPROFILE: join(folder, 'home'),
      PATH: [own, io.env['PATH']].filter(Boolean).join(delimiter),
      NO_PROXY: '127.0.0.1,localhost',
    };
    const run = (argv: readonly string[], streams: Partial<Io> | undefined): Promise<number> =>
      runChild(
        argv,
        { ...io, cwd: work, ...streams },
        { env, stdio: streams === undefined ? 'inherit' : 'io' },
      );
    const makeFolders = async (): Promise<void> => {
      for (const name of ['work', 'home']) {
        await rm(join(folder, name), { recursive: true, force: true });
        await mkdir(join(folder, name), { mode: 0o700 });
      }
      if (!lines.some((line) => line.includes('web.nomad.hcl'))) return;
      const job = ['trivet', 'job', 'submission', 'web', '--field', 'Source', '--out', 'web.nomad.hcl'];
      await run(job, collector().streams);
    };
    const begun = await stateOf(sandbox);
    let before = begun;
    let isFirst = true;
    for (const line of lines) {
      const refused = untried[line];
      if (refused !== undefined) {
        yield { line, refused };
        continue;
      }
      if (isFirst || !steps) {
        if (!isFirst) await sandbox.ask('POST /-/reset');
        before = begun;
        await makeFolders();
      }
      isFirst = false;
      const filesBefore = await filesIn(work);
      const last = sandbox.effects.list().at(-1)?.sequence ?? 0;
      await begin(line);
      const printed = collector();
      const [program = '', ...words] = shellWords(line) ?? [];
      // Nothing of the user is at stake, so each question gets a yes.
      const exit = await run([program, '--yes', ...words], shown ? undefined : printed.streams);
      const after = await stateOf(sandbox);
      yield {
        line,
        exit,
        ...(shown ? {} : { output: printed.text() }),
        changes: sandbox.effects
          .list()
          .filter(({ sequence }) => sequence > last)
          .map(({ what, method, path }) => safe(path === '' ? what : `${what} (${method} ${path})`)),
        differences: differencesOf(before, after).map((text) => safe(text)),
        files: (await filesIn(work)).filter((name) => !filesBefore.includes(name)),
      };
      before = after;
    }
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const most = 20;

const listed = (title: string, all: readonly string[]): string =>
  all.length === 0
    ? ''
    : [
        `   ${title}`,
        ...all.slice(0, most).map((one) => `     ${one}`),
        ...(all.length > most ? [`     … and ${all.length - most} more`] : []),
        '',
      ].join('\n');

export const triedText = ({ refused, exit = 0, output = '', ...did }: Tried): string => {
  if (refused !== undefined) return `\n   Not run: ${refused}.\n`;
  const { changes = [], differences = [], files = [] } = did;
  return [
    output === '' || output.endsWith('\n') ? output : `${output}\n`,
    `\n   Exit code ${exit}.${changes.length === 0 ? ' Nothing was changed.' : ''}\n`,
    listed('Changed in the sandbox:', changes),
    listed('What differs:', differences),
    listed('Files:', files),
  ].join('');
};
