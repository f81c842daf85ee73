/** A plan on disk: references and hashes, but no values of settings. */
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { spokenStepObject, stepObject } from '../objects/step-object.ts';
import { Exit, localError, TrivetError, usageError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { inBrackets } from '../../../../documents/json/fingerprint.ts';
import { isArray, isObject, listAt, own, textsAt } from '../../../../documents/json/json.ts';
import { isSource } from '../../../job/workflows/file/flag-values.ts';
import { parseJson, writeJson } from '../../../../documents/json/lossless.ts';
import type { InputRecord, InputValue } from '../../../../catalogue/parameter.ts';
import { writeSafely } from '../../../../system/safe-file.ts';
import type { Row } from '../rows/rows.ts';
import type { Step } from './steps.ts';
import { doneSince, hashAfter, isUnchanged, stepIn, stepJson } from './steps.ts';

export interface StatePlan {
  readonly operands: readonly string[];
  readonly options: InputRecord;
  readonly steps: readonly Step[];
}

const kept = [
  'env',
  'since',
  'organization',
  'namespace',
  'mount',
  'as',
  'exclude',
  'only',
  'ignore',
  'preserve-counts',
  'write-secrets',
  'var-file',
  'where',
  'var',
];

/** Only sources are kept, since a value can be secret, whatever its name. */
const variablesIn = (value: InputValue | undefined): readonly (readonly [string, string | null])[] =>
  Object.entries(isObject(value as Json) ? Object(value) : {}).map(([name, text]) => [
    name,
    typeof text === 'string' && isSource(text) ? text : null,
  ]);

const keptOf = (input: InputRecord, key: string): InputValue | undefined =>
  key === 'var' && input[key] !== undefined ? Object.fromEntries(variablesIn(input[key])) : input[key];

export const planOf = (
  operands: readonly string[],
  input: InputRecord,
  steps: readonly Step[],
): StatePlan => ({
  operands,
  options: Object.fromEntries(
    kept.flatMap((key) => {
      const value = keptOf(input, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  ),
  steps,
});

export const planJson = ({ operands, options, steps }: StatePlan): Json => ({
  trivetPlan: 1,
  operands,
  options: options as Json,
  steps: steps.map(stepJson),
});

export const writePlan = (path: string, plan: StatePlan): Promise<void> =>
  writeSafely(path, Buffer.from(`${writeJson(planJson(plan), 2)}\n`), { mode: 0o600 });

const optionsOf = (value: Json | undefined): InputRecord => {
  if (!isObject(value)) return {};
  const options: Record<string, InputValue> = {};
  for (const [key, one] of Object.entries(value)) {
    if (!kept.includes(key)) continue;
    if (typeof one === 'string' || typeof one === 'boolean') options[key] = one;
    else if (isArray(one)) options[key] = one.filter((text) => typeof text === 'string');
    else if (key === 'var') options[key] = Object.fromEntries(variablesIn(one ?? null));
  }
  return options;
};

export const planFrom = (document: Json, path: string): StatePlan | undefined => {
  const version = own(document, 'trivetPlan');
  if (version === undefined) return undefined;
  if (version !== 1)
    throw localError(
      `another version of trivet made the plan ${path}`,
      'Make it again: trivet diff FILE --plan-out PLAN',
    );
  return {
    operands: textsAt(document, 'operands'),
    options: optionsOf(own(document, 'options')),
    steps: listAt(document, 'steps').map(stepIn),
  };
};

export const planIn = (text: string, path: string): StatePlan | undefined => {
  if (!text.trimStart().startsWith('{') || !text.includes('"trivetPlan"')) return undefined;
  try {
    return planFrom(parseJson(text), path);
  } catch (error) {
    if (error instanceof TrivetError) throw error;
    return undefined;
  }
};

const flagText = (key: string, value: InputValue): string =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'string' ? `--${key} ${shellWord(one)}` : `--${one === false ? 'no-' : ''}${key}`,
    )
    .join(' ');

/**
 * The flags of the plan win.
 * @throws TrivetError usage, for another value, or another scope of its objects
 */
export const flagsOfPlan = <Input extends InputRecord>(
  input: Input,
  { plan: { options }, path }: { readonly plan: StatePlan; readonly path: string },
): Input => {
  for (const key of kept) {
    if (key === 'var') continue;
    const [given, planned] = [input[key], options[key]];
    if (given === undefined || (planned === undefined && key !== 'as')) continue;
    const other = planned === undefined ? `without --${key}` : `with ${flagText(key, planned)}`;
    if (other !== `with ${flagText(key, given)}`)
      throw usageError(
        `${flagText(key, given)} contradicts ${path}, which was made ${other}`,
        'Leave the flag out, or make another plan with diff.',
      );
  }
  const variables = new Map(variablesIn(options['var']));
  const given = Object.entries(Object(input['var'] ?? {})).map(
    ([name, text]) => [name, String(text)] as const,
  );
  for (const [name, text] of given) {
    const planned = variables.get(name);
    if (planned !== null && planned !== text)
      throw usageError(
        `--var ${name} contradicts ${path}, which was made ${planned === undefined ? 'without it' : `with --var ${shellWord(`${name}=${planned}`)}`}`,
        'Leave the flag out, or make another plan with diff.',
      );
    variables.set(name, text);
  }
  const lacking = [...variables].flatMap(([name, text]) => (text === null ? [name] : []));
  if (lacking.length > 0)
    throw usageError(
      `${path} was made with ${lacking.map((name) => `--var ${name}`).join(' and ')}, and holds no values of variables`,
      `Give it again: ${lacking.map((name) => `--var ${name}=VALUE`).join(' ')}`,
    );
  return { ...input, ...options, ...(variables.size === 0 ? {} : { var: Object.fromEntries(variables) }) };
};

const filesChanged = 'its file or a variable (--var, --var-file) has changed';

const differenceOf = (was: Step, is: Step): string | undefined => {
  if (is.action === 'conflict' && was.action !== 'conflict') return 'changed on the server';
  if (was.server !== is.server) return 'on another server';
  if (was.after !== is.after) return filesChanged;
  // The step only says that the object matches.
  if (isUnchanged(was) && isUnchanged(is)) return undefined;
  if (was.before !== is.before || was.action !== is.action) {
    const { deed, fields } = doneSince(was, is.read);
    return `${deed} on the server${inBrackets(fields)}`;
  }
  return was.fields.join('\n') === is.fields.join('\n') ? undefined : 'the plan lists other fields';
};

/**
 * @param steps due now, and unchanged jobs
 * @returns those of the plan, and other differences in words
 * @throws TrivetError conflict, naming what changed since the plan
 */
export const plannedSteps = (
  plan: StatePlan,
  steps: readonly Step[],
  rows: readonly Row[],
  path: string,
): { readonly steps: readonly Step[]; readonly others: readonly string[] } => {
  const partOf = ({ object, references }: Step): string => `${object} ${references ? 'references' : ''}`;
  const found = new Map(rows.map(({ wanted }) => [stepObject(wanted.object), wanted]));
  const before = new Map(plan.steps.map((step) => [partOf(step), step]));
  const planned = new Set(plan.steps.map(({ object }) => object));
  const moved: string[] = [];
  const others = new Set<string>();
  const kept: Step[] = [];
  for (const step of steps) {
    const was = before.get(partOf(step));
    if (was === undefined && !planned.has(step.object)) {
      if (!isUnchanged(step)) others.add(spokenStepObject(step.object));
      continue;
    }
    kept.push({ ...step, wave: was?.wave, wait: was?.wait });
    const why = was === undefined ? 'more of it differs' : differenceOf(was, step);
    if (why !== undefined) moved.push(`${spokenStepObject(step.object)}: ${why}`);
    before.delete(partOf(step));
  }
  for (const { object, after } of before.values()) {
    const wanted = found.get(object);
    const why =
      wanted === undefined
        ? 'no longer in any file'
        : hashAfter({ wanted }) === after
          ? 'already has the planned state'
          : filesChanged;
    moved.push(`${spokenStepObject(object)}: ${why}`);
  }
  if (moved.length === 0) return { steps: kept, others: [...others] };
  throw new TrivetError(
    'conflict',
    Exit.conflict,
    [`the plan ${path} is out of date:`, ...new Set(moved)].join('\n'),
    {
      reason: 'stale-plan',
      effect: 'not-sent',
      hint: plan.steps.some(({ object }) => found.has(object))
        ? 'Make it again, and have it reviewed: trivet diff FILE --plan-out PLAN'
        : 'The files name none of its objects: it was made with another profile, other flags or other files.',
    },
  );
};
