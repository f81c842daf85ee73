import type { End, Term } from '../../../catalogue/term.ts';
import { dirname } from 'node:path';
import { Exit, TrivetError } from '../../../system/error.ts';
import { becomeOwner } from '../../../system/owner.ts';
import { fileFailure } from '../../../system/system-error.ts';
import { runChild } from '../../../system/child/child.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { clearEntry, keepEntry, newLedgerFile, recordedEnd, tidyLedger } from './loan-ledger.ts';
import type { LedgerEntry } from './loan-ledger.ts';
import { warnOfLeftLoans } from './left-loans.ts';
import { markOf } from '../../../system/process-mark.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { noteLease, termFrom, tokenEndOf, warnOfCut } from '../../../run/single/lease-note.ts';
import { warnOf } from '../../../run/single/reply.ts';
import type { Lent, LoanContext, Loan, LoanKind, TermState, Settled } from './loan.ts';
import { leftText, returnableOf } from './returnable.ts';
import { textOf } from './settled.ts';
import { usesLeft } from '../../../run/session/token-uses.ts';
import { sessionMark } from './session-loans.ts';
import { watchSession, watchTerm } from './term.ts';
import type { TermWatch } from './term.ts';
import { environmentOf } from './variables.ts';
import { refuseFewRequests, warnOfNoWayBack } from './way-back.ts';
import { suggest } from '../../../run/suggest.ts';

/** The exit code is 125, since any other can be the child's. */
const ownFailure = (error: TrivetError): TrivetError => error.with({ exit: Exit.own });

type Environment = (given: Lent) => Record<string, string>;

interface RecordedLoan {
  readonly file: string;
  entry: LedgerEntry;
}

/**
 * A loan that cannot be recorded was still given back.
 * @param text for the receipt
 * @param left what stays in the entry
 */
const clear = async (
  session: Session,
  kept: RecordedLoan,
  text: string,
  left?: LedgerEntry,
): Promise<void> => {
  const { reporter, receipt } = session;
  try {
    if (left === undefined) {
      await receipt.over(text);
      await clearEntry(kept);
    } else await keepEntry(kept.file, left);
  } catch (error) {
    const why = error instanceof TrivetError ? error : fileFailure(error);
    if (why === undefined) throw error;
    const done = left === undefined ? 'removed' : 'changed';
    reporter.warn(
      `the record of the loan was not ${done}: ${why.message}; remove it with: ${suggest(session, 'lease recover')}`,
    );
  }
};

const give = async (
  { session }: LoanContext,
  kept: RecordedLoan & { readonly isSameToken: boolean },
  standing: TermState,
  code: number | undefined,
): Promise<void> => {
  const { file } = kept;
  const returnable = returnableOf(kept.entry);
  try {
    const back = returnable.giveBack(session, standing).catch((error: unknown): Settled => {
      const isGone = error instanceof TrivetError && error.code === 'unauthenticated';
      if (!isGone || !returnable.endsWithToken || !kept.isSameToken) throw error;
      // The server revokes leases some time after their token, and that can fail.
      const text = `the server does not accept the token any more: it takes ${returnable.named} back with it, but nothing shows that it did`;
      return {
        became: [{ name: returnable.named, result: 'unproven', text, doubtful: true }],
        left: kept.entry,
      };
    });
    const { became, left, failed: [first] = [] } = await back;
    const unproven = became.filter(({ result }) => result === 'unproven');
    const settled = became.filter(({ result }) => result !== 'unproven');
    const plain = settled.filter(({ doubtful }) => doubtful !== true);
    if (plain.length > 0) session.reporter.note(textOf(plain));
    for (const { text, doubtful } of settled) if (doubtful === true) session.reporter.warn(text);
    await clear(session, kept, textOf(became), left);
    if (first !== undefined) throw first.error;
    // A pipeline must not be green while something is still lent.
    if (unproven.length > 0) throw new TrivetError('unproven', Exit.own, textOf(unproven));
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const ended = code === undefined ? '' : `; the command itself ended with ${code}`;
    throw new TrivetError(
      'not-returned',
      Exit.own,
      `${returnable.named} could not be given back: ${error.message}${ended}`,
      {
        ...error.details,
        hint: [
          `Its record is ${file}. Return it with: ${suggest(session, 'lease recover')}`,
          error.details.hint,
        ]
          .filter(Boolean)
          .join('\n'),
      },
    );
  }
};

/** Runs the command and watches the time. @param onStart gets the process ID */
const runWith = async (
  context: LoanContext,
  given: Lent,
  environment: Environment,
  term: TermWatch,
  onStart?: (pid: number) => void,
): Promise<number> => {
  const { session, tail, input } = context;
  try {
    warnOf(context, given.outcome);
    warnOfCut(session, given.outcome, input.ttl);
    noteLease(session, given.outcome, given.term);
    // A signal came during the request.
    if (session.signal.aborted) return Exit.own;
    return await runChild(tail, session.io, { env: environment(given), onStart });
  } finally {
    await term.stop();
  }
};

const runStatic = async (context: LoanContext, get: () => Promise<Lent>, environment: Environment) => {
  const given = await get();
  const term = watchTerm(context.session, { given });
  return runWith(context, given, environment, term);
};

interface StartedLoan {
  readonly context: LoanContext;
  readonly file: string;
  readonly loan: Loan;
  readonly endpoint: Endpoint;
  /** Requests that no renewal may use up. */
  readonly returning: number;
}

const runKept = (
  { context, file, loan, endpoint, returning }: StartedLoan,
  environment: Environment,
  beat: () => void,
) => {
  const { session } = context;
  const kept: RecordedLoan = { file, entry: loan.entry };
  let written = Promise.resolve();
  // Writes follow one another, so that the latest state stays.
  const keep = (entry: LedgerEntry): Promise<void> => {
    kept.entry = entry;
    written = written.catch(() => undefined).then(() => keepEntry(file, entry));
    return written;
  };
  const keepChild = (pid: number): void => {
    keep({ ...kept.entry, child: markOf(pid) }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      session.reporter.warn(`the process ID of the command could not be recorded: ${why}`);
    });
  };
  return session.hold(
    () => leftText(kept.entry, (...words) => suggest(session, ...words)),
    async () => {
      await keep(loan.entry);
      beat();
      let code: number | undefined;
      let term: TermWatch | undefined;
      let answered = false;
      const token = await endpoint.token();
      try {
        const wanted = returnableOf(kept.entry);
        const isTied = wanted.endsWithToken;
        await warnOfNoWayBack(session, endpoint, wanted);
        const got = await loan.get(async (entry) =>
          keep({ ...entry, session: sessionMark(await endpoint.token()) }),
        );
        answered = true;
        const byToken = isTied ? await tokenEndOf(session, got.outcome, true) : [];
        const taken = session.io.now();
        /** The token's end is nearer by now. */
        const withToken = (outcome: Outcome, ends: readonly End[]): Term => {
          const past = session.io.now() - taken;
          const nearer = byToken.map((end) => ({
            ...end,
            life: end.life === undefined ? undefined : end.life - past,
          }));
          return termFrom(session, outcome, [...ends, ...nearer]);
        };
        const given = { ...got, term: withToken(got.outcome, got.term.ends) };
        const keepEnd = (end: Term): Promise<void> => keep({ ...kept.entry, until: recordedEnd(end) });
        if (given.term.by === 'token') await keepEnd(given.term);
        const onRenewed = async (outcome: Outcome, life: number): Promise<void> =>
          keepEnd(withToken(outcome, [{ by: 'lease', life }]));
        const mayRenew = async () => usesLeft(await endpoint.token()) > returning;
        term = watchTerm(session, { given, mayRenew, onRenewed });
        const endWatch = returnableOf(kept.entry).endsWithToken
          ? watchSession(session, endpoint, given)
          : () => Promise.resolve();
        try {
          code = await runWith(context, given, environment, term, keepChild);
        } finally {
          await endWatch();
        }
        return code;
      } catch (error) {
        // A missing reply, or no proof, leaves something to look after.
        const isOpen =
          error instanceof TrivetError && (error.exit === Exit.unknown || error.code === 'unproven');
        answered ||= !isOpen;
        throw error;
      } finally {
        await written.catch(() => undefined);
        const isSame = token?.value === (await endpoint.token())?.value;
        if (returnableOf(kept.entry).isGiven)
          await give(context, { ...kept, isSameToken: isSame }, term?.standing() ?? 'running', code);
        else if (answered) await clear(session, kept, 'nothing was lent');
      }
    },
  );
};

/**
 * @returns the exit code of the command after `--`
 * @throws TrivetError exit 125 for a failure of trivet, 126 or 127 if the command cannot be started
 */
export const lend = async (context: LoanContext, kind: LoanKind): Promise<number> => {
  const { session, tail } = context;
  const { io } = session;
  const environment = await environmentOf(context);
  // The program is looked for before anything is borrowed.
  await findProgram(tail[0] ?? '', io);
  try {
    if ('get' in kind) return await runStatic(context, () => kind.get(), environment);
    const endpoint = await session.endpoint(kind.service);
    const { requests } = kind;
    if (requests !== undefined) await refuseFewRequests(session, endpoint, requests);
    const { baseUrl, context: where } = endpoint;
    const { file, id } = newLedgerFile(io);
    session.receipt.add({ lend: id });
    await tidyLedger(file, io);
    await warnOfLeftLoans(session);
    const me = await becomeOwner(dirname(file));
    try {
      const namespace = where.namespace?.value;
      const loan = await kind.prepare({ baseUrl, namespace, owner: me.owner }, id);
      const { returning = 0 } = requests ?? {};
      return await runKept({ context, file, loan, endpoint, returning }, environment, () => me.beat(file));
    } finally {
      me.release();
    }
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit === Exit.own) throw error;
    // 126 and 127 mean the child; a refusal before the loan keeps its code.
    const isKept = error.exit === 126 || error.exit === 127 || error.code === 'unprovable';
    throw isKept ? error : ownFailure(error);
  }
};
