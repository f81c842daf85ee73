/** Hides receipts from an agent if they belong to servers that its start did not choose. */
import { TrivetError, usageError } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { Receipt, Refused } from '../log/read.ts';
import { allReceipts, isRefused, receiptNamed } from '../log/read.ts';
import { readOnlyProfile } from '../../config/read-only.ts';
import { refusedByReadOnly } from '../refuse-changes.ts';
import type { Session } from '../session/session.ts';

export const reachOf = async (session: Session): Promise<(origins: readonly string[]) => boolean> => {
  if (session.io.confined !== true) return () => true;
  const own: string[] = [];
  for (const service of serviceNames) {
    try {
      own.push((await session.endpoint(service)).baseUrl);
    } catch (error) {
      // A service without an address has no receipts.
      if (!(error instanceof TrivetError)) throw error;
    }
  }
  return (origins) => origins.length > 0 && origins.every((origin) => own.includes(origin));
};

export const receiptsInReach = async (session: Session): Promise<readonly (Receipt | Refused)[]> => {
  const isInReach = await reachOf(session);
  return (await allReceipts(session.io)).filter((one) => isInReach(isRefused(one) ? [] : one.origins));
};

export const receiptInReach = async (session: Session, id: string): Promise<Receipt> => {
  const receipt = await receiptNamed(session.io, id);
  if ((await reachOf(session))(receipt.origins)) return receipt;
  throw usageError(
    `the receipt ${id} is not of the servers of this session`,
    'List those that are: trivet changes',
  );
};

/** What is recorded decides what is sent. @throws TrivetError usage */
export const refuseReadOnlyReceipt = ({ io }: Session, { profile }: Receipt, what: string): void => {
  const source = profile === undefined ? undefined : readOnlyProfile(profile, io);
  if (source !== undefined) throw refusedByReadOnly(source, `${what} decides what is sent`, io);
};
