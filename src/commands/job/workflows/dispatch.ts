/** Starts an instance of a job. */
import { readBackAs } from '../../../services/proof.ts';
import { randomUUID } from 'node:crypto';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { own, textAt } from '../../../documents/json/json.ts';
import type { GivenOf } from '../../../catalogue/operation.ts';
import type { Session } from '../../../run/session/session.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import type { dispatch } from '../operations/dispatch.ts';
import { show } from '../operations/show.ts';
import { changed, singleWith } from '../../../run/single/single.ts';
import { warnOfPlacement } from './evaluated.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { fillTemplate } from '../../../services/context.ts';
import { suggest } from '../../../run/suggest.ts';

type Dispatched = GivenOf<typeof dispatch>;

const differs = (child: Json, input: Dispatched): boolean => {
  const payload = Buffer.from(input.Payload ?? []);
  const meta = own(child, 'Meta');
  const wanted = Object.entries(input.Meta ?? {});
  return (
    (textAt(child, 'Payload') ?? '') !== payload.toString('base64') ||
    wanted.some(([key, value]) => own(meta, key) !== value)
  );
};

/** Throws if the child cannot be read, since it is unknown whether they differ. */
const readChild = async (session: Session, child: string): Promise<Json> => {
  try {
    return (await session.lookUp(show, { job_id: child })).document;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const failure = new TrivetError(
      'unknown-outcome',
      Exit.unknown,
      `the idempotency token was used before, for ${child}, whose payload and meta cannot be read: ${error.message}`,
      {
        ...error.details,
        lookUp: suggest(session, `job show ${shellWord(child)}`),
        hint: undefined,
        cause: error,
      },
    );
    throw readBackAs(undefined, failure);
  }
};

/** The token may be one that another dispatch used. */
export const dispatched = singleWith<OperationContext<typeof dispatch>>({
  after: warnOfPlacement,
  before: ({ session, input }) => {
    const token = input.IdempotencyToken ?? randomUUID();
    session.reporter.note(`idempotency token: ${token}`);
    return { input: changed(input, { IdempotencyToken: token }) };
  },
  settle: async (outcome, { session, input }) => {
    const child = textAt(outcome.document, 'DispatchedJobID');
    // An evaluation means that the token is new.
    if (child === undefined || (textAt(outcome.document, 'EvalID') ?? '') !== '') return outcome;
    const document = await readChild(session, child);
    if (textAt(document, 'DispatchIdempotencyToken') !== input.IdempotencyToken) return outcome;
    if (differs(document, input)) {
      const failure = new TrivetError(
        'conflict',
        Exit.conflict,
        `the idempotency token was used before, for ${child}, with other meta or another payload`,
        { hint: 'Give another --idempotency-token, or leave it out.' },
      );
      throw readBackAs('nothing', failure);
    }
    session.reporter.note(
      `the idempotency token was used before: it started ${child}, and nothing was started now`,
    );
    return outcome;
  },
});

export const forced = singleWith({
  after: (_, { session, input }) => {
    const listed = fillTemplate('job list --prefix {job_id}/periodic-', input);
    session.reporter.note(`its instances: ${suggest(session, listed)}`);
  },
});
