/**
 * `lease recover`: returns what was lent and not given back, and clears the ledger. The server decides what has
 * ended.
 */
import { join } from 'node:path';
import { Exit, TrivetError } from '../../../model/error.ts';
import type { ServiceName } from '../../../model/catalogue/product.ts';
import { lookup } from '../operations.ts';
import { withLock } from '../../../disk/lock-file.ts';
import { clearEntry, keepEntry, ledger, ledgerFolder, userOf } from '../../lending/workflows/lend-ledger.ts';
import type { Kept, LedgerEntry } from '../../lending/workflows/lend-ledger.ts';
import type { Session } from '../../../engine/session/session.ts';
import { returnableOf } from '../../lending/workflows/returnable.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

/**
 * Normalizes an address for comparison: all names of this machine are equal, and a final slash or dot is ignored.
 */
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

const serviceOf = ({ kind }: LedgerEntry): ServiceName => (kind === 'lock' ? 'workspaces' : 'secrets');

/** Asks whether the server knows the lease: one server can have several names. */
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
  const { baseUrl, context } = await session.endpoint(serviceOf(entry));
  if (entry.kind === 'lock') return canonical(entry.baseUrl) === canonical(baseUrl);
  if (bare(entry.namespace) !== bare(context.namespace?.value)) return false;
  return canonical(entry.baseUrl) === canonical(baseUrl) || knows(session, entry.lease);
};

/** @returns true when the entry stays and needs attention */
const work = async (session: Session, kept: Kept, all: readonly Kept[]): Promise<boolean> => {
  const { reporter } = session;
  const { file, entry } = kept;
  if (entry === undefined) {
    reporter.warn(`${file} cannot be read as an entry and was kept`);
    return true;
  }
  const returnable = returnableOf(entry);
  const { named } = returnable;
  const user = await userOf(kept);
  if (user !== undefined) {
    const orphan = user === 'trivet' ? '' : ` (process ${entry.child?.pid}; its trivet was killed)`;
    reporter.note(`a command that still runs${orphan} uses ${named}`);
    return false;
  }
  try {
    if (!(await isHere(session, entry))) {
      const namespace = bare(entry.namespace) === '' ? '' : ` --namespace ${entry.namespace}`;
      reporter.warn(
        `${named} belongs to ${entry.baseUrl}; return it with: ` +
          `trivet lease recover --base-url ${entry.baseUrl}${namespace}`,
      );
      return true;
    }
    const others = all.filter((other) => other !== kept);
    const { text, doubtful, left } = await returnable.recover(session, others);
    if (left === undefined) await clearEntry(kept);
    else {
      if (left !== entry) await keepEntry(file, left);
      reporter.warn(`${file}: ${text}`);
      return true;
    }
    if (doubtful === true) reporter.warn(text);
    else reporter.note(text);
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const said = [error.message, error.details.hint].filter(Boolean).join('. ');
    reporter.warn(`${named}: ${said}`);
    return true;
  }
};

const run: Workflow = async ({ session }) => {
  const { world, reporter } = session;
  if ((await ledger(world)).length === 0) {
    reporter.note('nothing to return');
    return Exit.ok;
  }
  // One at a time: an account that another process returned can have a new borrower a moment later.
  return withLock(join(ledgerFolder(world), 'recover.lock'), async () => {
    const all = await ledger(world);
    let left = 0;
    for (const kept of all) if (await work(session, kept, all)) left += 1;
    return left === 0 ? Exit.ok : Exit.refused;
  });
};

export default run;
