/** A program of the user: `PROGRAM WORDS get|store|erase NAME`, with the token on its standard streams. */
import { localError } from '../../system/error.ts';
import type { CredentialStoreTools, CredentialStore } from '../tokens/credential-store.ts';

export const programCredentialStore = (
  argv: readonly string[],
  { run }: CredentialStoreTools,
): CredentialStore => {
  const title = `keeper ${argv[0] ?? ''}`;
  const callHelper = async (verb: string, id: string, input?: string): Promise<string> => {
    const { exit, stdout } = await run([...argv, verb, id], input);
    if (exit === 0) return stdout;
    throw localError(
      `the ${title} failed: ${verb} ended with ${exit === undefined ? 'a signal' : `exit code ${exit}`}`,
    );
  };
  return {
    title,
    read: async (id) => {
      const token = (await callHelper('get', id)).replace(/\r?\n$/, '');
      return token === '' ? undefined : token;
    },
    store: async (id, token) => {
      await callHelper('store', id, token);
    },
    erase: async (id) => {
      await callHelper('erase', id);
    },
  };
};
