/** Signed identities (JWT) that the sandbox's log-ins trust. */
import type { KeyObject } from 'node:crypto';
import { createPublicKey, sign, verify } from 'node:crypto';
import type { Clock, CodeHolder, Identities, Json } from '../contract.ts';
import { Codes } from './authorize.ts';
import { Devices } from './devices.ts';
import { seededEdwardsKey } from '../seeded-keys.ts';

export type Claims = Readonly<Record<string, Json>>;

type Checked = ReturnType<Identities['check']>;

/** The life of an identity, in seconds. */
const LIFE = 300;

function encoded(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(part: string): Claims | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export class IdentityProvider implements Identities {
  private readonly clock: Clock;
  readonly codes = new Codes();
  readonly devices: Devices;
  /** Makes a token of the workspaces service. */
  readonly tokenFor: (holder: CodeHolder) => string;
  readonly #origin: () => string;
  #key: KeyObject | undefined;

  constructor(clock: Clock, origin: () => string, tokenFor: (holder: CodeHolder) => string) {
    this.tokenFor = tokenFor;
    this.clock = clock;
    this.devices = new Devices(clock);
    this.#origin = origin;
  }

  get issuer(): string {
    return `${this.#origin()}/identity`;
  }

  get audience(): string {
    return this.#origin();
  }

  get #signer(): KeyObject {
    return (this.#key ??= seededEdwardsKey());
  }

  pageFor(redirectUri: string, state: string, nonce: string): string {
    const query = new URLSearchParams({
      client_id: 'sandbox',
      nonce,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state,
    });
    return `${this.issuer}/authorize?${query.toString()}`;
  }

  beginDevice(): { readonly page: string; readonly code: string } {
    return { page: `${this.issuer}/device`, code: this.devices.begin() };
  }

  deviceOf(code: string): ReturnType<Devices['stateOf']> {
    return this.devices.stateOf(code);
  }

  redeem(code: string): CodeHolder | undefined {
    return this.codes.redeem(code);
  }

  issue(subject: string, audience: string, more: Claims = {}): string {
    const now = Math.floor(this.clock.now() / 1000);
    const claims = {
      iss: this.issuer,
      sub: subject,
      aud: audience,
      iat: now,
      nbf: now,
      exp: now + LIFE,
      ...more,
    };
    const text = `${encoded({ alg: 'EdDSA', typ: 'JWT', kid: 'sandbox' })}.${encoded(claims)}`;
    return `${text}.${sign(null, Buffer.from(text), this.#signer).toString('base64url')}`;
  }

  check(identity: string): Checked {
    const [head = '', body = '', signature = '', ...rest] = identity.split('.');
    const claims = decoded(body);
    if (rest.length > 0 || signature === '' || claims === undefined) return { flaw: 'form' };
    const bytes = Buffer.from(signature, 'base64url');
    if (!verify(null, Buffer.from(`${head}.${body}`), createPublicKey(this.#signer), bytes))
      return { flaw: 'signature' };
    const now = this.clock.now() / 1000;
    if (Number(claims['exp']) <= now) return { flaw: 'expired' };
    if (Number(claims['nbf']) > now) return { flaw: 'early' };
    if (claims['iss'] !== this.issuer) return { flaw: 'issuer' };
    return claims['aud'] === this.audience ? { subject: textOf(claims['sub']) } : { flaw: 'audience' };
  }
}
