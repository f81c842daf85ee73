/** Notes what the server does silently. */
import { usageError } from '../../../system/error.ts';
import type { sts } from '../operations/creds.ts';
import { creds } from '../operations/creds.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { CacheInput } from './credential-cache.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import { leaseOf, outlivesToken, termOf, warnOfUnknownEnd } from '../../../run/single/lease-note.ts';
import { singleWith } from '../../../run/single/single.ts';
import { cachedCredential, checkCache } from './credential-cache.ts';

type CredsContext = LoanContext<typeof creds | typeof sts, CacheInput>;

const noteName = async ({ session, input }: CredsContext): Promise<void> => {
  const { keptOfSessionName: kept } = await session.product('secrets');
  if (kept !== undefined && (input.role_session_name?.length ?? 0) > kept) {
    session.reporter.note(`role_session_name is truncated to ${kept} characters`);
  }
};

/** Keys of the token service outlive the token. */
const askEnd = async ({ session, operation }: CredsContext): Promise<void> => {
  if (operation.id === creds.id) await askTokenEnd(session, operation.service);
};

const noteUser = (outcome: Outcome, { session, operation }: CredsContext): void => {
  if (operation.id === creds.id && leaseOf(outcome) !== undefined && !outlivesToken(outcome)) {
    session.reporter.note(
      'a new user reaches the whole provider after 5 to 15 seconds; until then its keys can fail',
    );
  }
};

const lendCredentials = async (
  context: CredsContext,
  { lend, credentialsLoan, credentialsRequests }: Lending,
): Promise<number> => {
  const { mount = '', name: role } = context.spoken;
  const below = context.operation.id === creds.id ? 'creds' : 'sts';
  await noteName(context);
  const prepare = credentialsLoan(context, { mount, role, below });
  return lend(context, {
    service: 'secrets',
    requests: below === 'creds' ? credentialsRequests : undefined,
    prepare: async (common) => {
      const loan = await prepare(common);
      return {
        ...loan,
        get: async (keep) => {
          const given = await loan.get(keep);
          noteUser(given.outcome, context);
          return given;
        },
      };
    },
  });
};

const show = singleWith<CredsContext>({
  before: async (context) => {
    await noteName(context);
    await askEnd(context);
  },
  settle: async (outcome, { session }) => {
    const term = await termOf(session, outcome);
    if (term.mayEndBy.includes('token') && session.globals.output === 'credential-process')
      warnOfUnknownEnd(session);
    return { ...outcome, term };
  },
  after: noteUser,
});

const give = async (context: CredsContext): Promise<number> => {
  const { session, input } = context;
  const { dryRun, curl } = session.globals;
  if (input.cache !== true)
    for (const flag of ['min-ttl', 'refresh'] as const)
      if (input[flag] !== undefined) throw usageError(`--${flag} needs --cache`);
  if (input.cache !== true) return show(context);
  checkCache(session);
  return dryRun || curl ? show(context) : cachedCredential(context);
};

export default lendable((context, lending) => {
  if (context.input.cache === true)
    throw usageError('--cache and a command after -- cannot be given together');
  return lendCredentials(context, lending);
}, give);
