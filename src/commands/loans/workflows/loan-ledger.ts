/**
 * The ledger of what is lent and not yet given back, one 0600 file each, which survives a kill and a power failure. It
 * contains no secret.
 */
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
import type { World } from '../../../system/world.ts';

interface Common {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  /** The process that lends; undefined if the file names none. */
  readonly owner: Owner | undefined;
  /** The command that it was lent to, which can outlive the process that lends. */
  readonly child?: ProcessMark | undefined;
  /** Mark of the session with whose token it was obtained, if a log-in of trivet began that session. */
  readonly session?: string | undefined;
  /** Milliseconds since the epoch by the server's clock, when the term ends by itself, if not earlier with its token. 0: never. */
  readonly until: number;
}

/** An account of a library set. */
export interface CheckOutEntry extends Common {
  readonly kind: 'check-out';
  readonly mount: string;
  readonly set: string;
  /** Undefined until the check-out gets its reply. */
  readonly account: string | undefined;
  readonly lease: string | undefined;
  /** Undefined where the token is not allowed to see it, and in entries of earlier versions. */
  readonly borrower: Borrower | undefined;
  /** Accounts of the set that were already borrowed, with their entities; undefined if the token is not allowed to see them. */
  readonly taken: Readonly<Record<string, string>> | undefined;
  /** When that was reported, by the server's clock: the lease of the check-out is not older. */
  readonly since: number | undefined;
}

/** Credentials that a role generated. */
export interface CredentialsEntry extends Common {
  readonly kind: 'credentials';
  /** `deploy of aws`: role and mount, for messages. */
  readonly role: string;
  /** `aws/creds/deploy`: the beginning of their lease IDs. */
  readonly path: string;
  /** Undefined until the request gets its reply. */
  readonly lease: string | undefined;
  /** Whether the credentials outlive their lease, like those of a token service. */
  readonly lasting: boolean;
  /** When they were requested, by the clock of this machine; undefined in entries of earlier versions. */
  readonly asked?: number | undefined;
  /** Where no reply came: a time by the server's clock that is not after the request; undefined if it is not known. */
  readonly since?: number | undefined;
}

export interface LockedWorkspace {
  readonly id: string;
  /** As typed. */
  readonly name: string;
  /** The server has shown the lock with its mark. */
  readonly held: boolean;
}

/** Locks of workspaces. */
export interface LockEntry extends Common {
  readonly kind: 'lock';
  /** The end of the lock's reason, which only this loan uses. */
  readonly mark: string;
  readonly workspaces: readonly LockedWorkspace[];
}

/** A workspace that a loan has locked: another server can give another one the same ID. */
export const workspaceOf = ({ baseUrl }: Pick<LockEntry, 'baseUrl'>, id: string): Ref =>
  refOf({ kind: 'workspace' }, { service: 'workspaces', address: baseUrl, scope: {} }, id);

/** Where a loan of the secrets service was made. */
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
  /** Undefined for a file that cannot be read as an entry. */
  readonly entry: LedgerEntry | undefined;
}

/** The end of a term as a record has it. */
export const recordedEnd = ({ at }: Pick<Term, 'at'>): number => (Number.isFinite(at) ? at : 0);

const folderName = 'lends';

/** The folder of new entries, which may not exist yet. */
const ledgerFolder = (world: World): string => {
  const folder = stateFolder(world);
  if (folder === undefined) {
    throw localError('there is no folder for the ledger of what is lent', 'Set HOME or TRIVET_STATE_DIR.');
  }
  return join(folder, folderName);
};

/** The lock of those who give back; its folder exists from then on. */
export const recoverLock = (world: World): string => {
  const folder = ledgerFolder(world);
  makeFolder(folder);
  return join(folder, 'recover.lock');
};

/** The file of a new entry, and the unique ID of its loan. */
export const newLedgerFile = (world: World): { readonly file: string; readonly id: string } => {
  const folder = ledgerFolder(world);
  makeFolder(folder);
  const id = randomHex(6);
  return { file: join(folder, `${world.now()}-${id}.json`), id };
};

/** Removes what killed loans left beside the entries, as far as that is possible. */
export const tidyLedger = (file: string, world: World): Promise<void> =>
  tidyOwners(dirname(file), world.now()).catch(() => undefined);

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

/** When the loan began, and its ID: the name of its file. */
export const loanIn = (file: string): { readonly id: string; readonly time: number } | undefined => {
  const [, time, id] = /(\d+)-([0-9a-f]+)\.json$/.exec(file) ?? [];
  return id === undefined ? undefined : { id, time: Number(time) };
};

/** Who still uses what was lent; undefined if it is unused. `command`: it outlived the trivet that lent to it. */
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
  // Earlier versions also held locks whose mark the server had not shown.
  const isShown = own(value, 'marked') !== false;
  const known = workspaces.flatMap((one) => {
    const [id, name] = [textAt(one, 'id'), textAt(one, 'name')];
    return id === undefined || name === undefined
      ? []
      : [{ id, name, held: isShown && own(one, 'held') === true }];
  });
  return { mark, workspaces: known };
};

/** The entry in `value`; one without a kind is of an earlier version, which only had check-outs. */
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

/** Records what this process itself lends, whose entry no other one changes. @throws TrivetError output, if it cannot be written */
export const keepEntry = (file: string, entry: LedgerEntry): Promise<void> =>
  updateFile(file, () => textOf(entry));

/**
 * Changes the entry of a loan that is over as it is by now, while no other run does.
 * @param change returns undefined to remove it; not called where it is gone or cannot be read
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

/** Every entry, those of earlier versions first, then the oldest. */
export const ledger = async (world: World): Promise<readonly Kept[]> =>
  (await Promise.all(stateFoldersNamed(world, folderName).map(entriesIn))).flat();
