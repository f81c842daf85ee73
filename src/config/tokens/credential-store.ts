/** Stores of tokens in place of the profiles file. */
import type { Surroundings } from '../../system/surroundings.ts';
import type { KeptFor } from '../candidate.ts';
import type { OtherCredentialStore } from '../file/profile.ts';

interface CredentialStoreReply {
  readonly exit: number | undefined;
  readonly stdout: string;
}

export interface CredentialStoreTools {
  readonly surroundings: Surroundings;
  readonly asks: boolean;
  /**
   * Runs a program without a shell; the token is never an argument.
   * @param env variables beside the user's
   * @throws TrivetError exit 3, if it cannot be started, hangs, or prints too much
   */
  readonly run: (
    argv: readonly string[],
    input?: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<CredentialStoreReply>;
}

export interface CredentialStore {
  readonly title: string;
  /** Undefined for an unknown ID. Fails with exit 3 if the store does. */
  read(id: string): Promise<string | undefined>;
  store(id: string, token: string, label: string): Promise<void>;
  erase(id: string): Promise<void>;
}

/** The tools of a vendor keep one token for a host, or one for all. */
export type VendorCredentialStore = (
  tools: CredentialStoreTools,
  of: Pick<KeptFor, 'url' | 'product'>,
) => CredentialStore;

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'Keychain', win32: 'DPAPI' };

export const credentialStoreTitle = (store: OtherCredentialStore, platform: NodeJS.Platform): string => {
  if (store === 'system') return systems[platform] ?? 'Secret Service';
  return store === 'vendor' ? 'the tools of the vendor' : `keeper ${store.argv[0] ?? ''}`;
};
