/** Refuses changes of fixed settings before they are sent. */
import { usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { textAt } from '../../../documents/json/json.ts';
import type { GivenOf } from '../../../catalogue/operation.ts';
import type { write } from '../operations/static-role.ts';
import { show } from '../operations/static-role.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { suggest } from '../../../run/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

type Written = GivenOf<typeof write>;

const immutable = (role: string, now: JsonObject, input: Written): readonly string[] => {
  const changes = (['username', 'dn'] as const).flatMap((key) => {
    const given = input[key] ?? '';
    const present = textAt(now, key) ?? '';
    // A role without a dn was made from a user name.
    if (given === '' || given.toLowerCase() === present.toLowerCase()) return [];
    return [`${key} of ${role} is "${present}" and cannot be changed to "${given}"`];
  });
  return input.skip_import_rotation === true
    ? [...changes, `${role} already exists: --skip-import-rotation has an effect only at creation`]
    : changes;
};

export default singleWith<OperationContext<typeof write>>({
  before: async ({ session, input, spoken }) => {
    const role = input.role_name;
    const found = await snapshot(session, show, { mount: spoken.mount, role_name: role });
    const refused =
      found.kind === 'data' && session.globals.validate ? immutable(role, found.data, input) : [];
    if (refused.length > 0) {
      throw usageError(
        refused.join('\n'),
        `To manage another entry, write the role again after: ${suggest(session, `ldap static-role delete ${shellWord(role)}`, { mount: input.mount })}`,
      );
    }
  },
});
