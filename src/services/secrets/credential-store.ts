/** Keeps a token where Vault's and OpenBao's tools look: in the `token_helper` program, or in a file. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSafely } from '../../system/safe-file.ts';
import { errorCode } from '../../system/system-error.ts';
import { localError } from '../../system/error.ts';
import { firstSet } from '../../system/environment.ts';
import type {
  CredentialStoreTools,
  CredentialStore,
  VendorCredentialStore,
} from '../../config/tokens/credential-store.ts';
import { tokenHelper } from './token-helper.ts';
import type { TokenHelper } from './token-helper.ts';
import { homeToken } from './vault-variables.ts';

const inHelper = (
  { program, file }: TokenHelper,
  { run }: CredentialStoreTools,
  url: string,
): CredentialStore => {
  const title = `the token helper of ${file}`;
  // Helpers that keep a token for each server read these variables.
  const { origin } = new URL(url);
  const env = { VAULT_ADDR: origin, BAO_ADDR: origin };
  const callHelper = async (verb: string, input?: string): Promise<string> => {
    const { exit, stdout } = await run([program, verb], input, env);
    if (exit === 0) return stdout.trim();
    throw localError(
      `${title} failed: ${verb} ended with ${exit === undefined ? 'a signal' : `exit code ${exit}`}`,
    );
  };
  return {
    title,
    read: async () => (await callHelper('get')) || undefined,
    store: async (_, token) => {
      await callHelper('store', token);
    },
    erase: async () => {
      await callHelper('erase');
    },
  };
};

const inFile = (title: string, path: string): CredentialStore => ({
  title,
  read: async () => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    return text.trim() || undefined;
  },
  store: (_, token) => writeSafely(path, Buffer.from(token), { mode: 0o600 }),
  erase: () => rm(path, { force: true }),
});

const credentialStore: VendorCredentialStore = (tools, { url, product }) => {
  const { surroundings } = tools;
  const openbao = product === 'openbao';
  const helper = tokenHelper(surroundings, openbao);
  if (helper !== undefined) return inHelper(helper, tools, url);
  const chosen = openbao ? firstSet(surroundings.env, ['BAO_TOKEN_PATH']) : undefined;
  if (chosen !== undefined) return inFile(chosen.source, chosen.value);
  if (surroundings.home === undefined) throw localError(`there is no home directory for ${homeToken}`);
  return inFile(homeToken, join(surroundings.home, '.vault-token'));
};

export default credentialStore;
