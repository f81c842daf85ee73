/** The tokens that log-ins give for a signed identity; they end. */
import type { Clock, Flaw, Identities, Principal } from '../../contract.ts';
import { randomUUID } from '../../random.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';

const WORDS: Readonly<Record<Exclude<Flaw, 'issuer'>, string>> = {
  form: 'error verifying token signature: go-jose/go-jose: compact JWS format must have three parts',
  signature: 'error verifying token signature: no known key successfully validated the token signature',
  expired: 'invalid expiration time (exp) claim: token is expired',
  early: 'invalid not before (nbf) claim: token not yet valid',
  audience: 'invalid audience (aud) claim: audience claim does not match any expected audience',
};

/** Milliseconds. */
const LIFE = 30 * 60_000;

interface Login {
  readonly principal: Principal;
  readonly token: JsonObject;
  readonly expires: number;
}

export class Logins {
  private readonly clock: Clock;
  private readonly identities: Identities;
  private readonly records = new Map<string, Login>();

  constructor(clock: Clock, identities: Identities) {
    this.clock = clock;
    this.identities = identities;
  }

  /** Returns the holder of a token; undefined for an unknown one, and for one that has ended. */
  holder(token: string): Principal | undefined {
    const found = this.records.get(token);
    return found === undefined || found.expires <= this.clock.now() ? undefined : found.principal;
  }

  /** Returns the token as its holder sees it; undefined if no log-in gave it. */
  show(token: string): JsonObject | undefined {
    const found = this.records.get(token);
    if (found === undefined) return undefined;
    if (found.expires <= this.clock.now()) throw new Refusal(500, 'ACL token expired');
    return found.token;
  }

  make(accessor: string, name: string, index: number): JsonObject {
    const now = this.clock.now();
    const expires = now + LIFE;
    const secret = randomUUID();
    const token = {
      ExpirationTTL: '30m0s',
      AccessorID: accessor,
      SecretID: secret,
      Name: name,
      Type: 'client',
      Policies: ['operator'],
      Roles: null,
      Global: false,
      CreateTime: new Date(now).toISOString(),
      ExpirationTime: new Date(expires).toISOString(),
      CreateIndex: index,
      ModifyIndex: index,
    };
    this.records.set(secret, { principal: { name: 'operator', token: secret }, token, expires });
    return token;
  }

  /** Returns the subject of an identity that is to be trusted. */
  subjectOf(identity: string): string {
    const checked = this.identities.check(identity);
    if (!('flaw' in checked)) return checked.subject;
    throw new Refusal(
      401,
      checked.flaw === 'issuer'
        ? 'unable to validate provided token: invalid JWT issuer'
        : `unable to validate provided token: unable to verify signature of JWT token: ${WORDS[checked.flaw]}`,
    );
  }
}
