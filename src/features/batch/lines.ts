/** Lines of a batch: all are checked before the first is run. */
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import { shellWords } from '../../catalogue/text/shell-words.ts';
import type { ItemCheck } from '../../run/invocation/inside.ts';
import type { Item } from '../../run/plan/plan.ts';

export interface Line extends Item {
  readonly argv: readonly string[];
}

const jsonWords = (line: string): readonly string[] => {
  const parsed = jsonIn(line);
  if (isArray(parsed) && parsed.every((word) => typeof word === 'string')) return parsed.map(String);
  throw usageError('the line begins with [ but is not a JSON array of strings');
};

const wordsOf = (line: string): readonly string[] | undefined => {
  const words = line.trimStart().startsWith('[') ? jsonWords(line) : shellWords(line);
  if (words === undefined) throw usageError('a quote is not closed');
  if (words.length === 0) return undefined;
  const argv = words[0] === 'trivet' ? words.slice(1) : words;
  // The file may be no batch but a secret, and an unknown command is quoted.
  if (argv[0] !== undefined && !/^(-|[a-z][a-z-]*$)/.test(argv[0]))
    throw usageError('it does not begin with a command');
  return argv;
};

/** Reads the lines; errors of single lines go to `refuse`. */
export function* linesOf(
  text: string,
  refuse: (number: number, error: unknown) => void = (_, error) => {
    throw error;
  },
): Generator<Line> {
  let number = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? undefined : end);
    from = end === -1 ? text.length : end + 1;
    number += 1;
    let argv: readonly string[] | undefined;
    try {
      argv = wordsOf(line);
    } catch (error) {
      refuse(number, error);
    }
    if (argv !== undefined) yield { number, argv };
  }
}

export interface CheckedLines {
  readonly count: number;
  readonly servers: readonly Json[];
}

/** The error is exit 2 if one of the lines is a mistake of usage. */
const refusal = (errors: readonly (readonly [number, TrivetError])[]): TrivetError => {
  const exits = errors.map(([, { exit }]) => exit);
  const exit = exits.includes(Exit.usage) ? Exit.usage : (exits[0] ?? Exit.usage);
  const [, first] = errors.find(([, error]) => error.exit === exit) ?? [];
  const all = [...new Set(errors.flatMap(([, { details }]) => details.hint ?? []))];
  // The line that needs the most flags decides, since all lines get the flags of the run.
  const hints = all.filter((one) => !all.some((other) => other !== one && other.startsWith(one)));
  const text = errors
    .toSorted(([one], [other]) => one - other)
    .map(([number, { message }]) => `line ${number}: ${message}`);
  return new TrivetError(first?.code ?? 'usage', exit, text.join('\n'), {
    hint: hints.length === 0 ? undefined : hints.join('\n'),
    effect: errors.some(([, { details }]) => details.effect === 'unchanged') ? 'unchanged' : 'not-sent',
  });
};

/**
 * Nothing is sent.
 * @throws TrivetError that names every line that cannot be run, and why
 */
export const checkLines = async (
  text: string,
  check: (argv: readonly string[]) => ItemCheck | Promise<ItemCheck>,
  refuseOnce: string | undefined,
): Promise<CheckedLines> => {
  const errors: (readonly [number, TrivetError])[] = [];
  const refuse = (number: number, error: unknown): void => {
    if (!(error instanceof TrivetError)) throw error;
    errors.push([number, error]);
  };
  const servers = new Map<string, Json>();
  const seen = new Set<Json>();
  let count = 0;
  for (const { number, argv } of linesOf(text, refuse)) {
    count += 1;
    try {
      const checking = check(argv);
      const { server, once } = await checking;
      // Lines with one endpoint yield the same value.
      if (server !== undefined && !seen.has(server)) {
        seen.add(server);
        servers.set(writeJson(server), server);
      }
      if (once && refuseOnce !== undefined) refuse(number, usageError(refuseOnce));
    } catch (error) {
      refuse(number, error);
    }
  }
  if (errors.length > 0) throw refusal(errors);
  if (count === 0) throw usageError('the file contains no command');
  return {
    count,
    servers: [...servers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, server]) => server),
  };
};
