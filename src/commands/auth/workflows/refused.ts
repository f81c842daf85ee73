/** A refused log-in is exit 4, whatever its status. */
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Desk } from './desk.ts';
import type { LoginMethod } from '../../../services/login-method.ts';

const refusals: ReadonlySet<string> = new Set([
  'refused',
  'denied',
  'unauthenticated',
  'not-found',
  'mount-not-found',
  'namespace-not-found',
  'conflict',
]);

/** Servers' words for an identity that is expired, or not yet valid. */
const untimely = /\bexp\b|expired|\bnbf\b|\biat\b|not yet valid|not valid yet|before/i;

const ofLogin = /expired_token|OAuth state/;

export const refusedLogin = (
  error: unknown,
  { service }: Desk,
  method: Pick<LoginMethod, 'name' | 'hint'>,
): unknown => {
  if (!(error instanceof TrivetError)) return error;
  const { status, server = '' } = error.details;
  // Some servers reply 500 to mistakes of users; without words it is their own failure.
  const isSaid = error.code === 'unknown-outcome' && server !== '' && status === 500;
  // Without a status the reply is not the server's.
  if ((refusals.has(error.code) && status !== undefined) || isSaid) {
    return new TrivetError(
      'denied',
      Exit.denied,
      `the ${service} server refused the log-in (${method.name})`,
      {
        status,
        server,
        request: error.details.request,
        effect: 'unchanged',
        hint:
          untimely.test(server) && !ofLogin.test(server)
            ? 'The identity is not valid now. Fetch a new one; if that does not help, compare the clocks of this machine, ' +
              'the server and the issuer.'
            : method.hint,
      },
    );
  }
  return error.code === 'unknown-outcome'
    ? error.with({
        details: {
          lookUp: undefined,
          hint: 'The server might have issued a token that was lost; it expires by itself. Nothing was stored. Log in again.',
        },
      })
    : error;
};
