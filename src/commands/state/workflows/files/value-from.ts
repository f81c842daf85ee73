import { TrivetError } from '../../../../system/error.ts';
import { readText } from '../../../../system/read-file.ts';
import type { Io } from '../../../../system/io.ts';
import type { ValueSource } from '../objects/sources.ts';

interface Reading {
  readonly io: Io;
  /** Variables that may be read, since the author of a file must not choose them. */
  readonly allowed: ReadonlySet<string>;
}

/** Reads a value without its last newline, or says why it cannot be read. */
export const valueFrom = async (
  source: ValueSource,
  { io, allowed }: Reading,
): Promise<{ readonly value: string } | { readonly fault: string }> => {
  if ('env' in source) {
    const { env: name } = source;
    if (!allowed.has(name)) return { fault: `env:${name} is not allowed; to allow it: --allow-env ${name}` };
    const value = io.env[name];
    return value === undefined || value === ''
      ? { fault: `the environment variable ${name} is not set` }
      : { value };
  }
  try {
    const value = (await readText(source.file, io)).replace(/\r?\n$/, '');
    return value === '' ? { fault: `the file ${source.file} is empty` } : { value };
  } catch (error) {
    if (error instanceof TrivetError) return { fault: error.message };
    throw error;
  }
};
