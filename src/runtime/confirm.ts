/** Asks before what cannot be taken back. Without a terminal and without the flag nothing is sent. */
import { usageError } from '../model/error.ts';
import type { Confirm } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { safe } from '../render/safe.ts';
import { fillText } from '../services/context.ts';
import type { Globals } from './globals.ts';
import { confirmPrompt, typePrompt } from './prompt.ts';
import type { World } from './world.ts';

export interface Answered {
  readonly world: World;
  readonly globals: Globals;
  /** `--confirm NAME`. */
  readonly typed: string | undefined;
}

const declined = (): Error => usageError('declined; nothing was sent');

/** @throws TrivetError usage, when the answer is no or nobody can be asked */
export const askConfirm = async (confirm: Confirm, input: InputRecord, answered: Answered): Promise<void> => {
  const { world, globals } = answered;
  const question = safe(fillText(confirm.question, input));
  if (globals.dryRun || globals.curl) return;
  if (confirm.kind === 'ask') {
    if (globals.yes) return;
    const answer = globals.noInput ? 'unavailable' : await confirmPrompt(question, world);
    if (answer === 'yes') return;
    if (answer === 'no') throw declined();
    throw usageError(
      `${question} Nobody can be asked; nothing was sent`,
      'Give --yes to go on without a question.',
    );
  }
  const name = fillText(confirm.name ?? '', input);
  if (answered.typed !== undefined) {
    if (answered.typed === name) return;
    throw usageError(`--confirm is "${answered.typed}", but this concerns "${name}"; nothing was sent`);
  }
  const answer = globals.noInput ? 'unavailable' : await typePrompt(question, safe(name), world);
  if (answer === 'yes') return;
  if (answer === 'no') throw declined();
  throw usageError(
    `${question} Nobody can be asked; nothing was sent`,
    `In a script: --confirm ${name} (--yes alone does not pass).`,
  );
};
