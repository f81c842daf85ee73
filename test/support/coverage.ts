/** Checks which test shows which statement of the documents: `test/coverage/*.tsv` against `test/statements.tsv`. */
import { readTranscript } from '../transcripts/support/format.ts';
import { testNames } from './test-names.ts';

/** The cases of a transcript by their titles; what stands before the first one has the title of the file. */
const caseNames = (source: string): readonly string[] => {
  const { title, cases } = readTranscript(source);
  return cases.map((one) => one.title ?? title);
};

/** One line of a coverage file. */
export interface CoverageLine {
  readonly file: string;
  readonly id: string;
  /** `test/file.test.ts > name` of each test, `test/transcripts/file.txt > title` of each case; empty if no test can show the statement. */
  readonly tests: readonly string[];
  /** Why no test can show it. */
  readonly reason: string;
}

export interface CoverageSources {
  /** Statement id -> its text. */
  readonly statements: ReadonlyMap<string, string>;
  readonly lines: readonly CoverageLine[];
  /** The source of a test file; undefined if it does not exist. */
  readonly read: (path: string) => string | undefined;
}

const contentOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

export const parseStatements = (text: string): ReadonlyMap<string, string> =>
  new Map(contentOf(text).map(([id = '', statement = '']) => [id, statement]));

/** @param file the name for messages, without its folder */
export const parseCoverage = (file: string, text: string): readonly CoverageLine[] =>
  contentOf(text).map(([id = '', shown = '', reason = '']) => ({
    file,
    id,
    tests:
      shown.trim() === '-'
        ? []
        : shown
            .split(' ; ')
            .map((one) => one.trim())
            .filter(Boolean),
    reason: reason.trim(),
  }));

/** `1.2.2-07` belongs to document 1. */
const documentOf = (id: string): string => id.split('.')[0] ?? '';

/** The tests of a file; undefined if it does not exist. */
type NamesIn = (file: string) => readonly string[] | undefined;

/** Reads each file once, since many lines name it. */
const readingOnce = (read: CoverageSources['read']): NamesIn => {
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!known.has(file)) {
      const source = read(file);
      const namesIn = file.endsWith('.txt') ? caseNames : testNames;
      known.set(file, source === undefined ? undefined : namesIn(source));
    }
    return known.get(file);
  };
};

/** Why a cited test does not exist; undefined if it does. */
const missingTest = (named: string, namesIn: NamesIn): string | undefined => {
  const [file = '', ...names] = named.split(' > ');
  const known = namesIn(file);
  if (known === undefined) return `no test file ${file}`;
  if (names.length === 0) return `"${named}" names no test`;
  const wanted = names.join(' > ');
  const found = known.some((name) => ` > ${name}`.endsWith(` > ${wanted}`));
  return found ? undefined : `${file} has no test "${wanted}"`;
};

/** Everything that is wrong, one line each; empty if the documents that have files are covered completely. */
export const coverageProblems = ({ statements, lines, read }: CoverageSources): readonly string[] => {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  const namesIn = readingOnce(read);
  for (const { file, id, tests, reason } of lines) {
    const before = seen.get(id);
    if (before !== undefined) problems.push(`${file}: ${id} stands in ${before} already`);
    seen.set(id, file);
    if (!statements.has(id)) problems.push(`${file}: ${id} is no statement`);
    if (documentOf(id) !== file[0]) problems.push(`${file}: ${id} belongs to document ${documentOf(id)}`);
    if (tests.length === 0 && reason === '')
      problems.push(`${file}: ${id} names no test and gives no reason`);
    if (tests.length > 0 && reason !== '') problems.push(`${file}: ${id} names a test and gives a reason`);
    for (const named of tests) {
      const missing = missingTest(named, namesIn);
      if (missing !== undefined) problems.push(`${file}: ${id}: ${missing}`);
    }
  }
  const documents = new Set(lines.map(({ file }) => file[0]));
  for (const id of statements.keys()) {
    if (documents.has(documentOf(id)) && !seen.has(id)) problems.push(`${id} is missing`);
  }
  return problems;
};
