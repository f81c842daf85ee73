/** Dispatch: always with an idempotency token, and a token that was used for something else is told. */
import { randomUUID } from 'node:crypto';
import { Exit, TrivetError } from '../../model/error.ts';
import type { Json } from '../../model/json.ts';
import { own, textAt } from '../../model/json.ts';
import type { GivenOf } from '../../model/operation.ts';
import type { Session } from '../../runtime/session.ts';
import { serverFlags } from '../../runtime/globals.ts';
import { shellWord } from '../../services/context.ts';
import type { dispatch } from '../../operations/job/dispatch.ts';
import { show } from '../../operations/job/show.ts';
import { singleWith } from '../single.ts';
import { warnOfPlacement } from './evaluated.ts';

type Dispatched = GivenOf<typeof dispatch>;

/** True when the instance is of another payload, or of other meta than was asked for now. */
const differs = (child: Json, input: Dispatched): boolean => {
  const payload = Buffer.from(input.Payload ?? []);
  const meta = own(child, 'Meta');
  const wanted = Object.entries(input.Meta ?? {});
  return (
    (textAt(child, 'Payload') ?? '') !== payload.toString('base64') ||
    wanted.some(([key, value]) => own(meta, key) !== value)
  );
};

/** What an instance was dispatched with. Unreadable: whether it is this one is unknown, which is not "nothing". */
const readChild = async (session: Session, child: string): Promise<Json> => {
  try {
    return (await session.lookUp(show, { job_id: child })).document;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    throw new TrivetError(
      'unknown-outcome',
      Exit.unknown,
      `the token stands for ${child}, and what that was dispatched with cannot be read: ${error.message}`,
      {
        ...error.details,
        effect: 'unknown',
        lookUp: `trivet job show ${shellWord(child)}${serverFlags(session.globals)}`,
        hint: undefined,
        cause: error,
      },
    );
  }
};

export default singleWith<Dispatched>({
  after: warnOfPlacement,
  before: ({ session, input }) => {
    const token = input.IdempotencyToken ?? randomUUID();
    session.reporter.note(`idempotency token: ${token}`);
    return { input: { ...input, IdempotencyToken: token } };
  },
  settle: async (outcome, { session, input }) => {
    const child = textAt(outcome.document, 'DispatchedJobID');
    // An evaluation: something was started now, and the token is new.
    if (child === undefined || (textAt(outcome.document, 'EvalID') ?? '') !== '') return outcome;
    const document = await readChild(session, child);
    if (textAt(document, 'DispatchIdempotencyToken') !== input.IdempotencyToken) return outcome;
    if (differs(document, input)) {
      throw new TrivetError(
        'conflict',
        Exit.conflict,
        `the token was used before, for other meta or payload: it stands for ${child}`,
        { effect: 'unchanged', hint: 'Leave --idempotency-token out, or give another one.' },
      );
    }
    session.reporter.note(`the token was used before: ${child} is the instance that it made`);
    return outcome;
  },
});
