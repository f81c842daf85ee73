/** Reads the object before a write that resets omitted settings, so that they are named or sent. */
import type { Resets, Risk } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { plainText } from '../../output/text/value.ts';
import { fillTemplate } from '../../services/context.ts';
import { mountOfRequest, subjectOf } from '../../services/subject.ts';
import { snapshot } from '../snapshot.ts';
import { changeText, newAddresses, resetBy } from './settings.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import type { RiskLook, RiskLooking } from '../snapshot.ts';
import type { OperationContext } from './workflow.ts';
import { suggest } from '../suggest.ts';

const lookForResets = async ({
  session,
  operation,
  spoken,
  before: read,
  resets: resetsOf,
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
  const changes = resetsOf(before.data);
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

type Looking = Omit<RiskLooking, 'resets' | 'newAddresses'>;

/** A reset is found in the same way for every operation. */
export const lookOf = ({ risk, look }: Risk): ((looking: Looking) => ReturnType<RiskLook>) | undefined => {
  const find = (look as RiskLook | undefined) ?? (risk === 'resets' ? lookForResets : undefined);
  return (
    find &&
    ((looking) =>
      find({
        ...looking,
        resets: (now) => resetBy(looking.operation, now, looking.input, looking.options),
        newAddresses: (keys, now) => newAddresses(looking, keys, now),
      }))
  );
};

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
