/** Reads an object before its removal, since servers report success for a missing one. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { asReadOne, inputOfRead } from '../../catalogue/operation.ts';
import type { Read } from '../../catalogue/operation.ts';
import type { Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

/** Engines share paths, so only a read tells their roles apart. */
const hintFor = ({ mount }: InputRecord): { readonly hint?: string } =>
  typeof mount === 'string' ? { hint: `Check whether ${mount} is a mount of this engine (--mount).` } : {};

/**
 * Looks up the object of a removal.
 * @returns false if the token may not read it
 * @throws TrivetError before the removal, if there is none, or it is another engine's
 */
export const looked = async (
  session: Session,
  show: Read,
  input: InputRecord,
): Promise<Outcome | boolean> => {
  try {
    return await session.lookUp(asReadOne(show), inputOfRead(show, input));
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.exit === Exit.notFound) throw error;
    if (error.code === 'not-the-api') throw error.with({ details: { ...hintFor(input) } });
    // The removal itself reports what is wrong with the server.
    return error.exit !== Exit.denied;
  }
};

/** @throws TrivetError before the removal is sent */
export const lookFirst = async (
  session: Session,
  show: Read,
  input: InputRecord,
): Promise<Outcome | undefined> => {
  const { dryRun, curl, validate } = session.globals;
  if (dryRun || curl || !validate) return undefined;
  const found = await looked(session, show, input);
  if (found === false)
    session.reporter.note(
      'the token is not allowed to look first, and the server reports success for an object that does not exist too',
    );
  return typeof found === 'object' ? found : undefined;
};
