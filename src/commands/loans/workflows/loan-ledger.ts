/** The ledger of loans, one 0600 file each, without secrets. It survives a kill and a power failure. */
import type { Term } from '../../../catalogue/term.ts';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Borrower, Ref } from '../../../catalogue/ref.ts';
import { refOf } from '../../../catalogue/ref.ts';
import type { Target } from '../../../catalogue/target.ts';
import { localError } from '../../../system/error.ts';
import { isArray, isObject, own, textAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { parseJson, writeJson } from '../../../documents/json/lossless.ts';
import { errorCode } from '../../../system/system-error.ts';
import { readCapped } from '../../../system/capped-file.ts';
import { stateFolder, stateFoldersNamed } from '../../../system/state-folder.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { forget, isAlive, ownerIn, tidyOwners, type Owner } from '../../../system/owner.ts';
import { randomHex } from '../../../system/random-hex.ts';
import { isRunning, markIn } from '../../../system/process-mark.ts';
import type { ProcessMark } from '../../../system/process-mark.ts';
import { decodeText } from '../../../system/read-file.ts';
import { updateFile } from '../../../system/update-file.ts';
import type { Io } from '../../../system/io.ts';

interface Common {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  /** Undefined if the file names none. */
  readonly owner: Owner | undefined;
  /** The child, which may outlive the lender. */
  readonly child?: ProcessMark | undefined;
  /** The session of trivet that obtained it. */
  readonly session?: string | undefined;
  /** Milliseconds since the epoch, by the server's clock; 0: never. The token may end it earlier. */
  readonly until: number;
}

export interface CheckOutEntry extends Common {
  readonly kind: 'check-out';
  readonly mount: string;
  readonly set: string;
  /** Undefined until the reply. */
  readonly account: string | undefined;
  readonly lease: string | undefined;
  /** Undefined if the token may not see it, and in earlier versions. */
  readonly borrower: Borrower | undefined;
  /** Borrowed accounts with their entities; undefined if the token may not see them. */
  readonly taken: Readonly<Record<string, string>> | undefined;
  /** A time by the server's clock: the lease is not older. */
  readonly since: number | undefined;
}

export interface CredentialsEntry extends Common {
  readonly kind: 'credentials';
  readonly role: string;
  /** The beginning of lease IDs: `aws/creds/deploy`. */
  readonly path: string;
  /** Undefined until the reply. */
  readonly lease: string | undefined;
  /** Whether they outlive their lease, like those of a token service. */
  readonly lasting: boolean;
  /** The time by this machine's clock; undefined in earlier versions. */
  readonly asked?: number | undefined;
  /** If there was no reply: a time not after the request, by the server's clock; undefined if unknown. */
  readonly since?: number | undefined;
}

export interface LockedWorkspace {
  readonly id: string;
  readonly name: string;
  /** Whether the server shows the lock with its mark. */
  readonly held: boolean;
}

export interface LockEntry extends Common {
  readonly kind: 'lock';
  /** The end of the reason, which only this loan uses. */
  readonly mark: string;
  readonly workspaces: readonly LockedWorkspace[];
}

/** Other servers may use an equal ID. */
export const workspaceOf = ({ baseUrl }: Pick<LockEntry, 'baseUrl'>, id: string): Ref =>
  refOf({ kind: 'workspace' }, { service: 'workspaces', address: baseUrl, scope: {} }, id);

export const secretsOf = ({
  baseUrl,
  namespace = '',
}: Pick<LedgerEntry, 'baseUrl' | 'namespace'>): Target => ({
  service: 'secrets',
  address: baseUrl,
  scope: { namespace },
});

export type LedgerEntry = CheckOutEntry | CredentialsEntry | LockEntry;

export interface Kept {
  readonly file: string;
  /** Undefined if unreadable. */
  readonly entry: LedgerEntry | undefined;
}

export const recordedEnd = ({ at }: Pick<Term, 'at'>): number => (Number.isFinite(at) ? at : 0);

const folderName = 'lends';

/** The folder may not exist yet. */
const ledgerFolder = (io: Io): string => {
  const folder = stateFolder(io);
  if (folder === undefined) {
    throw localError('there is no folder for the ledger of what is lent', 'Set HOME or TRIVET_STATE_DIR.');
  }
  return join(folder, folderName);
};

export const recoverLock = (io: Io): string => {
  const folder = ledgerFolder(io);
  makeFolder(folder);
  return join(folder, 'recover.lock');
};

export const newLedgerFile = (io: Io): { readonly file: string; readonly id: string } => {
  const folder = ledgerFolder(io);
  makeFolder(folder);
  const id = randomHex(6);
  return { file: join(folder, `${io.now()}-${id}.json`), id };
};

export const tidyLedger = (file: string, io: Io): Promise<void> =>
  tidyOwners(dirname(file), io.now()).catch(() => undefined);

const textOf = (entry: LedgerEntry): string => {
  const { owner, child } = entry;
  const workspaces = entry.kind === 'lock' ? entry.workspaces.map((one) => ({ ...one })) : undefined;
  const borrower = entry.kind === 'check-out' ? entry.borrower : undefined;
  const written = {
    version: 3,
    ...entry,
    owner: owner && { ...owner },
    child: child && { ...child },
    workspaces,
    borrower: borrower && { ...borrower },
  };
  return `${writeJson(written, 2)}\n`;
};

export const loanIn = (file: string): { readonly id: string; readonly time: number } | undefined => {
  const [, time, id] = /(\d+)-([0-9a-f]+)\.json$/.exec(file) ?? [];
  return id === undefined ? undefined : { id, time: Number(time) };
};

/** Undefined if the loan is not in use; `command`: the command outlived trivet. */
export const userOf = async ({ file, entry }: Kept): Promise<'trivet' | 'command' | undefined> => {
  if (entry?.owner !== undefined && (await isAlive(dirname(file), entry.owner, file))) return 'trivet';
  return entry?.child !== undefined && isRunning(entry.child) ? 'command' : undefined;
};

type OfKind<E extends LedgerEntry> = Omit<E, keyof Common | 'kind'> | undefined;

const momentAt = (value: Json, key: string): number | undefined => {
  const found = own(value, key);
  return typeof found === 'number' ? found : undefined;
};

const checkOutIn = (value: Json): OfKind<CheckOutEntry> => {
  const [mount, set] = [textAt(value, 'mount'), textAt(value, 'set')];
  const [taken, borrower] = [own(value, 'taken'), own(value, 'borrower')];
  if (mount === undefined || set === undefined) return undefined;
  return {
    mount,
    set,
    account: textAt(value, 'account'),
    lease: textAt(value, 'lease'),
    borrower: isObject(borrower)
      ? { entity: textAt(borrower, 'entity'), token: textAt(borrower, 'token') }
      : undefined,
    taken: isObject(taken)
      ? Object.fromEntries(Object.keys(taken).map((name) => [name, textAt(taken, name) ?? '']))
      : undefined,
    since: momentAt(value, 'since'),
  };
};

const credentialsIn = (value: Json): OfKind<CredentialsEntry> => {
  const [role, path] = [textAt(value, 'role'), textAt(value, 'path')];
  if (role === undefined || path === undefined) return undefined;
  return {
    role,
    path,
    lease: textAt(value, 'lease'),
    lasting: own(value, 'lasting') === true,
    asked: momentAt(value, 'asked'),
    since: momentAt(value, 'since'),
  };
};

const lockIn = (value: Json): OfKind<LockEntry> => {
  const [mark, workspaces] = [textAt(value, 'mark'), own(value, 'workspaces')];
  if (mark === undefined || !isArray(workspaces)) return undefined;
  // Earlier versions also recorded unproven marks.
  const isShown = own(value, 'marked') !== false;
  const known = workspaces.flatMap((one) => {
    const [id, name] = [textAt(one, 'id'), textAt(one, 'name')];
    return id === undefined || name === undefined
      ? []
      : [{ id, name, held: isShown && own(one, 'held') === true }];
  });
  return { mark, workspaces: known };
};

/** An entry without a kind is a check-out of an earlier version. */
const entryIn = (value: Json): LedgerEntry | undefined => {
  const baseUrl = textAt(value, 'baseUrl');
  if (!isObject(value) || baseUrl === undefined) return undefined;
  const until = own(value, 'until');
  const common = {
    baseUrl,
    namespace: textAt(value, 'namespace'),
    owner: ownerIn(own(value, 'owner')),
    child: markIn(own(value, 'child')),
    session: textAt(value, 'session'),
    until: typeof until === 'number' ? until : 0,
  };
  const kind = own(value, 'kind') ?? 'check-out';
  if (kind === 'check-out') {
    const found = checkOutIn(value);
    return found && { ...common, kind, ...found };
  }
  if (kind === 'credentials') {
    const found = credentialsIn(value);
    return found && { ...common, kind, ...found };
  }
  const found = kind === 'lock' ? lockIn(value) : undefined;
  return found && { ...common, kind: 'lock', ...found };
};

const entryOf = (text: string): LedgerEntry | undefined => {
  try {
    return entryIn(parseJson(text));
  } catch {
    return undefined;
  }
};

const read = async (file: string): Promise<LedgerEntry | undefined> => {
  try {
    return entryOf(decodeText(await readCapped(file, 1_048_576, file), file));
  } catch {
    return undefined;
  }
};

/** Writes an entry of this process, which no other one changes. @throws TrivetError output */
export const keepEntry = (file: string, entry: LedgerEntry): Promise<void> =>
  updateFile(file, () => textOf(entry));

/**
 * Changes the entry of an ended loan, under a lock.
 * @param change returns undefined to remove it; not called for a missing or unreadable entry
 */
export const changeEntry = (
  file: string,
  change: (entry: LedgerEntry) => LedgerEntry | undefined | Promise<LedgerEntry | undefined>,
): Promise<void> =>
  updateFile(file, async (text) => {
    const entry = text === undefined ? undefined : entryOf(text);
    if (entry === undefined) return text;
    const next = await change(entry);
    if (next === entry) return text;
    if (next !== undefined) return textOf(next);
    if (entry.owner !== undefined) forget(dirname(file), entry.owner);
    return undefined;
  });

export const clearEntry = async ({ file, entry }: Kept): Promise<void> => {
  await updateFile(file, () => undefined);
  if (entry?.owner !== undefined) forget(dirname(file), entry.owner);
};

const entriesIn = async (folder: string): Promise<readonly Kept[]> => {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  return Promise.all(
    files.map(async (name) => ({ file: join(folder, name), entry: await read(join(folder, name)) })),
  );
};

/** Entries of earlier versions come first, then the oldest. */
export const ledger = async (io: Io): Promise<readonly Kept[]> =>
  (await Promise.all(stateFoldersNamed(io, folderName).map(entriesIn))).flat();
