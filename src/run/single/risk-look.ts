/** A risk looks at the object before a person is asked. Resets are found in the same way for every operation. */
import type { Change } from '../../catalogue/change.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { Operation, Risk } from '../../catalogue/operation.ts';
import { resetsOf } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import { fillTemplate } from '../../services/context.ts';
import { mountOfRequest, subjectOf } from '../../services/subject.ts';
import type { CallOptions, Session } from '../session/session.ts';
import type { Snapshot } from '../snapshot.ts';
import { suggest } from '../suggest.ts';
import { changeText, newAddresses, resetBy } from './settings.ts';

export interface RiskLooking {
  readonly session: Session;
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly spoken: InputRecord;
  readonly options: CallOptions;
  /** Reads the object; a look that only finds words does not need it if flags answer. */
  readonly before: () => Promise<{ readonly found: Snapshot; readonly state: Json }>;
  /** The settings that the write omits, and changes by that. */
  readonly resets: (now: JsonObject) => readonly Change[];
  /** The changes of settings that say where credentials are sent, as words; `now` is empty if the object does not exist. */
  readonly newAddresses: (keys: readonly string[], now: JsonObject) => string;
  /** `the variable NAME`; undefined if given directly. */
  readonly readFrom: (value: InputValue | undefined) => string | undefined;
  /** Whether flags answer the question, so that nobody reads the words. */
  readonly isAnswered: boolean;
}

type RiskLook = (looking: RiskLooking) => FoundRisk | undefined | Promise<FoundRisk | undefined>;

const lookForResets = async ({
  session,
  operation,
  spoken,
  before: read,
  resets: resetBySending,
}: RiskLooking): Promise<FoundRisk | undefined> => {
  const resets = resetsOf(operation);
  if (resets === undefined) return undefined;
  const { found: before, state } = await read();
  if (before.kind === 'none') return undefined;
  const asked = { operation, input: spoken };
  const subject = subjectOf(asked) ?? mountOfRequest(asked);
  if (before.kind === 'unreadable')
    return {
      question: `Write ${subject}, which the token is not allowed to read? If it exists, every setting that is not given is reset.`,
      state,
    };
  const changes = resetBySending(before.data);
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

export const lookOf = ({ risk, look }: Risk): ((looking: Looking) => ReturnType<RiskLook>) | undefined => {
  const find = (look as RiskLook | undefined) ?? (risk === 'resets' ? lookForResets : undefined);
  return (
    find &&
    ((looking) =>
      find({
        ...looking,
        resets: (now) =>
          resetBy(
            looking.operation,
            resetsOf(looking.operation)?.resets ?? 'all',
            now,
            looking.input,
            looking.options,
          ),
        newAddresses: (keys, now) => newAddresses(looking, keys, now),
      }))
  );
};
