import { at, own } from '../../../documents/json/json.ts';
import type { staticCred } from '../operations/static-role.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
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

export default lendable(lendPassword, singleWith<StaticContext>({ after: notePassword }));
