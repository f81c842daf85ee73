/** The requests of a command, as lines of a transcript, and how such lines are compared. */
import { agrees } from './placeholders.ts';

export interface Sent {
  readonly method: string;
  /** With the query, as it was sent. */
  readonly target: string;
  readonly body: string;
}

/** Questions in the form of a change. */
const asks =
  /^\/v1\/(?:jobs\/parse|job\/.+\/plan|validate\/job|search(?:\/fuzzy)?|.*\/(?:lookup|capabilities)(?:-self)?)(?:\?|$)/;

export const isRead = ({ method, target }: Sent): boolean =>
  ['GET', 'HEAD', 'LIST', 'OPTIONS'].includes(method) ||
  (['POST', 'PUT'].includes(method) && asks.test(target));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const noBody = '(no body)';

/** `POST /v1/jobs {"Job":…}` */
export const lineOf = ({ method, target, body }: Sent): string =>
  `${method} ${target} ${body === '' ? noBody : JSON.stringify(parsed(body))}`;

const readLine = (line: string): readonly [request: string, body: string] => {
  const [, request = line, body = ''] = /^(\S+ \S+)(?: (.*))?$/.exec(line) ?? [];
  return [request, body];
};

/** Without what is said of the body. */
export const withoutBody = (line: string): string => readLine(line)[0];

export const hasBody = (line: string): boolean => readLine(line)[1] !== '';

/** The mark of `...` in a pattern that was made JSON. */
const more = '\u0000more';

/** A body with `...` and bare placeholders as JSON: `{"Count":<number>,...}`. */
const asJson = (pattern: string): unknown => {
  const closers: string[] = [];
  const text = pattern.replaceAll(/"(?:[^"\\]|\\.)*"|\.\.\.|<[a-z]+>|[[\]{}]/g, (token) => {
    if (token === '{' || token === '[') closers.push(token);
    else if (token === '}' || token === ']') closers.pop();
    else if (token === '...')
      return closers.at(-1) === '{' ? `${JSON.stringify(more)}:true` : JSON.stringify(more);
    else if (token.startsWith('<')) return JSON.stringify(token);
    return token;
  });
  return parsed(text);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listFits = (pattern: readonly unknown[], value: unknown): boolean => {
  if (!Array.isArray(value)) return false;
  const isOpen = pattern.at(-1) === more;
  const wanted = isOpen ? pattern.slice(0, -1) : pattern;
  return (isOpen || wanted.length === value.length) && wanted.every((one, index) => fits(one, value[index]));
};

const recordFits = (pattern: Readonly<Record<string, unknown>>, value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const names = Object.keys(pattern).filter((name) => name !== more);
  const isOpen = names.length < Object.keys(pattern).length;
  return (
    (isOpen || names.length === Object.keys(value).length) &&
    names.every((name) => Object.hasOwn(value, name) && fits(pattern[name], value[name]))
  );
};

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const fits = (pattern: unknown, value: unknown): boolean => {
  if (Array.isArray(pattern)) return listFits(pattern, value);
  if (isRecord(pattern)) return recordFits(pattern, value);
  if (typeof pattern !== 'string' || !isScalar(value)) return pattern === value;
  return pattern === value || (pattern.includes('<') && agrees(pattern, String(value)));
};

/** Whether a request is what a line of a transcript says; a line without a body says nothing of it. */
export const requestAgrees = (expected: string, sent: string): boolean => {
  const [request, pattern] = readLine(expected);
  const [target, body] = readLine(sent);
  if (!agrees(request, target)) return false;
  if (pattern === '' || pattern === body) return true;
  return pattern !== noBody && body !== noBody && fits(asJson(pattern), parsed(body));
};
