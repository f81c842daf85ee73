import { limits } from '../../system/limits.ts';
import { localError, TrivetError } from '../../system/error.ts';
import type { KeptFor } from '../../config/candidate.ts';
import type { OtherCredentialStore } from '../../config/file/profile.ts';
import type { CredentialStoreTools, CredentialStore } from '../../config/tokens/credential-store.ts';
import { isOwnTokenVariable } from '../../config/tokens/token-variables.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { loadService } from '../../services/index.ts';
import type { ServiceSessions } from '../../services/service.ts';
import type { Io } from '../../system/io.ts';
import { childEnvironment } from '../../system/child/child-environment.ts';
import { capture } from '../../system/child/child.ts';
import { keychain } from '../../config/credential-stores/keychain.ts';
import { dpapi } from '../../config/credential-stores/dpapi.ts';
import { secretService } from '../../config/credential-stores/secret-service.ts';

const maxBytes = 64 * 1024;

export const credentialStoreTools = (io: Io, asks: boolean): CredentialStoreTools => ({
  surroundings: io,
  asks,
  run: async (argv, input, env = {}) => {
    const { exit, stdout } = await capture(argv, io, {
      env: childEnvironment(io.env, env, isOwnTokenVariable),
      input,
      maxBytes,
      timeout: asks ? limits.storeAsking : limits.storeAlone,
      apart: !asks,
    });
    return { exit, stdout: Buffer.from(stdout).toString('utf8') };
  },
});

/** A program of the user: `PROGRAM WORDS get|store|erase NAME`, with the token on its standard streams. */
const programCredentialStore = (argv: readonly string[], { run }: CredentialStoreTools): CredentialStore => {
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

const systemCredentialStore = async (tools: CredentialStoreTools): Promise<CredentialStore> => {
  const { platform } = tools.surroundings;
  if (platform === 'darwin') return keychain(tools);
  if (platform === 'win32') return dpapi(tools);
  return secretService(tools);
};

const sessionsOf = async (service: ServiceName): Promise<ServiceSessions> =>
  (await (await loadService(service)).sessions()).default;

export const vendorKeeps = async ({ service }: Pick<KeptFor, 'service'>): Promise<boolean> =>
  (await sessionsOf(service)).credentialStore !== undefined;

export const openCredentialStore = async (
  store: OtherCredentialStore,
  of: Pick<KeptFor, 'service' | 'url' | 'product'>,
  tools: CredentialStoreTools,
): Promise<CredentialStore> => {
  if (store === 'system') return systemCredentialStore(tools);
  if (store !== 'vendor') return programCredentialStore(store.argv, tools);
  const { credentialStore: open } = await sessionsOf(of.service);
  if (open === undefined) throw localError(`the tools of the ${of.service} service keep no tokens`);
  return open(tools, of);
};

export const credentialStoreFailure = (error: unknown, { service, profile }: KeptFor): unknown => {
  if (!(error instanceof TrivetError)) return error;
  const { hint } = error.details;
  const instead =
    `Without a keeper: trivet profile set ${profile} --token-keeper file, then ` +
    `trivet login ${service} --profile ${profile}`;
  return localError(error.message, hint === undefined ? instead : `${hint} ${instead}`, error);
};
