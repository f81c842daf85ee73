/** The holder of a lock, as far as the server reports it. */
import type { Json } from '../../../documents/json/json.ts';
import { at, isArray, listAt, own, textAt } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import { show } from '../operations/show.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { unmarked } from '../../../catalogue/text/mark.ts';
import { quoted, wordOf } from '../../../catalogue/text/server-text.ts';
import { holderName } from '../../../services/workspaces/resource.ts';
import { suggest } from '../../../run/suggest.ts';

interface Lock {
  /** Undefined if unreadable. */
  readonly locked: boolean | undefined;
  /** Empty if there is none, or it is not reported. */
  readonly reason: string;
  readonly holder: string | undefined;
  readonly words: string;
}

const nameOf = (document: Json): string | undefined => {
  const holder = at(document, 'data', 'relationships', 'locked-by', 'data');
  const included = own(document, 'included');
  const id = textAt(holder, 'id');
  return holderName(holder, isArray(included) ? included.find((one) => textAt(one, 'id') === id) : undefined);
};

/** The run with the lock: `, planning, created 2026-11-23T14:02:00Z, "Deploy"`. */
const runWords = (document: Json): string => {
  const holder = at(document, 'data', 'relationships', 'locked-by', 'data');
  if (textAt(holder, 'type') !== 'runs') return '';
  const id = textAt(holder, 'id');
  const run = listAt(document, 'included').find(
    (one) => textAt(one, 'type') === 'runs' && textAt(one, 'id') === id,
  );
  const attributes = own(run, 'attributes');
  const [status = '', created, message] = ['status', 'created-at', 'message'].map((key) =>
    textAt(attributes, key),
  );
  const words = [
    status && wordOf(status),
    created && `created ${wordOf(created)}`,
    message && quoted(message),
  ];
  return words.flatMap((one) => (one === undefined || one === '' ? [] : [`, ${one}`])).join('');
};

const holderWords = (holder: string): string => {
  const [kind = '', ...name] = holder.split(' ');
  return [wordOf(kind), ...(name.length === 0 ? [] : [wordOf(name.join(' '))])].join(' ');
};

const unreported = 'the server does not report the holder';

export const readLock = async (session: Session, id: string, options: CallOptions = {}): Promise<Lock> => {
  const include = ['locked_by', 'current_run'] as const;
  const { document } = await session.lookUp(show, { workspace_id: id, include }, options);
  const attributes = at(document, 'data', 'attributes');
  const reason = textAt(attributes, 'locked-reason') ?? '';
  const locked = own(attributes, 'locked');
  const holder = nameOf(document);
  return {
    locked: typeof locked === 'boolean' ? locked : undefined,
    reason,
    holder,
    words:
      (holder === undefined ? unreported : `by ${holderWords(holder)}${runWords(document)}`) +
      (reason === '' ? '' : ` (${quoted(unmarked(reason))})`),
  };
};

/** The state is undefined on failure, since this only explains another error. */
export const lockOf = async (session: Session, id: string): Promise<Lock> => {
  try {
    return await readLock(session, id);
  } catch (error) {
    if (error instanceof TrivetError)
      return { locked: undefined, reason: '', holder: undefined, words: unreported };
    throw error;
  }
};

export const explainLocked = async (
  error: TrivetError,
  session: Session,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<TrivetError> => {
  const unlock = suggest(session, `workspace unlock ${shellWord(name)}`);
  const forceUnlock = suggest(session, `workspace force-unlock ${shellWord(name)}`);
  const { holder, words } = await lockOf(session, id);
  return error.with({
    message: `${name} is already locked, ${words}`,
    details: {
      lockedBy: holder,
      hint: `If the lock is yours: ${unlock}\nTo break it: ${forceUnlock}`,
    },
  });
};
