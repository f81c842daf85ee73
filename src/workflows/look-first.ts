/** Reads an object before it is removed: servers also report success for one that does not exist. */
import { Exit, TrivetError } from '../model/error.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { Operation } from '../model/catalogue/operation.ts';
import { isOfOther, refusedThere } from '../engine/session/other-engine.ts';
import type { Session } from '../engine/session/session.ts';

/**
 * @returns false where the token is not allowed to look
 * @throws TrivetError before anything is sent: there is none, or it is an object of another engine under that path
 */
export const looked = async (session: Session, show: Operation, input: InputRecord): Promise<boolean> => {
  const named = Object.entries(show.parameters).flatMap(([key, { in: where, required }]) =>
    (where === 'path' || required === true) && input[key] !== undefined ? [[key, input[key]] as const] : [],
  );
  try {
    await session.lookUp(show, Object.fromEntries(named));
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.exit === Exit.notFound) throw error.with({ details: { effect: 'not-sent' } });
    if (isOfOther(error)) throw refusedThere(error, input);
    // The request that follows reports what is wrong with the server.
    return error.exit !== Exit.denied;
  }
};
