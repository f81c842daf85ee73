/** Reads the object before a write that resets omitted settings, so that they are named or sent. */
import type { Resets } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { plainText } from '../../output/text/value.ts';
import { fillTemplate } from '../../services/context.ts';
import { mountOfRequest, subjectOf } from '../../services/subject.ts';
import { snapshot } from '../snapshot.ts';
import { changeText, resetBy } from './settings.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import type { RiskLooking } from '../snapshot.ts';
import type { OperationContext } from './workflow.ts';
import { suggest } from '../suggest.ts';

const look = async ({
  session,
  operation,
  input,
  spoken,
  options,
  before: read,
}: RiskLooking): Promise<FoundRisk | undefined> => {
  const { resets } = operation;
  // A PATCH keeps omitted settings.
  if (resets === undefined || operation.method === 'PATCH') return undefined;
  const { found: before, state } = await read();
  if (before.kind === 'none') return undefined;
  const asked = { operation, input: spoken };
  const subject = subjectOf(asked) ?? mountOfRequest(asked);
  if (before.kind === 'unreadable')
    return {
      question: `Write ${subject}, which the token is not allowed to read? If it exists, every setting that is not given is reset.`,
      state,
    };
  const changes = resetBy(operation, before.data, input, options);
  if (changes.length === 0) return undefined;
  const { partialCommand } = resets;
  return {
    question: `Write ${subject} and reset ${changes.map(({ key }) => key).join(', ')}?`,
    notes: [
      `settings of ${subject} that are not given are reset:`,
      ...changes.map((change) => `  ${changeText(change)}`),
      ...(partialCommand === undefined
        ? []
        : [`to change only what is given: ${suggest(session, fillTemplate(partialCommand, spoken))}`]),
    ],
    state,
  };
};

export default look;

export const carriedBy = async (context: OperationContext, resets: Resets): Promise<InputRecord> => {
  const { session, operation, input, options, spoken } = context;
  const { objectRead } = operation;
  const { parameters } = resets;
  if (objectRead === undefined) return {};
  const ignored = (await session.product(operation.service)).ignores[operation.id] ?? [];
  if (parameters?.every((key) => input[key] !== undefined || ignored.includes(key)) === true) return {};
  const found = await snapshot(session, objectRead, { ...spoken, ...input });
  if (found.kind !== 'data') return {};
  const changes = resetBy(operation, found.data, input, options);
  for (const { key, from } of changes)
    session.reporter.note(
      `${key} stays ${plainText(from)}: it is sent along, because the server resets it when an update omits it`,
    );
  return Object.fromEntries(changes.map(({ key, from }) => [key, from]));
};
