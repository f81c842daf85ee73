/** Asks before a change that cannot be undone. Without a terminal and without the flag nothing is sent. */
import { usageError } from '../system/error.ts';
import type { Confirm, Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { safe } from '../output/text/safe.ts';
import { fillText } from '../services/context.ts';
import type { Protection } from '../config/endpoint.ts';
import { nobody } from './unconfirmed.ts';
import type { Globals } from './given-globals.ts';
import { confirmPrompt, typePrompt } from '../output/prompt.ts';
import type { Session } from './session/session.ts';
import type { Answer, Question, World } from '../system/world.ts';

/** A protected server that the change is for. */
interface Guarded {
  readonly protection: Protection;
  /** Records that the change to it was confirmed. */
  readonly approved: () => void;
}

interface Answered {
  readonly world: World;
  readonly globals: Globals;
  /** `--confirm NAME`. */
  readonly typed: string | undefined;
  /** `namespace default at https://host, profile prod`: the target of the change; empty for files on this machine. */
  readonly place: (template: string) => Promise<string>;
  readonly guarded?: Guarded | undefined;
}

const declined = (): Error => usageError('declined');

const answerTo = (question: Question, { world, globals }: Answered): Promise<Answer> | Answer => {
  if (globals.noInput) return 'unavailable';
  if (world.ask !== undefined) return world.ask(question);
  const { text, name } = question;
  return name === undefined ? confirmPrompt(text, world) : typePrompt(text, name, world);
};

/** What `--confirm` must repeat; if a yes is enough, the object that the question names first. */
const nameOf = ({ name, question }: Confirm, input: InputRecord): string | undefined => {
  const template = name ?? /\{[^}]+\}/.exec(question)?.[0];
  return template && fillText(template, input);
};

const askGuarded = async (
  question: string,
  { protection, approved }: Guarded,
  answered: Answered,
  isAnswered: boolean,
): Promise<void> => {
  const { confirmProtected } = await import('./protection.ts');
  await confirmProtected(question, protection, true, answered, isAnswered);
  approved();
};

/** @throws TrivetError usage, if declined or without a terminal */
export const askConfirm = async (confirm: Confirm, input: InputRecord, answered: Answered): Promise<void> => {
  const { globals } = answered;
  if (globals.dryRun || globals.curl) return;
  const asked = async (): Promise<string> => {
    const place = await answered.place(confirm.question);
    return safe(`${fillText(confirm.question, input)}${place === '' ? '' : ` (${place})`}`);
  };
  const name = nameOf(confirm, input);
  const { guarded } = answered;
  const isMatch = answered.typed !== undefined && name !== undefined && answered.typed === name;
  if (guarded !== undefined && confirm.kind === 'ask') {
    await askGuarded(await asked(), guarded, answered, isMatch);
    return;
  }
  if (answered.typed !== undefined && name !== undefined) {
    if (isMatch) {
      if (guarded !== undefined) await askGuarded(await asked(), guarded, answered, true);
      return;
    }
    throw usageError(`--confirm "${answered.typed}" does not match "${name}"`);
  }
  if (confirm.kind === 'ask') {
    if (globals.yes) return;
    const question = await asked();
    const answer = await answerTo({ text: question, name: undefined }, answered);
    if (answer === 'yes') return;
    if (answer === 'no') throw declined();
    throw nobody(question, answered, 'To confirm without a prompt, give --yes.');
  }
  const typed = name ?? '';
  const question = await asked();
  const answer = await answerTo({ text: question, name: safe(typed) }, answered);
  if (answer === 'yes') {
    if (guarded !== undefined) await askGuarded(question, guarded, answered, true);
    return;
  }
  if (answer === 'no') throw declined();
  throw nobody(
    question,
    answered,
    `--yes is not enough here. To confirm without a prompt: --confirm ${typed}`,
  );
};

/** The protected server of an operation that changes something; undefined for any other. */
export const guardOf = async (
  session: Pick<Session, 'endpoint' | 'approvals'>,
  operation: Operation | undefined,
): Promise<Guarded | undefined> => {
  if (operation === undefined || operation.effect === 'read') return undefined;
  const { protection } = await session.endpoint(operation.service);
  if (protection === undefined || session.approvals.has(protection.name)) return undefined;
  return {
    protection,
    approved: () => {
      session.approvals.set(protection.name, Promise.resolve());
    },
  };
};
