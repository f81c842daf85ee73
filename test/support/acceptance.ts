/** Scripts of test/acceptance: command lines, and what they print (test/acceptance/README.md describes them). */

/** A command line, and the lines that it prints: standard output, then standard error with `! `, then `[exit N]`. */
export interface Step {
  readonly kind: 'command';
  readonly command: string;
  readonly prints: readonly string[];
}

/** `@as reader`, `@only jobs`, `@fault lost@POST /lock`: what the steps after it, or all of them, run with. */
export interface Setting {
  readonly kind: 'setting';
  readonly name: string;
  readonly value: string;
}

/** A heading or an empty line, which says nothing to the machine. */
interface Text {
  readonly kind: 'text';
  readonly line: string;
}

export type Part = Step | Setting | Text;

const settings = ['as', 'only', 'fault'];

/** What placeholders in angle brackets stand for. */
const placeholders: Readonly<Record<string, string>> = {
  any: '.*',
  address: String.raw`(?:https?://)?127\.0\.0\.1:\d+`,
  id: '[A-Za-z0-9_-]+',
  number: String.raw`\d+`,
  path: String.raw`/[^\s"']+`,
  time: String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?`,
};

const isNotPrinted = (line: string): boolean => /^(?:\$ |> |# |#$|@)/.test(line);

/** @throws Error with the number of the line that cannot be read */
export const readScript = (text: string): readonly Part[] => {
  const lines = text.replace(/\n$/, '').split('\n');
  const parts: Part[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const bad = (why: string): Error => new Error(`line ${at + 1}: ${why}: ${line}`);
    if (line.startsWith('@')) {
      const [, name = '', value = ''] = /^@(\w+) +(\S.*)$/.exec(line) ?? [];
      if (!settings.includes(name))
        throw bad(`a setting is one of ${settings.map((one) => `@${one} …`).join(', ')}`);
      parts.push({ kind: 'setting', name, value });
    } else if (line.startsWith('$ ')) {
      const command = [line.slice(2)];
      for (; lines[at + 1]?.startsWith('> ') === true; at += 1) command.push((lines[at + 1] ?? '').slice(2));
      const prints: string[] = [];
      for (; at + 1 < lines.length && !isNotPrinted(lines[at + 1] ?? ''); at += 1)
        prints.push(lines[at + 1] ?? '');
      const last = prints.findLastIndex((one) => one !== '') + 1;
      parts.push({ kind: 'command', command: command.join('\n'), prints: prints.slice(0, last) });
      for (const _ of prints.slice(last)) parts.push({ kind: 'text', line: '' });
    } else if (line === '' || line.startsWith('#')) parts.push({ kind: 'text', line });
    else throw bad('a line of output follows a command, which begins with "$ "');
  }
  return parts;
};

/** The first line that is a comment, without its sign. */
export const titleOf = (parts: readonly Part[]): string | undefined => {
  const first = parts.find((part) => part.kind === 'text' && /^# \S/.test(part.line));
  return first?.kind === 'text' ? first.line.slice(2) : undefined;
};

const patternOf = (line: string): RegExp => {
  const source = line.split(/(<[a-z]+>)/).map((piece) => {
    const name = /^<([a-z]+)>$/.exec(piece)?.[1];
    const pattern = name === undefined ? undefined : placeholders[name];
    return pattern ?? piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source.join('')}$`, 'u');
};

/**
 * Returns what was printed, in the words of what was expected where the two agree, so that only differences show.
 * `...` stands for any number of lines.
 */
export const inWordsOf = (expected: readonly string[], printed: readonly string[]): readonly string[] => {
  const [first, ...rest] = expected;
  if (first === undefined) return printed;
  if (first === '...') {
    const next = rest[0];
    if (next === undefined) return ['...'];
    const end = printed.findIndex((line) => patternOf(next).test(line));
    return end === -1 ? printed : ['...', ...inWordsOf(rest, printed.slice(end))];
  }
  const [line, ...others] = printed;
  if (line === undefined) return [];
  return [patternOf(first).test(line) ? first : line, ...inWordsOf(rest, others)];
};

const linesIn = (text: string): readonly string[] => {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return text.endsWith('\n') ? lines : [...lines.slice(0, -1), `${lines.at(-1)}[no newline]`];
};

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The line with placeholders for what differs from run to run. @param folder where the script runs */
export const withPlaceholders = (line: string, folder: string): string =>
  line
    .replaceAll(new RegExp(placeholders['address'] ?? '', 'g'), '<address>')
    .replaceAll(new RegExp(`${folder}[^\\s"']*`, 'g'), '<path>')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(new RegExp(placeholders['time'] ?? '', 'g'), '<time>');

/** What a command printed, as scripts write it. */
export const printedBy = ({ code, stdout, stderr }: Ran): readonly string[] => [
  ...linesIn(stdout),
  ...linesIn(stderr).map((line) => `! ${line}`.trimEnd()),
  ...(code === 0 ? [] : [`[exit ${code}]`]),
];

export const writeScript = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      if (part.kind === 'text') return [part.line];
      if (part.kind === 'setting') return [`@${part.name} ${part.value}`];
      return [`$ ${part.command.replaceAll('\n', '\n> ')}`, ...part.prints];
    })
    .map((line) => `${line}\n`)
    .join('');

/** Whether a shell would do no more with a command line than start trivet with its words. */
export const isPlain = (command: string): boolean =>
  command.startsWith('trivet ') && !/[|&;<>()$`\\*?[\]#~{}!\n]/.test(command.replaceAll(/'[^']*'/g, ''));
