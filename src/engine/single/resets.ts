/** Reads the object before a write that resets omitted settings, and names these settings or sends them along. */
import type { Resets } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { plainText } from '../../output/text/value.ts';
import { fillTemplate } from '../../services/context.ts';
import { mountOfRequest, subjectOf } from '../../services/subject.ts';
import { existing, refuseIfChanged } from './existing.ts';
import { pathOf } from './path-of.ts';
import { changeText, resetBy } from './settings.ts';
import type { Change } from '../../catalogue/change.ts';
import type { OperationContext } from './workflow.ts';
import { suggest } from '../suggest.ts';

const carry = (context: OperationContext, changes: readonly Change[]): InputRecord => {
  for (const { key, from } of changes) {
    context.session.reporter.note(
      `${key} stays ${plainText(from)}: it is sent along, because the server resets it when an update omits it`,
    );
  }
  return Object.fromEntries(changes.map(({ key, from }) => [key, from]));
};

const ask = async (
  context: OperationContext,
  { instead }: Resets,
  changes: readonly Change[] | undefined,
): Promise<void> => {
  const { operation, spoken, session, confirm } = context;
  const asked = { operation, input: spoken };
  const subject = subjectOf(asked) ?? mountOfRequest(asked);
  if (changes === undefined) {
    const question = `Write ${subject}, which the token is not allowed to read? If it exists, every setting that is not given is reset.`;
    return confirm({ kind: 'ask', question }, spoken);
  }
  if (changes.length === 0) return;
  session.reporter.note(`settings of ${subject} that are not given are reset:`);
  for (const change of changes) session.reporter.note(`  ${changeText(change)}`);
  if (instead !== undefined)
    session.reporter.note(`to change only what is given: ${suggest(session, fillTemplate(instead, spoken))}`);
  const question = `Write ${subject} and reset ${changes.map(({ key }) => key).join(', ')}?`;
  return confirm({ kind: 'ask', question }, spoken);
};

/**
 * Returns what is sent besides the input.
 * @throws TrivetError usage, when the question is declined or there is no terminal
 */
export const heedResets = async (context: OperationContext, resets: Resets): Promise<InputRecord> => {
  const { session, operation, input, options, spoken } = context;
  const { dryRun, curl } = session.globals;
  const { show, carried, only } = resets;
  if (carried !== true && (dryRun || curl)) return {};
  const ignored = (await session.product(operation.service)).ignores[operation.id] ?? [];
  if (only?.every((key) => input[key] !== undefined || ignored.includes(key)) === true) return {};
  const found = await existing(session, show, pathOf(show, { ...spoken, ...input }));
  if (found.kind === 'none') return {};
  const shown = found.kind === 'data' ? found.data : undefined;
  const changes = shown && resetBy(operation, resets, shown, input, options);
  if (carried === true && changes !== undefined) return carry(context, changes);
  await ask(context, resets, changes);
  if (changes !== undefined && changes.length > 0 && !session.globals.yes) {
    const subject = subjectOf({ operation, input: spoken }) ?? 'it';
    await refuseIfChanged(session, show, pathOf(show, { ...spoken, ...input }), shown, subject);
  }
  return {};
};
