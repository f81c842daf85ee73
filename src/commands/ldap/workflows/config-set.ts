/** Connection to a directory: asks before the bind password goes to another address, or there in another way. */
import type { set } from '../operations/config.ts';
import { show } from '../operations/config.ts';
import { existing, refuseIfChanged } from '../../../engine/single/existing.ts';
import type { Existing } from '../../../engine/single/existing.ts';
import { newAddresses } from '../../../engine/single/settings.ts';
import { singleWith } from '../../../engine/single/single.ts';
import type { OperationContext } from '../../../engine/single/workflow.ts';

const asked = ({ kind }: Existing): string => {
  if (kind === 'none') return 'Connect {mount} to this directory?';
  return kind === 'data'
    ? 'Change where or how the bind password of {mount} is sent?'
    : 'Send the bind password of {mount} to this directory? The token is not allowed to read where it goes now.';
};

export default singleWith<OperationContext<typeof set>>({
  before: async (context) => {
    const { session, spoken, confirm } = context;
    const { dryRun, curl, yes } = session.globals;
    // Nothing is replaced by a first configuration, but a model could choose where a variable of a person goes.
    const asksFirst = session.world.confined !== undefined;
    if (dryRun || curl || (!asksFirst && newAddresses(context, undefined) === '')) return;
    const where = { mount: spoken.mount };
    const found = await existing(session, show, where);
    const now = found.kind === 'data' ? found.data : undefined;
    const addresses = newAddresses(context, now ?? {});
    if (found.kind === 'none' ? !asksFirst : addresses === '') return;
    await confirm(
      { kind: 'ask', question: `${asked(found)}${addresses === '' ? '' : ' {addresses}'}` },
      { ...spoken, addresses },
    );
    if (!yes && found.kind !== 'unreadable')
      await refuseIfChanged(session, show, where, now, `the directory connection of ${spoken.mount ?? ''}`);
  },
});
