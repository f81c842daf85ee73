/** Log-ins of the service: a signed identity for a token with an end. */
import type { Clock, Principal, SandboxResponse } from '../../contract.ts';
import type { Flaw, Identities } from '../../identity/identities.ts';
import { randomUUID } from '../../random.ts';
import { bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { plainResponse, readResponse } from '../wire/response.ts';
import type { Call } from './call.ts';

const WORDS: Readonly<Record<Exclude<Flaw, 'issuer'>, string>> = {
  form: 'error verifying token signature: go-jose/go-jose: compact JWS format must have three parts',
  signature: 'error verifying token signature: no known key successfully validated the token signature',
  expired: 'invalid expiration time (exp) claim: token is expired',
  early: 'invalid not before (nbf) claim: token not yet valid',
  audience: 'invalid audience (aud) claim: audience claim does not match any expected audience',
};

const METHODS = [{ Name: 'ci', Type: 'JWT', Default: true }];

/** Milliseconds. */
const LIFE = 30 * 60_000;

interface Login {
  readonly principal: Principal;
  readonly token: JsonObject;
  readonly expires: number;
}

/** The tokens that log-ins gave. */
export class Logins {
  private readonly clock: Clock;
  readonly #identities: Identities;
  private readonly records = new Map<string, Login>();

  constructor(clock: Clock, identities: Identities) {
    this.clock = clock;
    this.#identities = identities;
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
    const checked = this.#identities.check(identity);
    if (!('flaw' in checked)) return checked.subject;
    throw new Refusal(
      401,
      checked.flaw === 'issuer'
        ? 'unable to validate provided token: invalid JWT issuer'
        : `unable to validate provided token: unable to verify signature of JWT token: ${WORDS[checked.flaw]}`,
    );
  }
}

/** GET /v1/acl/auth-methods: no token is needed. */
export function readAuthMethods({ cluster }: Call): SandboxResponse {
  return readResponse(
    cluster.logins === undefined ? [] : METHODS.map((one) => ({ ...one, CreateIndex: 1, ModifyIndex: 1 })),
    1,
  );
}

function refuse(what: string): Refusal {
  return new Refusal(400, `invalid login request: 1 error occurred:\n\t* ${what}\n\n`);
}

/** POST /v1/acl/login */
export function logIn({ request, cluster }: Call): SandboxResponse {
  const body = readBody(request);
  const name = bodyText(body, 'AuthMethodName');
  const identity = bodyText(body, 'LoginToken');
  if (name === '') throw refuse('missing auth method name');
  if (identity === '') throw refuse('missing login token');
  if (cluster.logins === undefined || !METHODS.some((one) => one.Name === name))
    throw new Refusal(400, `auth-method "${name}" not found`);
  const subject = cluster.logins.subjectOf(identity);
  const accessor = randomUUID();
  const token = cluster.logins.make(accessor, `${name}-${subject}`, cluster.next());
  cluster.effect(`token.created ${accessor}`);
  return plainResponse(token);
}
