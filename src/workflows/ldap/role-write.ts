/** Dynamic role of a directory: an update is partial, a new role needs its LDIF. */
import { usageError } from '../../model/error.ts';
import { show } from '../../operations/ldap/role.ts';
import { existing } from '../existing.ts';
import { textIn } from '../input-text.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const missing = (['creation_ldif', 'deletion_ldif'] as const).filter((key) => textIn(input, key) === '');
  const given = options.base !== undefined || (options.extra ?? []).length > 0;
  if (missing.length > 0 && !given && session.globals.validate) {
    const role = textIn(input, 'role_name');
    const found = await existing(() =>
      session.lookUp(show, { mount: textIn(spoken, 'mount'), role_name: role }),
    );
    const flags = missing.map((key) => `--${key.replaceAll('_', '-')}`).join(' and ');
    if (found.kind === 'none') {
      throw usageError(
        `${flags} must be given for a new role`,
        `There is no role ${role} yet. Nothing was sent.`,
      );
    }
    const emptied = missing.filter((key) => input[key] === '');
    if (emptied.length > 0) throw usageError(`${emptied.join(' and ')} cannot be deleted: a role needs both`);
  }
  await showReply(context, await session.call(operation, input, options));
  return 0;
});
