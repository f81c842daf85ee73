/** An update is partial, but a new role needs its LDIF. */
import { usageError } from '../../../system/error.ts';
import type { write } from '../operations/role.ts';
import { show } from '../operations/role.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

export default singleWith<OperationContext<typeof write>>({
  before: async ({ session, input, options, spoken }) => {
    const missing = (['creation_ldif', 'deletion_ldif'] as const).filter((key) => (input[key] ?? '') === '');
    const given = options.base !== undefined || (options.extra ?? []).length > 0;
    if (missing.length === 0 || given || !session.globals.validate) return;
    const role = input.role_name;
    const found = await snapshot(session, show, { mount: spoken.mount, role_name: role });
    const flags = missing.map((key) => `--${key.replaceAll('_', '-')}`).join(' and ');
    if (found.kind === 'none') {
      throw usageError(`${flags} must be given for a new role`, `There is no role ${role} yet.`);
    }
    const emptied = missing.filter((key) => input[key] === '');
    if (emptied.length > 0) throw usageError(`${emptied.join(' and ')} cannot be deleted: a role needs both`);
  },
});
