/** `lease recover`: returns what lends left behind, and clears the ledger. The server decides what has ended. */
import { join } from 'node:path';
import { timeOf } from '../../http/server-time.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import { lookup } from '../../operations/lease/lease.ts';
import { withLock } from '../../profiles/lock-file.ts';
import { clearEntry, isLending, ledger, ledgerFolder } from '../../runtime/lend-ledger.ts';
import type { Kept, LedgerEntry } from '../../runtime/lend-ledger.ts';
import type { Session } from '../../runtime/session.ts';
import { returnByName, giveBack } from '../lending/give-back.ts';
import { accountsIfReadable, mayBeOurs, ownEntity } from '../lending/library-account.ts';
import type { Workflow } from '../workflow.ts';

/** The address as it is compared: names of this machine are one, and a last slash or dot says nothing. */
const canonical = (baseUrl: string): string => {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const name = url.hostname.replace(/\.$/, '');
  const host = name === 'localhost' || name === '[::1]' ? '127.0.0.1' : name;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, '')}`;
};

const bare = (namespace: string | undefined): string => {
  const name = (namespace ?? '').replaceAll(/^\/+|\/+$/g, '');
  return name === 'root' ? '' : name;
};

/** Asks whether the lease is known: the server may be the same under another name. */
const knows = async (session: Session, lease: string | undefined): Promise<boolean> => {
  if (lease === undefined) return false;
  try {
    await session.lookUp(lookup, { lease_id: lease });
    return true;
  } catch (error) {
    const refused: readonly number[] = [Exit.notFound, Exit.denied, Exit.refused];
    if (error instanceof TrivetError && refused.includes(error.exit)) return false;
    throw error;
  }
};

const isHere = async (session: Session, entry: LedgerEntry): Promise<boolean> => {
  const { baseUrl, context } = await session.endpoint('secrets');
  if (bare(entry.namespace) !== bare(context.namespace?.value)) return false;
  return canonical(entry.baseUrl) === canonical(baseUrl) || knows(session, entry.lease);
};

/** Milliseconds since the epoch by the server's clock: this machine's may be wrong. */
const serverTime = async (session: Session): Promise<number> => {
  const { response } = await session.probe('secrets', '/auth/token/lookup-self', { withToken: true });
  return timeOf(response, session.world.now());
};

const named = ({ account, set }: LedgerEntry): string =>
  account === undefined ? `a check-out of ${set}` : `${account} of ${set}`;

interface Settled {
  readonly text: string;
  /** The entry may go. */
  readonly done: boolean;
}

/** The check-out whose reply was lost: the one account that we have now, did not have before, and no other lend has. */
const settleLost = async (
  session: Session,
  entry: LedgerEntry,
  others: readonly Kept[],
): Promise<Settled> => {
  const { mount, set, taken } = entry;
  const look = `see trivet ldap library status ${set} --mount ${mount}`;
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  if (accounts === undefined || taken === undefined) {
    return { text: `${named(entry)} was requested and no reply came; ${look}`, done: false };
  }
  const entity = await ownEntity(session);
  const lent = new Set(
    others.flatMap((kept) =>
      kept.entry?.mount === mount && kept.entry.set === set ? [kept.entry.account ?? ''] : [],
    ),
  );
  const ours = accounts.filter((account) => mayBeOurs(account, entity) && !lent.has(account.name));
  const fresh = ours.filter(({ name }) => !Object.hasOwn(taken, name) || taken[name] !== (entity ?? ''));
  const [only] = fresh;
  if (ours.length === 0) return { text: `${named(entry)} was not made, or has ended`, done: true };
  if (only === undefined || fresh.length > 1) {
    const which = ours.map(({ name }) => name).join(', ');
    return {
      text: `${named(entry)} was requested and no reply came; it may be of ${which}: ${look}`,
      done: false,
    };
  }
  await returnByName(session, { mount, set, account: only.name });
  return { text: `checked in ${only.name} of ${set}, whose check-out got no reply`, done: true };
};

/** @returns what became of it, and whether the entry may go */
const settle = async (session: Session, entry: LedgerEntry, others: readonly Kept[]): Promise<Settled> => {
  const { mount, set, account, lease, until } = entry;
  if (account === undefined) return settleLost(session, entry, others);
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name }) => name === account);
  if (found?.available === true) return { text: `${named(entry)} is available already`, done: true };
  if (found !== undefined && !mayBeOurs(found, await ownEntity(session))) {
    return { text: `${named(entry)} belongs to somebody else by now and was not checked in`, done: true };
  }
  const late = until !== 0 && until <= (await serverTime(session));
  const how = await giveBack(session, { mount, set, account, lease, late });
  return {
    text: how === 'ended' ? `${named(entry)} has ended by itself` : `checked in ${named(entry)}`,
    done: true,
  };
};

/** @returns true when the entry stays and needs somebody */
const work = async (session: Session, kept: Kept, all: readonly Kept[]): Promise<boolean> => {
  const { reporter } = session;
  const { file, entry } = kept;
  if (entry === undefined) {
    reporter.warn(`${file} cannot be read as an entry and was kept`);
    return true;
  }
  if (await isLending(kept)) {
    reporter.note(`${named(entry)} is in use by a command that still runs`);
    return false;
  }
  try {
    if (!(await isHere(session, entry))) {
      const namespace = bare(entry.namespace) === '' ? '' : ` --namespace ${entry.namespace}`;
      reporter.warn(
        `${named(entry)} belongs to ${entry.baseUrl}; return it with: ` +
          `trivet lease recover --base-url ${entry.baseUrl}${namespace}`,
      );
      return true;
    }
    const { text, done } = await settle(
      session,
      entry,
      all.filter((other) => other !== kept),
    );
    if (done) {
      reporter.note(text);
      await clearEntry(kept);
    } else reporter.warn(text);
    return !done;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`${named(entry)}: ${error.message}`);
    return true;
  }
};

const run: Workflow = async ({ session }) => {
  const { world, reporter } = session;
  if ((await ledger(world)).length === 0) {
    reporter.note('nothing was left behind');
    return Exit.ok;
  }
  // One at a time: an account that another one returned may be somebody else's a moment later.
  return withLock(join(ledgerFolder(world), 'recover.lock'), async () => {
    const all = await ledger(world);
    let left = 0;
    for (const kept of all) if (await work(session, kept, all)) left += 1;
    return left === 0 ? Exit.ok : Exit.refused;
  });
};

export default run;
