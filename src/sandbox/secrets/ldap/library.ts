/** test/seeds/2-secrets.md, sections 2.4, 3 and 4.4. */
import { createHmac } from 'node:crypto';
import { randomBytes } from '../../random.ts';
import type { Json, Principal } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asList } from '../coerce.ts';
import type { EngineReply, Leases } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { nothingThere } from '../routes.ts';
import type { Connection } from './connection.ts';
import { DirectoryError } from './directory.ts';
import type { LibrarySet } from './library-set.ts';
import { checkOutSeconds, checkSetName, mergeSet, viewSet } from './library-set.ts';

interface Loan {
  readonly token: string;
  readonly entity: string | undefined;
}

/** Or another token of the borrower's entity. */
function isBorrower({ token, entity }: Loan, caller: Principal | undefined): boolean {
  return token === (caller?.token ?? '') || (entity !== undefined && entity === caller?.entity);
}

interface Account {
  readonly dn: string;
  readonly password: string;
  readonly loan: Loan | undefined;
}

export interface LibraryContext {
  readonly connection: Connection;
  readonly leases: Leases;
  readonly isRotated: (username: string) => boolean;
}

export interface CheckOut {
  readonly input: Input;
  readonly principal: Principal | undefined;
  readonly leasePath: string;
  readonly report: Report;
  readonly reportEnd: Report;
}

export interface CheckIn {
  readonly input: Input;
  readonly principal: Principal | undefined;
  readonly forced: boolean;
  readonly report: Report;
}

export class Library {
  private readonly context: LibraryContext;
  private readonly salt = randomBytes(16);
  private readonly sets = new Map<string, LibrarySet>();
  private readonly accounts = new Map<string, Account>();

  constructor(context: LibraryContext) {
    this.context = context;
  }

  names(): Iterable<string> {
    return this.sets.keys();
  }

  lends(account: string): boolean {
    return this.accounts.has(account);
  }

  view(name: string): Readonly<Record<string, Json>> {
    const set = this.sets.get(name);
    if (set === undefined) throw nothingThere();
    return viewSet(set);
  }

  /** All new accounts must exist; then each gets a password that only the engine knows. */
  write(name: string, input: Input, report: Report): void {
    const { connection, isRotated } = this.context;
    checkSetName(name);
    if (connection.configuration === undefined) {
      throw new EngineError(400, 'config must exist to create a library');
    }
    const before = this.sets.get(name);
    const set = mergeSet(before, input);
    const removed = (before?.accounts ?? []).filter((account) => !set.accounts.includes(account));
    this.#requireAvailable(removed);
    const added = set.accounts.filter((account) => !(before?.accounts ?? []).includes(account));
    for (const account of added) {
      if (this.lends(account) || isRotated(account)) {
        throw new EngineError(400, `${JSON.stringify(account)} is already managed by the secrets engine`);
      }
    }
    // If one fails, those before it keep a password that is in no set.
    const renewed = added.map((account) => {
      const { dn } = connection.findAccount(account);
      return [account, { dn, password: this.#newPassword(dn, report), loan: undefined }] as const;
    });
    for (const [account, held] of renewed) this.accounts.set(account, held);
    for (const account of removed) this.accounts.delete(account);
    this.sets.set(name, set);
    report(`library-set.written ${name}`);
  }

  delete(name: string, report: Report): void {
    const set = this.sets.get(name);
    if (set === undefined) return;
    this.#requireAvailable(set.accounts);
    for (const account of set.accounts) this.accounts.delete(account);
    this.sets.delete(name);
    report(`library-set.deleted ${name}`);
  }

  status(name: string): Readonly<Record<string, Json>> {
    return Object.fromEntries(
      this.#set(name).accounts.map((account) => {
        const loan = this.accounts.get(account)?.loan;
        return [
          account,
          loan === undefined
            ? { available: true }
            : {
                available: false,
                borrower_client_token: this.#masked(loan.token),
                ...(loan.entity === undefined ? {} : { borrower_entity_id: loan.entity }),
              },
        ];
      }),
    );
  }

  checkOut(name: string, { input, principal, leasePath, report, reportEnd }: CheckOut): EngineReply {
    const set = this.#set(name);
    const seconds = checkOutSeconds(set, input);
    for (const account of set.accounts) {
      const held = this.accounts.get(account);
      if (held === undefined || held.loan !== undefined) continue;
      const loan = { token: principal?.token ?? '', entity: principal?.entity };
      this.accounts.set(account, { ...held, loan });
      report(`account.checked-out ${account}`);
      const lease = this.context.leases.create({
        path: leasePath,
        seconds,
        renewable: true,
        maximum: set.maxTtl,
        end: () => this.#endLease(account, reportEnd),
        renew: () => {
          if (this.accounts.get(account)?.loan !== undefined) return;
          throw new EngineError(400, `${account} is already checked in, please call check-out to regain it`);
        },
      });
      return { data: { password: held.password, service_account_name: account }, lease };
    }
    throw new EngineError(400, 'No service accounts available for check-out.');
  }

  /** Skips accounts that are in; refuses the whole call if one is not the caller's. */
  checkIn(name: string, { input, principal, forced, report }: CheckIn): readonly string[] {
    const set = this.#set(name);
    const given = asList(input, 'service_account_names', []);
    const unknown = given.find((account) => !set.accounts.includes(account));
    if (unknown !== undefined) {
      throw new EngineError(400, `${JSON.stringify(unknown)} is not in the set ${JSON.stringify(name)}`);
    }
    const out = (given.length === 0 ? set.accounts : given).filter(
      (account) => this.accounts.get(account)?.loan !== undefined,
    );
    const mayCheckIn = (account: string): boolean => {
      const loan = this.accounts.get(account)?.loan;
      return forced || set.enforcementDisabled || (loan !== undefined && isBorrower(loan, principal));
    };
    const own = out.filter(mayCheckIn);
    const foreign = out.find((account) => !mayCheckIn(account));
    // Without names, foreign accounts are ignored if the caller has any.
    if (foreign !== undefined && (given.length > 0 || own.length === 0)) {
      throw new EngineError(
        400,
        `${JSON.stringify(foreign)} can't be checked in because it wasn't checked out by the caller`,
      );
    }
    if (given.length === 0 && own.length > 1) {
      throw new EngineError(
        400,
        "when multiple service accounts are checked out, the 'service_account_names' to check in must be provided",
      );
    }
    const checkIns = [...new Set(own)];
    for (const account of checkIns) this.#return(account, report);
    return checkIns;
  }

  #set(name: string): LibrarySet {
    const set = this.sets.get(name);
    if (set === undefined) throw new EngineError(400, `${JSON.stringify(name)} doesn't exist`);
    return set;
  }

  #requireAvailable(accounts: readonly string[]): void {
    const out = accounts.find((account) => this.accounts.get(account)?.loan !== undefined);
    if (out === undefined) return;
    throw new EngineError(400, `${JSON.stringify(out)} can't be deleted because it is currently checked out`);
  }

  /** The borrower loses access. */
  #return(account: string, report: Report): void {
    const held = this.accounts.get(account);
    if (held === undefined) return;
    this.accounts.set(account, {
      dn: held.dn,
      password: this.#newPassword(held.dn, report),
      loan: undefined,
    });
    report(`account.checked-in ${account}`);
  }

  #newPassword(dn: string, report: Report): string {
    const { connection } = this.context;
    const password = connection.newPassword();
    connection.changePassword(dn, password);
    report(`password.rotated ${dn}`);
    return password;
  }

  /**
   * Like real servers, checks in whoever holds the account now, even if the lease's borrower returned it before. It
   * becomes available even if the directory refuses a new password.
   */
  #endLease(account: string, report: Report): void {
    const held = this.accounts.get(account);
    if (held === undefined) return;
    try {
      this.#return(account, report);
    } catch (error) {
      if (!(error instanceof DirectoryError || error instanceof EngineError)) throw error;
      this.accounts.set(account, { ...held, loan: undefined });
      report(`account.checked-in ${account}`);
    }
  }

  #masked(token: string): string {
    return createHmac('sha1', this.salt).update(token).digest('hex');
  }
}
