/** Credentials of a static role: an empty password is explained. */
import { at, own } from '../../model/json.ts';
import type { GivenOf } from '../../model/operation.ts';
import type { staticCred } from '../../operations/ldap/static-role.ts';
import { mountFlag } from '../mount-flag.ts';
import { singleWith } from '../single.ts';

export default singleWith<GivenOf<typeof staticCred>>({
  after: ({ document }, { session, input, spoken }) => {
    const data = own(document, 'data');
    if (data === undefined || data === null || (at(data, 'password') ?? '') !== '') return;
    session.reporter.note(
      'the password is not known to the service: the rotation at import was skipped. It is there after the first ' +
        `rotation, or now: trivet ldap static-role rotate ${input.role_name}${mountFlag(spoken)}`,
    );
  },
});
