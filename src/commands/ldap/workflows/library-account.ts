import { wordOf } from '../../../catalogue/text/server-text.ts';
import { at, own, textAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { Borrower } from '../../../catalogue/ref.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { patient } from '../../loans/workflows/persist.ts';
import { show, status } from '../operations/library.ts';
import { timeOf } from '../../../http/server-time.ts';
import { isCounted } from '../../../run/session/token-uses.ts';
import { onlyPage } from '../../../run/lists/list-page.ts';
import { readList } from '../../../run/lists/list.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';

export interface Account {
  readonly name: string;
  readonly available: boolean;
  readonly entity: string | undefined;
  /** A hash that only the server can compute. */
  readonly token: string | undefined;
}

export const setOf = (spoken: {
  readonly mount?: string | undefined;
  readonly set_name: string;
}): { readonly mount: string; readonly set_name: string } => ({
  mount: spoken.mount ?? '',
  set_name: spoken.set_name,
});

interface Set {
  readonly mount: string;
  readonly set_name: string;
}

interface Status {
  readonly accounts: readonly Account[];
  /** The time, by the server's clock. */
  readonly at: number;
}

/** @throws TrivetError if unreadable */
const statusOf = async (session: Session, set: Set): Promise<Status> => {
  const every = { ignoreInterrupt: true } as const;
  const { items, response } = await onlyPage(readList(session, status, set, { every }));
  if (items.length === 0) {
    throw new TrivetError(
      'not-the-api',
      Exit.unreachable,
      `the server listed no account of ${set.set_name}, so it is not known which ones are borrowed`,
    );
  }
  const accounts = items.map((item) => ({
    name: textAt(item, 'account') ?? '',
    available: item['available'] === true,
    entity: textAt(item, 'borrower_entity_id') || undefined,
    token: textAt(item, 'borrower_client_token') || undefined,
  }));
  return { accounts, at: timeOf(response, session.io.now()) };
};

/** @throws TrivetError if unreadable */
export const accountsOf = async (session: Session, set: Set): Promise<readonly Account[]> =>
  (await statusOf(session, set)).accounts;

/** Whether the token's requests are limited, so that optional ones are left out. */
export const countsRequests = async (session: Session): Promise<boolean> =>
  isCounted(await (await session.endpoint('secrets')).token());

export const statusIfReadable = async (session: Session, set: Set): Promise<Status | undefined> => {
  try {
    return await statusOf(session, set);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

export const accountsIfReadable = async (
  session: Session,
  set: Set,
): Promise<readonly Account[] | undefined> => (await statusIfReadable(session, set))?.accounts;

/**
 * Whether only the borrower may check in; undefined if the token may not read the set.
 * @throws TrivetError if unreadable
 */
export const isEnforced = async (
  session: Session,
  set: Set,
  options: CallOptions = { ...patient, ignoreInterrupt: true },
): Promise<boolean | undefined> => {
  try {
    const { document } = await session.lookUp(show, set, options);
    const enforced = own(own(document, 'data'), 'disable_check_in_enforcement');
    return typeof enforced === 'boolean' ? !enforced : undefined;
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'denied') return undefined;
    throw error;
  }
};

const holder = ({ entity, token }: Account): string => {
  const hash = token === undefined ? undefined : `the token with hash ${wordOf(token)}`;
  if (entity === undefined)
    return hash === undefined ? 'the server does not report the borrower' : `borrowed by ${hash}`;
  return `borrowed by entity ${wordOf(entity)}${hash === undefined ? '' : `, ${hash}`}`;
};

export const holders = (accounts: readonly Account[]): string =>
  accounts.map((account) => `${wordOf(account.name)} (${holder(account)})`).join(', ');

export const ownEntity = async (session: Session): Promise<string | undefined> => {
  try {
    const { document } = await session.probe('secrets', '/auth/token/lookup-self', {
      withToken: true,
      ignoreInterrupt: true,
    });
    return textAt(at(document, 'data'), 'entity_id') || undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** Compares with the record after the check-out, else by the entity. */
const isSameBorrower = (
  account: Account,
  borrower: Borrower | undefined,
  entity: string | undefined,
): boolean => {
  if (account.available) return false;
  const { token, entity: recorded } = borrower ?? {};
  if (token !== undefined && account.token !== undefined) return token === account.token;
  if (borrower !== undefined) return recorded === account.entity && token === account.token;
  return mayBeOurs(account, entity);
};

/** @param borrower by default this run's token */
export const isOurs = async (
  session: Session,
  account: Account,
  borrower: Borrower | undefined,
): Promise<boolean> =>
  isSameBorrower(account, borrower, borrower === undefined ? await ownEntity(session) : undefined);

export const mayBeOurs = (account: Account, entity: string | undefined): boolean =>
  !account.available &&
  (account.entity === undefined ? entity === undefined : entity === undefined || account.entity === entity);

/** The hash of the borrower, if only that token has the account; undefined if unknown. */
export const borrowerHash = async (
  session: Session,
  set: Set,
  account: string,
): Promise<string | undefined> => {
  const accounts = (await countsRequests(session)) ? undefined : await accountsIfReadable(session, set);
  return accounts?.find(({ name, available }) => name === account && !available)?.token;
};

/** Who has which account, for a look after an answer. */
export const borrowersOf = (accounts: readonly Account[] | undefined): Json =>
  accounts?.map(({ name, available, token = '', entity = '' }) => [name, available, token, entity]) ?? null;
