/** `lease recover`: the server decides what has ended. */
import { sameServer } from '../../../catalogue/target.ts';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { storageNamespace } from '../../../catalogue/storage-path.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { lookup } from '../operations.ts';
import { withLock } from '../../../system/lock-file.ts';
import { endLoan } from '../../loans/workflows/end-loan.ts';
import { changeEntry, ledger, loanIn, recoverLock, userOf } from '../../loans/workflows/loan-ledger.ts';
import type { Kept, LedgerEntry } from '../../loans/workflows/loan-ledger.ts';
import type { Session } from '../../../run/session/session.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import type { Became, Settled } from '../../loans/workflows/loan.ts';
import { ownView } from '../../../run/single/own-view.ts';
import { returnableOf } from '../../loans/workflows/returnable.ts';
import { textOf } from '../../loans/workflows/settled.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { NamedObject } from '../../../run/known-objects.ts';
import { KnownObjects } from '../../../run/known-objects.ts';
import { suggest } from '../../../run/suggest.ts';
import { suggestWith } from '../../../services/suggest.ts';

type RecoverInput = Readonly<{ forget?: string | undefined }>;

const serviceOf = ({ kind }: LedgerEntry): ServiceName => (kind === 'lock' ? 'workspaces' : 'secrets');

/** One server may have several names. */
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
  const { baseUrl } = await session.endpoint(serviceOf(entry));
  if (entry.kind === 'lock') return sameServer(entry.baseUrl, baseUrl);
  // The scope of this run, since the ID of a lease has a namespace of its own.
  const { scope } = await session.target(lookup, { lease_id: '' });
  if (storageNamespace(entry.namespace) !== (scope.namespace ?? '')) return false;
  return sameServer(entry.baseUrl, baseUrl) || knows(session, entry.lease);
};

interface Row {
  readonly name: string;
  readonly result: Became['result'] | 'elsewhere' | 'failed' | 'forgotten' | 'would be forgotten';
  readonly text: string;
}

const failedRow = (name: string, { message, details }: TrivetError): Row => ({
  name,
  result: 'failed',
  text: [message, details.hint].filter(Boolean).join('. '),
});

/** Results that are left to a person. */
const open: readonly Row['result'][] = ['unproven', 'elsewhere', 'failed'];

/** For entries that no run of `lease recover` can decide. */
const forgetText = (session: Session, file: string): string => {
  const loan = loanIn(file);
  return loan === undefined
    ? ''
    : `; to remove it, once nothing is left: ${suggest(session, `lease recover --forget ${loan.id}`)}`;
};

const useOf = async (kept: Kept, name: string): Promise<Row | undefined> => {
  const user = await userOf(kept);
  if (user === undefined) return undefined;
  const orphan = user === 'trivet' ? '' : ` (process ${kept.entry?.child?.pid}; its trivet was killed)`;
  return { name, result: 'in use', text: `a command that still runs${orphan} uses ${name}` };
};

const forget = async (session: Session, all: readonly Kept[], id: string): Promise<Row> => {
  const [kept, other] = all.filter(({ file }) => loanIn(file)?.id.startsWith(id));
  if (kept === undefined || id === '')
    throw usageError(`no loan ${shellWord(id)} is recorded`, 'List them: trivet changes');
  if (other !== undefined)
    throw usageError(`several loans begin with ${id}`, 'Give more of the ID: trivet changes');
  const { file, entry } = kept;
  const name = entry === undefined ? file : returnableOf(entry).named;
  const inUse = await useOf(kept, name);
  if (inUse !== undefined) throw localError(inUse.text, 'Wait for its end.');
  if (session.globals.dryRun) return { name, result: 'would be forgotten', text: '' };
  const text = `the record of ${name} was removed, and nothing was given back`;
  await endLoan(session, kept, text);
  return { name, result: 'forgotten', text };
};

/** Another run may have released locks in the meantime. */
const stillLeft = (left: LedgerEntry, now: LedgerEntry): LedgerEntry | undefined => {
  if (left.kind !== 'lock' || now.kind !== 'lock') return left;
  const known = new Set(now.workspaces.map(({ id }) => id));
  const workspaces = left.workspaces.filter(({ id }) => known.has(id));
  return workspaces.length === 0 ? undefined : { ...left, workspaces };
};

const work = async (session: Session, kept: Kept, all: readonly Kept[]): Promise<readonly Row[]> => {
  const { file, entry } = kept;
  if (entry === undefined)
    return [
      {
        name: file,
        result: 'failed',
        text: `${file} cannot be read as an entry and was kept${forgetText(session, file)}`,
      },
    ];
  const returnable = returnableOf(entry);
  const { named: name } = returnable;
  const inUse = await useOf(kept, name);
  if (inUse !== undefined) return [inUse];
  let recovered: Settled;
  try {
    if (!(await isHere(session, entry))) {
      const words = `lease recover --base-url ${shellWord(entry.baseUrl)}`;
      const namespace = storageNamespace(entry.namespace) === '' ? undefined : entry.namespace;
      // This run's flags are for another server.
      const text = `${name} belongs to ${entry.baseUrl}; return it with: ${suggestWith([], words, { namespace })}`;
      return [{ name, result: 'elsewhere', text }];
    }
    const others = all.filter((other) => other !== kept);
    recovered = await session.receipt.givingBack(loanIn(file)?.id, () => returnable.recover(session, others));
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return [failedRow(name, error)];
  }
  const { became, left, failed = [] } = recovered;
  // A return that cannot be recorded ends the run.
  if (!session.globals.dryRun) {
    if (left === undefined) await endLoan(session, kept, textOf(became));
    else if (left !== entry) await changeEntry(file, (now) => stillLeft(left, now));
  }
  const rows = became.map(({ name: one, result, text }) => ({
    name: one,
    result,
    text: result === 'unproven' ? `${text} (its record: ${file}${forgetText(session, file)})` : text,
  }));
  return [...rows, ...failed.map((one) => failedRow(one.name, one.error))];
};

/** The scope of an entry's object; a workspace was named with its organization. */
const placed = (entry: LedgerEntry): NamedObject => {
  const { kind, namespace = '' } = entry;
  const mount = kind === 'check-out' ? { mount: entry.mount } : {};
  const scope = kind === 'lock' ? {} : { namespace, ...mount };
  return { operation: lookup, scope, item: { kind } };
};

const run: Workflow<RecoverInput> = async ({ session, presenter, command, input }) => {
  const { io, reporter } = session;
  const { forget: id } = input;
  const recorded = await ledger(io);
  if (id === undefined && recorded.length === 0) {
    reporter.note('nothing to return');
    return Exit.ok;
  }
  const known = await KnownObjects.known(
    session,
    recorded.flatMap(({ entry }) => (entry === undefined ? [] : [placed(entry)])),
  );
  const results = await presenter.results(ownView(command), {
    known,
    what: 'lease-recover',
    durable: false,
    append: false,
    rows: true,
  });
  const recover = async (): Promise<number> => {
    const all = await ledger(io);
    let left = 0;
    const parts =
      id === undefined
        ? all.map((kept) => () => work(session, kept, all))
        : [async () => [await forget(session, all, id)]];
    for (const part of parts) {
      for (const { name, result, text } of await part()) {
        if (open.includes(result)) left += 1;
        const cells = { name, result, reason: text };
        await results.add({ value: cells, cells, once: false, failed: open.includes(result) });
      }
    }
    return left === 0 ? Exit.ok : Exit.refused;
  };
  try {
    // Another process may have returned the account a moment ago.
    return await (session.globals.dryRun ? recover() : withLock(recoverLock(io), recover));
  } finally {
    await results.end();
  }
};

export default run;
