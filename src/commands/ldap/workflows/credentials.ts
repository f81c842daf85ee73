/** Shows credentials, or lends them to a command. */
import { at, own } from '../../../documents/json/json.ts';
import type { creds } from '../operations/role.ts';
import type { staticCred } from '../operations/static-role.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import { suggest } from '../../../run/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { singleWith } from '../../../run/single/single.ts';

type StaticContext = LoanContext<typeof staticCred>;

const notePassword = ({ document }: Outcome, { session, input }: StaticContext): void => {
  const data = own(document, 'data');
  if (data === undefined || data === null || (at(data, 'password') ?? '') !== '') return;
  session.reporter.note(
    'the server does not know the password, because the rotation at import was skipped. It is set by the first ' +
      `rotation, or now: ${suggest(session, `ldap static-role rotate ${shellWord(input.role_name)}`, { mount: input.mount })}`,
  );
};

const lendPassword = (context: StaticContext, { lend, staticCredentials }: Lending): Promise<number> =>
  lend(context, {
    service: 'secrets',
    get: async () => {
      const given = await staticCredentials(context, context.spoken.role_name, 'password');
      notePassword(given.outcome, context);
      return given;
    },
  });

export const ofStaticRole = lendable(lendPassword, singleWith<StaticContext>({ after: notePassword }));

const lendEntry = (
  context: LoanContext<typeof creds>,
  { lend, credentialsLoan, credentialsRequests }: Lending,
): Promise<number> => {
  const { mount = '', role_name: role } = context.spoken;
  return lend(context, {
    service: 'secrets',
    requests: credentialsRequests,
    prepare: credentialsLoan(context, { mount, role, below: 'creds' }),
  });
};

const showEntry = singleWith<LoanContext<typeof creds>>({
  before: ({ session, operation }) => askTokenEnd(session, operation.service),
});

export const ofEntry = lendable(lendEntry, showEntry);
