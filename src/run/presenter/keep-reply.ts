import { requestTo } from '../../services/subject.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { fileFailure } from '../../system/system-error.ts';
import type { Outcome } from '../session/outcome.ts';
import type { Io } from '../../system/io.ts';
import { recover } from '../../output/recovery.ts';

export interface OnceReply {
  readonly body: Uint8Array;
  /** A part of the file's name: `pki-issue`. */
  readonly what: string;
  readonly request: string;
}

export const onceReply = ({ operation, response }: Pick<Outcome, 'operation' | 'response'>): OnceReply => ({
  body: response.body,
  what: operation.id,
  request: requestTo(operation),
});

/** @returns exit 74, naming the file and saying that the change was made */
export const keepReply = async (
  { body, what, request }: OnceReply,
  failure: unknown,
  io: Io,
): Promise<TrivetError> => {
  const known = fileFailure(failure) ?? failure;
  const why = known instanceof Error ? known.message : String(known);
  try {
    const path = await recover(body, what, io);
    return new TrivetError('output', Exit.output, why, {
      effect: 'done',
      hint: `The reply, which the server sends only once, was saved to ${path} (only you can read it).`,
      cause: failure,
    });
  } catch (error) {
    return new TrivetError(
      'output',
      Exit.output,
      `${why}; the reply to ${request} could not be saved in any folder`,
      { effect: 'done', cause: error },
    );
  }
};
