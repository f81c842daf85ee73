/** Confirmations that are bound to one call and valid once, so that they can be neither forged nor reused. */
import { randomUUID } from 'node:crypto';
import { fingerprintOf } from '../../documents/json/fingerprint.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import type { Question } from '../../system/io.ts';

/** The client carries it from question to answer; the protocol layer signs it. */
export interface Pending {
  readonly id: string;
  readonly tool: string;
  readonly digest: string;
  /** The texts that were answered with yes; they name objects and server. */
  readonly confirmed: readonly string[];
  readonly asked: string;
  readonly name: string | null;
}

/** A yes is for this text and this state. */
export const answerKey = ({ text, state = '' }: Question): string => `${text} ${state}`;

interface Confirmations {
  begin(tool: string, given: JsonObject, question: Question, confirmed: readonly string[]): Pending;
  /** Valid once; undefined unless the answer is a yes to this call. */
  take(pending: Pending, tool: string, given: JsonObject, answer: JsonObject): readonly string[] | undefined;
}

/** @param most questions that are kept; older ones are dropped */
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
