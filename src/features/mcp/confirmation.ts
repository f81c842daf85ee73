/** Confirmations that cannot be forged or reused: each is bound to one call and valid once. */
import { randomUUID } from 'node:crypto';
import { fingerprintOf } from '../../documents/json/fingerprint.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import type { Question } from '../../system/world.ts';

/** The state that a client carries between the question and the answer; the protocol layer signs it. */
export interface Pending {
  readonly id: string;
  readonly tool: string;
  /** Of the arguments. */
  readonly digest: string;
  /** The keys of the questions that were answered with yes; their texts name the objects and the server. */
  readonly confirmed: readonly string[];
  readonly asked: string;
  /** The text that has to be typed; null for yes or no. */
  readonly name: string | null;
}

/** What a yes answers: the text, and the state that it is about. */
export const answerKey = ({ text, state = '' }: Question): string => `${text} ${state}`;

interface Confirmations {
  /** Returns what the client carries while a person is asked. */
  begin(tool: string, given: JsonObject, question: Question, confirmed: readonly string[]): Pending;
  /**
   * Returns, once, the questions that are confirmed for this call; undefined for an answer that is not yes, or not
   * to this call.
   */
  take(pending: Pending, tool: string, given: JsonObject, answer: JsonObject): readonly string[] | undefined;
}

/** @param most how many questions can be open at once: older ones are dropped */
export const createConfirmations = (most = 1000): Confirmations => {
  const open = new Set<string>();
  return {
    begin: (tool, given, question, confirmed) => {
      const id = randomUUID();
      open.add(id);
      const [oldest] = open;
      if (open.size > most && oldest !== undefined) open.delete(oldest);
      return {
        id,
        tool,
        digest: fingerprintOf(given),
        confirmed,
        asked: answerKey(question),
        name: question.name ?? null,
      };
    },
    take: (pending, tool, given, answer) => {
      const known = open.delete(pending.id);
      if (!known || pending.tool !== tool || pending.digest !== fingerprintOf(given)) return undefined;
      const yes =
        pending.name === null ? answer['confirm'] === true : textAt(answer, 'name') === pending.name;
      return yes ? [...pending.confirmed, pending.asked] : undefined;
    },
  };
};
