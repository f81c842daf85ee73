/** No server shows the account of a lease; the receipt of its check-out, on this machine, does. */
import { isRefused } from '../../../run/log/read.ts';
import { receiptsInReach } from '../../../run/plan/receipts-in-reach.ts';
import type { Session } from '../../../run/session/session.ts';
import { textAt } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { inputText } from '../../../catalogue/parameter.ts';
import { checkOut } from '../operations/check-out.ts';
import type { setOf } from './library-account.ts';

const readable = async (session: Session): ReturnType<typeof receiptsInReach> => {
  try {
    return await receiptsInReach(session);
  } catch (error) {
    if (error instanceof TrivetError && error.exit === Exit.local) return [];
    throw error;
  }
};

/** Reads all receipts; undefined if none of them has the lease, or they cannot be read: then a person is asked. */
export const accountInReceipts = async (
  session: Session,
  { mount, set_name }: ReturnType<typeof setOf>,
  lease: string,
): Promise<string | undefined> => {
  const { address, scope } = await session.target(checkOut, { mount, set_name });
  for (const receipt of await readable(session)) {
    if (isRefused(receipt)) continue;
    for (const { operation, url, input, given, namespace = '' } of receipt.changes) {
      const isOfSet =
        operation === checkOut.id &&
        url === address &&
        namespace === (scope.namespace ?? '') &&
        inputText(input, 'mount') === mount &&
        inputText(input, 'set_name') === set_name;
      if (isOfSet && textAt(given, 'lease_id') === lease) return textAt(given, 'service_account_name');
    }
  }
  return undefined;
};
