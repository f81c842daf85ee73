/** A page of the documentation as a transcript: its blocks and its comments, with its words between them. */
import { load } from 'js-yaml';
import type { Open, Part, Transcript } from './format.ts';
import { arranged, FormatError, Lines, noCases, readCases, readResult } from './format.ts';

const begin = '<!-- transcript';
const end = '-->';
const fence = '```';

const text = (line: string): Part => ({ kind: 'text', line });

/** The commands of a `console` block. */
const commandsIn = (lines: readonly string[], from: number): readonly Part[] => {
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  if (starts[0] !== 0) throw new FormatError(from + 1, 'a console block begins with "$ "');
  return starts.map((start, index): Part => ({
    kind: 'command',
    command: (lines[start] ?? '').slice(2),
    exit: '',
    prints: lines.slice(start + 1, starts[index + 1]),
    checks: [],
    shown: { as: 'console' },
    at: from + start + 1,
  }));
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const together = (one: unknown, other: unknown): unknown => {
  if (!isObject(one) || !isObject(other)) return other;
  const keys = Object.keys(other).map((key) => [key, together(one[key], other[key])]);
  return { ...one, ...(Object.fromEntries(keys) as Record<string, unknown>) };
};

/** A value of a pipeline as lines for a shell: each step has a shell of its own. */
const scriptOf = (value: unknown): string => {
  if (Array.isArray(value))
    return value
      .map(scriptOf)
      .filter((one) => one !== '')
      .join('\n');
  if (isObject(value)) return value['run'] === undefined ? '' : `(\n${scriptOf(value['run'])}\n)`;
  return String(value).trimEnd();
};

/** Replaces `{jobs.deploy.steps}` and the like by what the YAML of a page says there. */
const valuesOf = (blocks: readonly string[]) => {
  let all: unknown;
  return (command: string): string =>
    command.replaceAll(/\{([\w-]+(?:\.\w+)+)\}/g, (whole, path: string) => {
      all ??= blocks.map((block): unknown => load(block)).reduce(together, {});
      const value = path
        .split('.')
        .reduce<unknown>((found, key) => (Object(found) as Record<string, unknown>)[key], all);
      return value === undefined ? whole : scriptOf(value);
    });
};

class Page {
  readonly yaml: string[] = [];
  readonly cases: Open = noCases();
  isTranscript = false;
  readonly #lines: readonly string[];
  #at = 0;
  constructor(page: string) {
    this.#lines = page.replace(/\n$/, '').split('\n');
    while (this.#at < this.#lines.length) this.#next();
  }

  #add(parts: readonly Part[]): void {
    this.cases.at(-1)?.parts.push(...parts);
  }

  /** Takes lines as text. */
  #skip(to: number): readonly string[] {
    const lines = this.#lines.slice(this.#at, to);
    this.#at = to;
    return lines;
  }

  #next(): void {
    const line = this.#lines[this.#at] ?? '';
    if (line === begin) {
      this.#add([text(line)]);
      this.#at += 1;
      this.#comment(() => undefined);
    } else if (line.startsWith(fence)) this.#block(line);
    else this.#add(this.#skip(this.#at + 1).map(text));
  }

  /** The index of a line behind the place. */
  #find(line: string): number {
    const found = this.#lines.indexOf(line, this.#at);
    if (found === -1) throw new FormatError(this.#at, `"${line}" is missing`);
    return found;
  }

  /** Reads what is left of a comment as lines of a transcript. */
  #comment(first: (lines: Lines) => void): void {
    const close = this.#find(end);
    const lines = new Lines(`${this.#lines.slice(0, close).join('\n')}\n`);
    lines.at = this.#at;
    first(lines);
    readCases(lines, this.cases);
    this.isTranscript = true;
    this.#at = close;
  }

  #block(opening: string): void {
    this.#add([text(opening)]);
    this.#at += 1;
    const from = this.#at;
    const close = this.#find(fence);
    const lines = this.#skip(close);
    const name = /^`{3}\w+ (\S+)$/.exec(opening)?.[1];
    if (opening === '```yaml') this.yaml.push(lines.join('\n'));
    if (opening === '```console') {
      this.isTranscript = true;
      this.#add(commandsIn(lines, from));
    } else if (name !== undefined) {
      const command = [`cat > ${name} <<'EOF'`, ...lines, 'EOF'].join('\n');
      const shown = { as: 'file' } as const;
      this.#add([{ kind: 'command', command, exit: '', prints: [], checks: [], shown, at: from + 1 }]);
    } else if (opening === '```sh' && this.#lines[close + 2] === begin) {
      const shown = { as: 'script', between: this.#skip(close + 3) } as const;
      this.#comment((comment) => {
        const { empty, ...result } = readResult(comment);
        this.#add([{ kind: 'command', command: lines.join('\n'), ...result, shown, at: from + 1 }, ...empty]);
      });
    } else this.#add(lines.map(text));
    if (this.#at === close) this.#add(this.#skip(close + 1).map(text));
  }
}

/** Returns undefined for a page that runs nothing. @throws FormatError */
export const readPage = (page: string): Transcript | undefined => {
  const { isTranscript, cases, yaml } = new Page(page);
  if (!isTranscript) return undefined;
  return { ...arranged(/^# (\S.*)$/m.exec(page)?.[1] ?? '', cases), values: valuesOf(yaml) };
};
