/** What a service says of the token that asks. */
import type { Json, JsonObject } from '../../../model/json/json.ts';
import { at, isArray, own, textAt, textsAt } from '../../../model/json/json.ts';
import type { Operation } from '../../../model/catalogue/operation.ts';
import type { ServiceName } from '../../../model/catalogue/product.ts';
import { account, jobsToken, secretsToken } from '../operations/own-tokens.ts';

interface Inquiry {
  readonly operation: Operation;
  /** The holder, as a row shows it; what the service does not report is absent. */
  readonly holder: (document: Json) => JsonObject;
  /** A 404 means that the token belongs to no user. */
  readonly hasOthers?: true;
}

/** `auth/userpass/login/ann` was made at `userpass`, and `auth/token/create` by a token. */
const methodOf = (path: string | undefined): Json =>
  /^auth\/(.+?)\/(?:login|create|root|oidc)\b/.exec(path ?? '')?.[1] ?? null;

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

const rolesIn = (document: Json): readonly string[] => {
  const roles = own(document, 'Roles');
  return isArray(roles) ? roles.flatMap((role) => textAt(role, 'Name') ?? []) : [];
};

export const inquiries: Readonly<Record<ServiceName, Inquiry>> = {
  workspaces: {
    operation: account,
    hasOthers: true,
    holder: (document) => ({ user: textAt(at(document, 'data', 'attributes'), 'username') ?? null }),
  },
  secrets: {
    operation: secretsToken,
    holder: (document) => {
      const data = own(document, 'data');
      return {
        user: textAt(data, 'display_name') ?? null,
        method: methodOf(textAt(data, 'path')),
        policies: unique([...textsAt(data, 'policies'), ...textsAt(data, 'identity_policies')]),
        expires: textAt(data, 'expire_time') ?? null,
        renewable: own(data, 'renewable') === true,
      };
    },
  },
  jobs: {
    operation: jobsToken,
    holder: (document) => ({
      user: textAt(document, 'Name') ?? null,
      policies:
        textAt(document, 'Type') === 'management'
          ? ['management']
          : unique([...textsAt(document, 'Policies'), ...rolesIn(document).map((name) => `role ${name}`)]),
      expires: textAt(document, 'ExpirationTime') ?? null,
      // Its tokens have an end or none, and nothing moves it.
      renewable: false,
    }),
  },
};
