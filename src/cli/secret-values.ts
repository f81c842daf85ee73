/** Reads secrets from sources that others cannot see: files, standard input, the environment, a prompt. */
import { leadsToService } from '../system/child/child-environment.ts';
import { usageError } from '../system/error.ts';
import type { SecretPair } from '../catalogue/parameter.ts';
import { readText, spokenFile } from '../system/read-file.ts';
import type { Io } from '../system/io.ts';
import { hiddenPrompt } from '../output/prompt.ts';

export interface ValueContext {
  readonly io: Io;
  /** Whether a hidden prompt may be shown; with `--no-input` it is an error. */
  readonly mayAsk: boolean;
}

/** The newline at the end of a file is not part of the secret. */
const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');

const fileIn = (word: string): string | undefined => /^(?:file:|@(?!@))(.*)$/su.exec(word)?.[1];

const storedSecret = async (
  spoken: string,
  word: string,
  context: ValueContext,
): Promise<string | undefined> => {
  const path = word === '-' ? '-' : fileIn(word);
  if (path !== undefined) {
    const text = withoutNewline(await readText(path, context.io));
    // An empty secret means that the program that wrote it failed.
    if (text === '') throw usageError(`${spoken}: ${spokenFile(path)} is empty`);
    return text;
  }
  if (!word.startsWith('env:')) return undefined;
  const name = word.slice(4);
  const { io } = context;
  // The caller could make a server show what it was sent.
  if (io.confined === true && leadsToService(name))
    throw usageError(`${spoken}: the environment variable ${name} is for trivet itself`);
  if (io.mayUseVariable?.(name) === false)
    throw usageError(
      `${spoken}: the environment variable ${name} is not allowed here`,
      `A person can start trivet mcp with --allow-env ${name}.`,
    );
  const value = io.env[name];
  if (value === undefined || value === '')
    throw usageError(`${spoken}: the environment variable ${name} is not set`);
  return value;
};

export const secretOf = async (spoken: string, word: string, context: ValueContext): Promise<string> => {
  const stored = await storedSecret(spoken, word, context);
  if (stored !== undefined) return stored;
  if (word === '?') {
    if (!context.mayAsk) throw usageError(`${spoken}: --no-input forbids the prompt`);
    const typed = await hiddenPrompt(`${spoken.replace(/^--/, '')}: `, context.io);
    if (typed === 'unavailable') {
      throw usageError(
        `${spoken}: there is no terminal for the prompt`,
        'Give @FILE, - for standard input, or env:NAME.',
      );
    }
    if (typed.value === undefined || typed.value === '') throw usageError(`${spoken}: nothing was typed`);
    return typed.value;
  }
  // The word is the secret itself.
  throw usageError(
    `${spoken} takes no literal value, which others could read from the process list`,
    `Give @FILE, - for standard input, env:NAME, or '?' for a prompt.`,
  );
};

/** The value in `key=…` may be literal, since not all values of such a list are secret. */
export const secretPairOf = async (
  spoken: string,
  word: string,
  context: ValueContext,
): Promise<SecretPair> => {
  const equals = word.indexOf('=');
  // The word may be a secret.
  if (equals < 1) throw usageError(`${spoken} must be key=value, key=@FILE or key=env:NAME`);
  const key = word.slice(0, equals);
  const given = word.slice(equals + 1);
  const stored = given === '-' ? undefined : await storedSecret(`${spoken} ${key}`, given, context);
  if (stored !== undefined) return { key, value: stored, source: given };
  return { key, value: given.startsWith('@@') ? given.slice(1) : given, source: undefined };
};
