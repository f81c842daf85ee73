/** What a raw request asks: what the command at its path does, and a question of its own about an unknown change. */
import type { Session } from '../../../engine/session/session.ts';
import { questionOf } from '../../../engine/question-of.ts';
import { asSent } from '../../../http/request.ts';
import type { Confirm, Operation } from '../../../catalogue/operation.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { documentedName } from '../../../catalogue/parameter.ts';
import type { Json } from '../../../documents/json/json.ts';
import { fillText } from '../../../services/context.ts';
import type { AtPath, RawInput, RawRequest } from './raw-request.ts';
import { rawRequest } from './raw-request.ts';

/** What depends on the state of the server is asked always: a raw request is not preceded by others. */
const always = (confirm: Confirm): Confirm => {
  if (confirm.when !== 'state') return confirm;
  const { when: _, ...rest } = confirm;
  return rest;
};

/** The values of a query, as flags would give them. */
const inQuery = (operation: Operation, query: RawRequest['query']): InputRecord =>
  Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) => {
      const value = query.find(([name]) => name === documentedName(key, parameter))?.[1];
      if (parameter.in !== 'query' || value === undefined) return [];
      return [[key, parameter.type === 'boolean' ? value === 'true' || value === '1' : value]];
    }),
  );

const isComplete = (text: string, input: InputRecord): boolean =>
  [...text.matchAll(/\{([^}]+)\}/g)].every(([, key = '']) => input[key] !== undefined);

/** The question of an operation, with everything filled in. */
const questionAt = (
  { operation, named }: AtPath,
  query: RawRequest['query'],
  data: Json | undefined,
): Confirm | undefined => {
  const input = asSent(operation, { ...named, ...inQuery(operation, query) }, { base: data, extra: [] });
  const confirm = (operation.confirm ?? []).map(always);
  const found = questionOf({ confirm }, input);
  if (found === undefined) return undefined;
  const { kind, question, name = /\{[^}]+\}/.exec(question)?.[0] } = found;
  return {
    kind,
    question: isComplete(question, input) ? fillText(question, input) : `${operation.summary}?`,
    ...(name === undefined ? {} : { name: fillText(name, input) }),
  };
};

/** The question about a raw request; undefined where its command asks nothing, and for a read. */
export const questionAbout = (
  { operation, target, query, starts, own, change }: RawRequest,
  data: Json | undefined,
): Confirm | undefined => {
  const { method, effect } = operation;
  if (effect === 'read') return undefined;
  const request = `Send ${method} ${target}?`;
  const known = change === undefined ? [...starts, ...own] : starts.filter((one) => one.operation === change);
  if (known.length === 0)
    return {
      kind: 'ask',
      question: `${request} No command sends it, so trivet does not know what it changes.`,
    };
  const questions = known.flatMap((one) => questionAt(one, query, data) ?? []);
  const found = questions.find(({ kind }) => kind === 'type') ?? questions[0];
  return found && { ...found, question: `${request} ${found.question}` };
};

/** Asks nobody: what a line of a batch would ask. */
const asks = async (session: Session, input: RawInput): Promise<Confirm | undefined> =>
  questionAbout(await rawRequest(session, input), input.data);

export default asks;
