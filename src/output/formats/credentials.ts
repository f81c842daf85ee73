import type { Term } from '../../catalogue/term.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { View } from '../../catalogue/view.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { isoTime } from '../text/time.ts';
import { plainText } from '../text/value.ts';

const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Shells that `source` the file and readers of .env files quote differently; undefined if no quoting suits both. */
const envValue = (text: string): string | undefined => {
  if (/[\r\n\0]/.test(text)) return undefined;
  if (/^[\w./+=:@%,-]*$/.test(text)) return text;
  if (!/'|\\\\|\\$/.test(text)) return `'${text}'`;
  return /["$`\\!]/.test(text) ? undefined : `"${text}"`;
};

const envLine = (name: string, value: string): string => {
  const written = envValue(value);
  if (written === undefined) {
    throw usageError(
      `${name} has a line break or a mixture of quotes and backslashes, which -o env cannot hold`,
      'Use -o export, or --field.',
    );
  }
  return `${name}=${written}\n`;
};

/** RFC 3339. A number below 10^9 is seconds from now, else seconds since the epoch. */
const expiry = (value: Json, now: number): Json | undefined => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  const seconds = Number(value);
  return isoTime(seconds < 1e9 ? now + seconds * 1000 : seconds * 1000);
};

const earlier = (time: Json | undefined, latest: number): Json | undefined =>
  typeof time === 'string' && Date.parse(time) <= latest ? time : (isoTime(latest) ?? time);

/** Without an end, programs would keep credentials that the next rotation replaces. */
const againIn = (view: View): number | null =>
  view.kind === 'credentials' ? (view.rerunSeconds ?? null) : null;

/** The fields of the item by the names of variables or properties. */
const namesOf = (view: View, kind: 'env' | 'process'): readonly (readonly [name: string, path: string])[] =>
  Object.entries((view.kind === 'credentials' ? view[kind] : undefined) ?? {});

const refuseParts = (view: View, item: JsonObject, aliases: Aliases): void => {
  const essential = view.kind === 'credentials' ? (view.essential ?? []) : [];
  const empty = essential.find((path) => plainText(find(item, path, aliases)) === '');
  if (empty !== undefined)
    throw new TrivetError('not-the-api', Exit.unreachable, `the ${empty} of the credentials is empty`);
};

const variables = (
  view: View,
  item: JsonObject,
  aliases: Aliases,
  line: (name: string, value: string) => string,
): string => {
  refuseParts(view, item, aliases);
  return namesOf(view, 'env')
    .map(([name, path]) => line(name, plainText(find(item, path, aliases))))
    .join('');
};

/** @throws TrivetError (usage) for a value of several lines, or an empty essential one */
export const envText = (view: View, item: JsonObject, aliases: Aliases): string =>
  variables(view, item, aliases, (name, value) => (value === '' ? '' : envLine(name, value)));

/** Writes shell statements. They unset variables that these credentials lack, so that no stale one is used. */
export const exportText = (view: View, item: JsonObject, aliases: Aliases): string =>
  variables(view, item, aliases, (name, value) =>
    value === '' ? `unset ${name}\n` : `export ${name}=${shellQuote(value)}\n`,
  );

/**
 * JSON of an AWS credential process; `now` in milliseconds since the epoch.
 * @param term when the credentials end, whatever the item says
 */
export const processText = (
  view: View,
  item: JsonObject,
  now: number,
  aliases: Aliases,
  term?: Pick<Term, 'life'>,
): string => {
  refuseParts(view, item, aliases);
  const document: Record<string, Json> = { Version: 1 };
  for (const [name, path] of namesOf(view, 'process')) {
    const value = find(item, path, aliases) ?? null;
    const written =
      name === 'Expiration'
        ? earlier(expiry(value ?? againIn(view), now), now + (term?.life ?? Number.POSITIVE_INFINITY))
        : value;
    if (written !== undefined && written !== null && written !== '') document[name] = written;
  }
  return `${writeJson(document)}\n`;
};
