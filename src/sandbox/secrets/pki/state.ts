import type { EngineContext, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { wrapped } from '../routes.ts';
import type { Certificate } from './certificate.ts';
import type { Urls } from './extensions.ts';
import type { KeyPair } from './keys.ts';
import type { Role } from './role.ts';
import type { TidyStatus } from './tidy-status.ts';
import { INACTIVE } from './tidy-status.ts';

/** Key or certificate may be missing (test/seeds/2-secrets.md, section 3). */
export interface Authority {
  readonly key: KeyPair | undefined;
  readonly keyId: string;
  readonly certificate: Certificate | undefined;
  readonly issuerId: string;
  readonly generatedRoot: boolean;
}

/** An imported certificate without a key: of the chain of the authority. */
export interface KeylessIssuer {
  readonly issuerId: string;
  readonly certificate: Certificate;
}

export interface Signer {
  readonly key: KeyPair;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly generatedRoot: boolean;
}

export interface Stored {
  readonly certificate: Certificate;
  readonly leaseId: string | undefined;
}

export interface Revocation {
  readonly certificate: Certificate;
  readonly time: number;
  readonly issuerId: string;
}

export interface RevocationListConfig {
  readonly expiry: string;
  readonly disable: boolean;
  /** Products only: a list is signed shortly before the last one expires, not at a revocation. */
  readonly auto_rebuild?: boolean;
  readonly auto_rebuild_grace_period?: string;
}

export const DEFAULT_LIST_CONFIG: RevocationListConfig = { expiry: '72h', disable: false };

export class PkiState {
  readonly context: EngineContext;
  readonly roles = new Map<string, Role>();
  readonly stored = new Map<string, Stored>();
  readonly revoked = new Map<string, Revocation>();
  authority: Authority | undefined;
  others: readonly KeylessIssuer[] = [];
  listConfig: RevocationListConfig | undefined;
  urls: Urls | undefined;
  list: Buffer | undefined;
  listEnd = 0;
  listNumber = 0;
  tidy: TidyStatus = INACTIVE;
  recording = true;
  stopTidy: () => void = () => undefined;

  constructor(context: EngineContext) {
    this.context = context;
  }

  now(): number {
    return this.context.clock.now();
  }

  configuredUrls(): Urls {
    return this.urls ?? { issuing_certificates: [], crl_distribution_points: [], ocsp_servers: [] };
  }

  chain(): readonly Certificate[] {
    return this.others.map(({ certificate }) => certificate);
  }

  signer(): Signer {
    const { key, certificate, generatedRoot = false } = this.authority ?? {};
    if (key === undefined || certificate === undefined) {
      throw new EngineError(
        500,
        wrapped('could not fetch the CA certificate (was one set?): no default issuer currently configured'),
      );
    }
    return { key, certificate, chain: this.chain(), generatedRoot };
  }

  record(request: EngineRequest, what: string): void {
    if (!this.recording) return;
    const { method, path } = request;
    this.context.effects.record({ service: 'secrets', method, path, what });
  }
}
