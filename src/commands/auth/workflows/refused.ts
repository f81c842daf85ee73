/** What the failure of a log-in means: a server that refuses is exit 4, whatever the status of its reply. */
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

/** The words of servers for an identity that is not valid at this moment. */
const untimely = /\bexp\b|expired|\bnbf\b|\biat\b|not yet valid|not valid yet|before/i;

/** The end of the log-in itself, not of an identity. */
const ofLogin = /expired_token|OAuth state/;

/** A failed log-in; any other error is returned as it is. */
export const refusedLogin = (
  error: unknown,
  { service }: Desk,
  method: Pick<LoginMethod, 'name' | 'hint'>,
): unknown => {
  if (!(error instanceof TrivetError)) return error;
  const { status, server = '' } = error.details;
  // Some servers answer 500 to a user's mistake; without words it is a failure of their own.
  const isSaid = error.code === 'unknown-outcome' && server !== '' && status === 500;
  // An error without a status is not the reply of a server, and explains itself.
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
