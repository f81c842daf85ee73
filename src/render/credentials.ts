/** Credentials in the forms that other programs read: `-o env`, `-o export`, `-o credential-process`. */
import { usageError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { writeJson } from '../model/lossless.ts';
import type { View } from '../model/view.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { plainText } from './value.ts';

export type CredentialsFormat = 'env' | 'export' | 'credential-process';

export const isCredentialsFormat = (format: string): format is CredentialsFormat =>
  format === 'env' || format === 'export' || format === 'credential-process';

/** A word for a POSIX shell, whatever is in it. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const envLine = (name: string, value: string): string => {
  if (/[\r\n\0]/.test(value)) {
    // A second line would be a variable of the server's choice.
    throw usageError(`${name} has several lines, which -o env cannot hold`, 'use -o export or --field');
  }
  return `${name}=${value}\n`;
};

/** An expiry as RFC 3339; a number below 10^9 is a duration from now in seconds, any other is the epoch's. */
const expiry = (value: Json, now: number): Json => {
  if (typeof value !== 'number') return value;
  return new Date(value < 1e9 ? now + value * 1000 : value * 1000).toISOString();
};

/**
 * The item's credentials: `KEY=value` lines, shell statements (a variable that this kind of credential lacks is
 * unset, so that a stale one is not used with it), or the JSON of an AWS credential process.
 * @param now milliseconds since the epoch
 * @throws TrivetError (usage) where the view has no credentials of that form
 */
export const credentialsText = (
  view: View,
  item: JsonObject,
  format: CredentialsFormat,
  now: number,
  aliases?: Aliases,
): string => {
  if (view.kind !== 'credentials') throw usageError(`-o ${format} is for commands that give credentials`);
  if (format === 'credential-process') {
    if (view.process === undefined) throw usageError('-o credential-process is for cloud credentials');
    const document: Record<string, Json> = { Version: 1 };
    for (const [name, path] of Object.entries(view.process)) {
      const value = find(item, path, aliases) ?? null;
      if (value !== null && value !== '') document[name] = name === 'Expiration' ? expiry(value, now) : value;
    }
    return `${writeJson(document)}\n`;
  }
  let text = '';
  for (const [name, path] of Object.entries(view.env)) {
    const value = plainText(find(item, path, aliases));
    if (format === 'env') text += value === '' ? '' : envLine(name, value);
    else text += value === '' ? `unset ${name}\n` : `export ${name}=${shellQuote(value)}\n`;
  }
  return text;
};
