/** Tokens for a signed identity; they end. */
import type { Clock, CodeHolder, Flaw, Identities, Principal, PrincipalName } from '../../contract.ts';
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

const LIFE = 30 * 60_000;

interface Login {
  readonly principal: Principal;
  readonly token: JsonObject;
  readonly expires: number;
}

export class Logins {
  private readonly clock: Clock;
  private readonly identities: Identities;
  private readonly waiting = new Map<string, { readonly state: string; readonly redirectUri: string }>();
  private readonly records = new Map<string, Login>();

  constructor(clock: Clock, identities: Identities) {
    this.clock = clock;
    this.identities = identities;
  }

  holder(token: string): Principal | undefined {
    const found = this.records.get(token);
    return found === undefined || found.expires <= this.clock.now() ? undefined : found.principal;
  }

  show(token: string): JsonObject | undefined {
    const found = this.records.get(token);
    if (found === undefined) return undefined;
    if (found.expires <= this.clock.now()) throw new Refusal(500, 'ACL token expired');
    return found.token;
  }

  make(accessor: string, role: PrincipalName, name: string, index: number): JsonObject {
    const now = this.clock.now();
    const expires = now + LIFE;
    const secret = randomUUID();
    const token = {
      ExpirationTTL: '30m0s',
      AccessorID: accessor,
      SecretID: secret,
      Name: name,
      Type: 'client',
      Policies: [role],
      Roles: null,
      Global: false,
      CreateTime: new Date(now).toISOString(),
      ExpirationTime: new Date(expires).toISOString(),
      CreateIndex: index,
      ModifyIndex: index,
    };
    this.records.set(secret, { principal: { name: role, token: secret }, token, expires });
    return token;
  }

  begin(redirectUri: string, nonce: string): string {
    const state = `st_${randomUUID()}`;
    this.waiting.set(nonce, { state, redirectUri });
    return this.identities.pageFor(redirectUri, state, nonce);
  }

  end(nonce: string, redirectUri: string, state: string, code: string): CodeHolder {
    const found = this.waiting.get(nonce);
    this.waiting.delete(nonce);
    if (found?.redirectUri !== redirectUri) throw new Refusal(500, 'no OIDC request found for client nonce');
    const failed = 'failed to exchange token with provider: Provider.Exchange: ';
    if (found.state !== state) {
      throw new Refusal(
        500,
        `${failed}authentication request state and authorization state are not equal: invalid parameter`,
      );
    }
    const person = this.identities.redeem(code);
    if (person !== undefined) return person;
    throw new Refusal(500, `${failed}unable to exchange auth code with provider: oauth2: "invalid_grant"`);
  }

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
