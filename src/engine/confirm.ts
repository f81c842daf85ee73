/** Asks before a change that cannot be undone. Without a terminal and without the flag nothing is sent. */
import { usageError } from '../model/error.ts';
import type { Confirm } from '../model/catalogue/operation.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import { safe } from '../screen/text/safe.ts';
import { fillText } from '../services/context.ts';
import type { Globals } from './given-globals.ts';
import { confirmPrompt, typePrompt } from '../screen/prompt.ts';
import type { Answer, Question, World } from '../world/world.ts';

interface Answered {
  readonly world: World;
  readonly globals: Globals;
  /** `--confirm NAME`. */
  readonly typed: string | undefined;
  /** `namespace default at https://host, profile prod`: the target of the change; empty for files on this machine. */
  readonly place: (template: string) => Promise<string>;
}

const declined = (): Error => usageError('declined');

/** A stable word for programs: a confirmation was required and could not be asked for. */
export const unconfirmed = 'confirmation-required';

const nobody = (question: string, { globals, world }: Answered, how: string): Error => {
  const elsewhere = world.ask !== undefined;
  const why = globals.noInput
    ? '--no-input was given'
    : elsewhere
      ? 'this client cannot ask a person'
      : 'there is no terminal';
  return usageError(
    `confirmation required, but ${why}: ${question}`,
    // Flags that confirm do not exist for tools of agents.
    elsewhere ? undefined : how,
  ).with({ details: { reason: unconfirmed } });
};

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

/** @throws TrivetError usage, if declined or without a terminal */
export const askConfirm = async (confirm: Confirm, input: InputRecord, answered: Answered): Promise<void> => {
  const { globals } = answered;
  if (globals.dryRun || globals.curl) return;
  const asked = async (): Promise<string> => {
    const place = await answered.place(confirm.question);
    return safe(`${fillText(confirm.question, input)}${place === '' ? '' : ` (${place})`}`);
  };
  const name = nameOf(confirm, input);
  if (answered.typed !== undefined && name !== undefined) {
    if (answered.typed === name) return;
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
  if (answer === 'yes') return;
  if (answer === 'no') throw declined();
  throw nobody(
    question,
    answered,
    `--yes is not enough here. To confirm without a prompt: --confirm ${typed}`,
  );
};
