/** The text of a transcript: what its lines are. test/README.md describes them for people. */

/** A heading, a remark or an empty line, which says nothing to the machine. */
export interface Text {
  readonly kind: 'text';
  readonly line: string;
}

/** `@as reader`: what the commands after it run with. */
export interface Setting {
  readonly kind: 'setting';
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** `$ trivet …`, what it prints, its exit code, and lines that begin with `-- ` about what it did. */
export interface Command {
  readonly kind: 'command';
  readonly command: string;
  /** `[exit N]`, or an empty text for 0. */
  readonly exit: string;
  readonly prints: readonly string[];
  readonly checks: readonly Check[];
  /** How a page of the documentation shows it; undefined for a command as transcripts write it. */
  readonly shown?: Shown;
  readonly at: number;
}

/**
 * In a `console` block, with what it prints as a terminal shows it; as the file that a block holds; or as a `sh` block,
 * whose output is in the comment after it.
 */
export type Shown =
  | { readonly as: 'console' }
  | { readonly as: 'file' }
  | { readonly as: 'script'; readonly between: readonly string[] };

/** `-- sent: …`, or `-- file NAME` with the lines of the file. */
export interface Check {
  readonly line: string;
  readonly content: readonly string[];
  readonly at: number;
}

/** `~ POST /v1/… {…}` or `~ as operator: trivet …`: what somebody else does in between. */
export interface Actor {
  readonly kind: 'actor';
  readonly does: string;
  /** `[status N]` or `[exit N]`, or an empty text for any success. */
  readonly ends: string;
  readonly at: number;
}

export type Part = Text | Setting | Command | Actor;

export interface Case {
  /** Undefined for what stands before the first `## ` of the file. */
  readonly title: string | undefined;
  readonly at: number;
  readonly parts: readonly Part[];
}

export interface Transcript {
  readonly title: string;
  /** What stands before the first command and the first `## `; its settings hold for all cases. */
  readonly header: readonly (Text | Setting)[];
  readonly cases: readonly Case[];
  /** Fills what a page's YAML says into a command: `{deploy.script}`. */
  readonly values?: (command: string) => string;
}

/** A line that cannot be read. */
export class FormatError extends Error {
  readonly at: number;
  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

/** What begins something other than a line of output. */
const isNotPrinted = (line: string): boolean => /^(?:\$ |> |##? |#$|@[a-z]|-- |~ )/.test(line);

/** Whether a line of standard output would be read as something else. */
const isAmbiguous = (line: string): boolean =>
  isNotPrinted(line) || /^(?:[!?](?: |$)|\\|\[exit \d+\]$|\.\.\.$)/.test(line);

/** A line of standard output, as transcripts write it. */
export const escaped = (line: string): string => (isAmbiguous(line) ? `\\${line}` : line);

const exitPattern = /^\[exit \d+\]$/;

/** The lines of a text, with a place in them. */
export class Lines {
  readonly #lines: readonly string[];
  at = 0;
  constructor(text: string) {
    this.#lines = text.replace(/\n$/, '').split('\n');
  }
  peek(): string | undefined {
    return this.#lines[this.at];
  }
  /** Takes lines as long as they pass. */
  while(passes: (line: string) => boolean): readonly string[] {
    const from = this.at;
    for (let line = this.peek(); line !== undefined && passes(line); line = this.peek()) this.at += 1;
    return this.#lines.slice(from, this.at);
  }
}

const readChecks = (lines: Lines): readonly Check[] => {
  const checks: Check[] = [];
  for (let line = lines.peek(); line?.startsWith('-- ') === true; line = lines.peek()) {
    lines.at += 1;
    const at = lines.at;
    const content = lines.while((one) => /^\|(?: |$)/.test(one)).map((one) => one.slice(2));
    checks.push({ line: line.slice(3), content, at });
  }
  return checks;
};

/** What a command prints and does, and the empty lines after it. */
export const readResult = (lines: Lines): Pick<Command, 'exit' | 'prints' | 'checks'> & { empty: Part[] } => {
  const printed = lines.while((line) => !isNotPrinted(line));
  const last = printed.findLastIndex((line) => line !== '') + 1;
  const exit = exitPattern.test(printed[last - 1] ?? '') ? (printed[last - 1] ?? '') : '';
  const empty = printed.slice(last).map((line): Part => ({ kind: 'text', line }));
  const checks = empty.length > 0 ? [] : readChecks(lines);
  return { exit, prints: printed.slice(0, exit === '' ? last : last - 1), checks, empty };
};

const readCommand = (lines: Lines, first: string): readonly Part[] => {
  lines.at += 1;
  const { at } = lines;
  const more = lines.while((line) => /^>(?: |$)/.test(line)).map((line) => line.slice(2));
  const { empty, ...result } = readResult(lines);
  return [{ kind: 'command', command: [first.slice(2), ...more].join('\n'), ...result, at }, ...empty];
};

const readActor = (lines: Lines, line: string): Part => {
  lines.at += 1;
  const { at } = lines;
  const [ends = ''] = lines.while((one) => /^\[(?:status|exit) \d+\]$/.test(one));
  return { kind: 'actor', does: line.slice(2), ends, at };
};

const readSetting = (lines: Lines, line: string): Part => {
  lines.at += 1;
  const [, name = '', value = ''] = /^@([a-z]+)(?: +(.*))?$/.exec(line) ?? [];
  return { kind: 'setting', name, value: value.trimEnd(), at: lines.at };
};

const readParts = (lines: Lines): readonly Part[] => {
  const line = lines.peek() ?? '';
  if (line.startsWith('$ ')) return readCommand(lines, line);
  if (line.startsWith('~ ')) return [readActor(lines, line)];
  if (/^@[a-z]/.test(line)) return [readSetting(lines, line)];
  lines.at += 1;
  if (line === '' || /^#(?: |$)/.test(line)) return [{ kind: 'text', line }];
  throw new FormatError(
    lines.at,
    line.startsWith('-- ')
      ? 'a line with "-- " follows what a command prints, without an empty line between them'
      : 'a line of output follows a command, which begins with "$ "',
  );
};

const isHeader = (part: Part): part is Text | Setting => part.kind === 'text' || part.kind === 'setting';

/** @throws FormatError */
export const readTranscript = (text: string): Transcript => {
  const lines = new Lines(text);
  const title = /^# (\S.*)$/.exec(lines.peek() ?? '')?.[1];
  if (title === undefined)
    throw new FormatError(1, 'the first line is "# " and a sentence that says what a user sees');
  const cases = noCases();
  readCases(lines, cases);
  return arranged(title, cases);
};

/** Cases that are read. */
export type Open = { title: string | undefined; at: number; parts: Part[] }[];

export const noCases = (): Open => [{ title: undefined, at: 1, parts: [] }];

/** Reads all lines into the last of the cases, and into those that begin there. @throws FormatError */
export const readCases = (lines: Lines, cases: Open): void => {
  for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
    const heading = /^## (\S.*)$/.exec(line)?.[1];
    if (heading === undefined) cases.at(-1)?.parts.push(...readParts(lines));
    else {
      lines.at += 1;
      if (cases.some((one) => one.title === heading))
        throw new FormatError(lines.at, 'another case has this title');
      cases.push({ title: heading, at: lines.at, parts: [] });
    }
  }
};

/** Parts in front of the first command are the header. */
export const arranged = (title: string, [first, ...others]: readonly Case[]): Transcript => {
  const parts = first?.parts ?? [];
  const begin = parts.findIndex((part) => !isHeader(part));
  const header = (begin === -1 ? parts : parts.slice(0, begin)).filter(isHeader);
  const own = begin === -1 ? [] : parts.slice(begin);
  const [command] = own.flatMap((part) =>
    part.kind === 'command' || part.kind === 'actor' ? [part.at] : [],
  );
  const main = own.length === 0 ? [] : [{ title: undefined, at: command ?? 1, parts: own }];
  return { title, header, cases: [...main, ...others] };
};

const printsOf = (prints: readonly string[], exit: string): readonly string[] => {
  const isEndEmpty = exit === '' && prints.at(-1) === '';
  return isEndEmpty ? [...prints.slice(0, -1), '\\'] : [...prints, ...(exit === '' ? [] : [exit])];
};

const writeChecks = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ line, content }) => [
    `-- ${line}`,
    ...content.map((one) => (one === '' ? '|' : `| ${one}`)),
  ]);

const writeShown = (shown: Shown, { command, exit, prints, checks }: Command): readonly string[] => {
  if (shown.as === 'console') return [`$ ${command}`, ...prints];
  if (shown.as === 'file') return command.split('\n').slice(1, -1);
  return [command, ...shown.between, ...printsOf(prints, exit), ...writeChecks(checks)];
};

const writePart = (part: Part): readonly string[] => {
  switch (part.kind) {
    case 'text':
      return [part.line];
    case 'setting':
      return [`@${part.name} ${part.value}`.trimEnd()];
    case 'actor':
      return [`~ ${part.does}`, ...(part.ends === '' ? [] : [part.ends])];
    case 'command':
      if (part.shown !== undefined) return writeShown(part.shown, part);
      return [
        ...`$ ${part.command.replaceAll('\n', '\n> ')}`
          .split('\n')
          .map((line) => (line === '> ' ? '>' : line)),
        ...printsOf(part.prints, part.exit),
        ...writeChecks(part.checks),
      ];
  }
};

export const writeCase = ({ title, parts }: Case): readonly string[] => [
  ...(title === undefined ? [] : [`## ${title}`]),
  ...parts.flatMap(writePart),
];

export const writeTranscript = ({ header, cases }: Transcript): string =>
  [...header.flatMap(writePart), ...cases.flatMap(writeCase)].map((line) => `${line}\n`).join('');
