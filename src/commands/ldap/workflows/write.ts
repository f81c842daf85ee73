/** Refuses a write that the state of the role rules out, before it is sent. */
import { usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { textAt } from '../../../documents/json/json.ts';
import type { GivenOf } from '../../../catalogue/operation.ts';
import type { write as writeRole } from '../operations/role.ts';
import { show as showRole } from '../operations/role.ts';
import type { write as writeStaticRole } from '../operations/static-role.ts';
import { show as showStaticRole } from '../operations/static-role.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { suggest } from '../../../run/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

type Written = GivenOf<typeof writeStaticRole>;

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

/** Its user name and its entry are fixed. */
export const writtenStaticRole = singleWith<OperationContext<typeof writeStaticRole>>({
  before: async ({ session, input, spoken }) => {
    const role = input.role_name;
    const found = await snapshot(session, showStaticRole, { mount: spoken.mount, role_name: role });
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

/** An update is partial, but a new role needs its LDIF. */
export const writtenRole = singleWith<OperationContext<typeof writeRole>>({
  before: async ({ session, input, options, spoken }) => {
    const missing = (['creation_ldif', 'deletion_ldif'] as const).filter((key) => (input[key] ?? '') === '');
    const given = options.base !== undefined || (options.extra ?? []).length > 0;
    if (missing.length === 0 || given || !session.globals.validate) return;
    const name = input.role_name;
    const found = await snapshot(session, showRole, { mount: spoken.mount, role_name: name });
    const flags = missing.map((key) => `--${key.replaceAll('_', '-')}`).join(' and ');
    if (found.kind === 'none') {
      throw usageError(`${flags} must be given for a new role`, `There is no role ${name} yet.`);
    }
    const emptied = missing.filter((key) => input[key] === '');
    if (emptied.length > 0) throw usageError(`${emptied.join(' and ')} cannot be deleted: a role needs both`);
  },
});
