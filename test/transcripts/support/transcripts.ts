/** Makes tests of the transcripts of a folder: one for each case. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { difference } from './align.ts';
import type { Case, Part, Transcript } from './format.ts';
import { FormatError, readTranscript, writeCase, writeTranscript } from './format.ts';
import { refuseBrokenClaims, written } from './observed.ts';
import type { Run } from './run-case.ts';
import { readPage } from './page.ts';
import { missingFor, runCase } from './run-case.ts';
import type { Stage } from './stage.ts';
import { createStage } from './stage.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'test', 'transcripts');

/** Whether files get what is printed, in place of a comparison: `npm run transcripts -- --update`. */
const isUpdate = process.env['TRIVET_TRANSCRIPTS'] === 'update';

/** The files that are run or updated; empty: all. */
const wanted = (process.env['TRIVET_TRANSCRIPT_FILES'] ?? '').split('\n').filter((name) => name !== '');

/** How much later the second run of an update is, so that times differ: some months, hours, minutes and seconds. */
const muchLater = 133 * 86_400_000 + 7 * 3_600_000 + 23 * 60_000 + 41_003;

/** An error that names a place in a transcript, without a stack, which would name places in its runner. */
class TranscriptError extends Error {
  constructor(path: string, at: number, why: string) {
    super(`${path}:${at}: ${why}`);
    this.stack = this.message;
  }
}

const withRuns = (theCase: Case, run: Run, other?: Run): Case => {
  let index = -1;
  const parts = theCase.parts.map((part): Part => {
    if (part.kind !== 'command') return part;
    index += 1;
    const actual = run[index];
    return actual === undefined ? part : written(part, actual, other?.[index]);
  });
  return { ...theCase, parts };
};

const refuseClaims = (theCase: Case, run: Run): void => {
  const commands = theCase.parts.filter((part) => part.kind === 'command');
  for (const [index, actual] of run.entries()) {
    const command = commands[index];
    if (command !== undefined) refuseBrokenClaims(command, actual);
  }
};

const compare = (path: string, theCase: Case, run: Run): void => {
  const differs = difference(writeCase(theCase), writeCase(withRuns(theCase, run)), theCase.at);
  if (differs === undefined) return;
  const accept = `To accept what it does now: npm run transcripts -- --update ${path}`;
  throw new TranscriptError(
    path,
    differs.at,
    `another result (- expected, + now)\n${differs.text}\n\n${accept}`,
  );
};

interface File {
  readonly path: string;
  readonly transcript: Transcript | FormatError;
}

/** @returns nothing for a page that is not a transcript */
const readFile = (name: string, read: (text: string) => Transcript | undefined): readonly File[] => {
  const path = relative(root, name).replaceAll(sep, '/');
  try {
    const transcript = read(readFileSync(name, 'utf8'));
    return transcript === undefined ? [] : [{ path, transcript }];
  } catch (error) {
    if (error instanceof FormatError) return [{ path, transcript: error }];
    throw error;
  }
};

const isWanted = ({ path }: File): boolean => wanted.length === 0 || wanted.includes(path);

/** All transcripts of a group. */
const filesOf = (group: string): readonly File[] =>
  readdirSync(join(folder, group), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .flatMap((name) => readFile(join(folder, group, name), readTranscript))
    .filter(isWanted);

/** The pages of the documentation that run something. */
const pageFiles = (): readonly File[] =>
  ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))]
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readFile(join(root, name), readPage))
    .filter(isWanted);

/** A test, which throws what is wrong. */
interface Trial {
  readonly name: string;
  readonly run: (skip: (why: string) => void) => Promise<'as written'>;
}

const failing = (name: string, path: string, at: number, why: string): Trial => ({
  name,
  run: () => Promise.reject(new TranscriptError(path, at, why)),
});

/** One test for each case; an update collects what is written in `updated`. */
const trialsOf = (
  { path, transcript }: File,
  stages: () => readonly Stage[],
  updated: Case[],
): readonly Trial[] => {
  if (transcript instanceof FormatError) return [failing(path, path, transcript.at, transcript.message)];
  const { title, cases } = transcript;
  if (cases.length === 0) return [failing(title, path, 1, 'there is no command')];
  const inFile = (error: unknown): unknown =>
    error instanceof FormatError ? new TranscriptError(path, error.at, error.message) : error;
  return cases.map((theCase, index) => ({
    name: theCase.title === undefined ? title : `${title} > ${theCase.title}`,
    run: async (skip) => {
      const runs: Run[] = [];
      try {
        const missing = missingFor(transcript, theCase);
        if (missing.length > 0) skip(`not installed: ${missing.join(', ')}`);
        for (const stage of stages()) runs.push(await runCase(stage, transcript, theCase));
        if (isUpdate) for (const run of runs) refuseClaims(theCase, run);
      } catch (error) {
        throw inFile(error);
      }
      const [first = [], second] = runs;
      if (isUpdate) updated[index] = withRuns(theCase, first, second);
      else compare(path, theCase, first);
      return 'as written';
    },
  }));
};

const update = ({ path, transcript }: File, updated: readonly Case[]): void => {
  if (transcript instanceof FormatError) return;
  const cases = transcript.cases.map((theCase, index) => updated[index] ?? theCase);
  const text = writeTranscript({ ...transcript, cases });
  const name = join(root, path);
  if (text !== readFileSync(name, 'utf8')) writeFileSync(name, text);
};

const testsOf = (found: readonly File[]): void => {
  let stages: readonly Stage[] = [];
  beforeAll(async () => {
    stages = [await createStage(), ...(isUpdate ? [await createStage(muchLater)] : [])];
  });
  afterAll(async () => {
    for (const stage of stages) await stage.close();
  });
  const files = found.map((file) => [file.path, file] as const);
  describe.each(files)('%s', (_path, file) => {
    const updated: Case[] = [];
    afterAll(() => {
      if (isUpdate) update(file, updated);
    });
    const trials = trialsOf(file, () => stages, updated).map(({ name, run }) => [name, run] as const);
    test.for(trials)('%s', async ([, run], { skip }) => {
      expect(await run(skip)).toBe('as written');
    });
  });
};

/** Makes the tests of a group, the folder of that name. */
export const transcripts = (group: string): void => testsOf(filesOf(group));

/** Makes the tests of the README and of docs/. */
export const pages = (): void => testsOf(pageFiles());
