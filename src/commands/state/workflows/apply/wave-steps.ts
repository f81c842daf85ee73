import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { keyOf } from '../../../../catalogue/ref.ts';
import { textsAt } from '../../../../documents/json/json.ts';
import { wavesOf } from '../../../../run/plan/waves.ts';
import type { Reporter } from '../../../../run/reporter.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import type { Wanted } from '../files/wanted.ts';
import { keyOfObject, refOfObject } from '../objects/desired.ts';
import { stepObject } from '../objects/step-object.ts';
import { selector } from '../objects/fields.ts';
import type { Step } from './steps.ts';
import { isUnchanged } from './steps.ts';

type WaveOf = ReadonlyMap<string, { readonly wave: number; readonly wait: boolean }>;

/** Deletions, and objects for which nothing is sent, come last. */
const isLast = ({ action }: Step): boolean => action === 'delete' || action === 'conflict';

const bySizes = (all: readonly Step[], sizes: readonly string[]): WaveOf => {
  const steps = all.filter((step) => !isUnchanged(step));
  const objects = [...new Set(steps.filter((step) => !isLast(step)).map(({ object }) => object))];
  const deleted = [...new Set(steps.filter(isLast).map(({ object }) => object))];
  const waves = wavesOf([...objects, ...deleted.filter((one) => !objects.includes(one))], sizes);
  const unchanged = all.filter(isUnchanged).map(({ object }) => object);
  return new Map(
    // The sizes count changed objects.
    [unchanged, ...waves].flatMap((wave, index) =>
      wave.map((object) => [object, { wave: index, wait: false }] as const),
    ),
  );
};

const byConditions = (
  steps: readonly Step[],
  wanted: readonly Wanted[],
  waves: FileEnvironment['waves'],
  kinds: readonly ObjectKind[],
): WaveOf => {
  const tests = waves.map(({ where }) => selector(where, kinds));
  const placed = new Map(
    wanted.map((one) => {
      const index = tests.findIndex((test) => test(one));
      return [stepObject(one.object), index === -1 ? waves.length : index] as const;
    }),
  );
  const last = waves.length;
  return new Map(
    steps.map((step) => {
      const wave = isLast(step) ? last : (placed.get(step.object) ?? last);
      return [step.object, { wave, wait: waves[wave]?.wait === true }] as const;
    }),
  );
};

/** A misspelt canary would be passed over. @param isPart whether the run has only some of the objects */
export const warnOfEmptyWaves = (
  reporter: Reporter,
  wanted: readonly Wanted[],
  environment: FileEnvironment | undefined,
  kinds: readonly ObjectKind[],
  isPart: boolean,
): void => {
  if (isPart) return;
  for (const [index, { where }] of (environment?.waves ?? []).entries()) {
    if (wanted.some(selector(where, kinds))) continue;
    reporter.warn(`wave ${index + 1} of trivet.yaml holds no object of the files: ${where.join(', ')}`);
  }
};

const namedBy = (step: Step, { object, state }: Wanted): readonly string[] =>
  (object.kind.parts ?? []).flatMap(({ part, refers }) =>
    refers === undefined || !step.fields.includes(part)
      ? []
      : textsAt(state.parts, part).map((name) => keyOf(refOfObject(object, { kind: refers, name }))),
  );

const lastChanging = (steps: readonly Step[]): number =>
  Math.max(...steps.filter((step) => !isUnchanged(step)).map(({ wave = 0 }) => wave));

/** Unchanged jobs after the last change do not make a plan out of date. */
export const plannedIn = (steps: readonly Step[]): readonly Step[] => {
  const last = lastChanging(steps);
  return steps.filter((step) => !isUnchanged(step) || (step.wave ?? 0) < last);
};

export const withUnplanned = (steps: readonly Step[], unchanged: readonly Step[]): readonly Step[] => {
  const planned = new Set(steps.map(({ object }) => object));
  const wave = steps.some((step) => step.wave !== undefined) ? lastChanging(steps) : undefined;
  const others = unchanged.filter(({ object }) => !planned.has(object));
  return [...steps, ...others.map((step) => ({ ...step, wave }))];
};

/** Leaves out unchanged jobs, unless they are waited for. @param waits for all jobs */
export const watchedIn = (steps: readonly Step[], waits: boolean): readonly Step[] => {
  const placed = steps.filter((step) => !isUnchanged(step) || waits || step.wait === true);
  // Empty waves are left out.
  const used = [...new Set(placed.map(({ wave = 0 }) => wave))].toSorted((one, other) => one - other);
  return placed.map((step) => (step.wave === undefined ? step : { ...step, wave: used.indexOf(step.wave) }));
};

/**
 * A step that names new objects belongs to the wave of the last of them.
 * @param steps unchanged jobs stay only if waited for
 * @param sizes `--waves`, replaces trivet.yaml's
 * @param waits `--wait`: for all jobs
 * @throws TrivetError usage, for a size of nothing
 */
export const withWaves = (
  steps: readonly Step[],
  wanted: readonly Wanted[],
  sizes: readonly string[] | undefined,
  environment: FileEnvironment | undefined,
  kinds: readonly ObjectKind[],
  waits = false,
): readonly Step[] => {
  const declared = environment?.waves ?? [];
  if (sizes === undefined && declared.length === 0) return watchedIn(steps, waits);
  const waveOf = sizes === undefined ? byConditions(steps, wanted, declared, kinds) : bySizes(steps, sizes);
  const byObject = new Map(wanted.map((one) => [stepObject(one.object), one]));
  const created = new Map<string, number>();
  for (const { object, action } of steps) {
    const one = byObject.get(object)?.object;
    if (one === undefined || !action.startsWith('create')) continue;
    const key = keyOfObject(one);
    created.set(key, Math.max(created.get(key) ?? 0, waveOf.get(object)?.wave ?? 0));
  }
  const everywhere = steps.map((step): Step => {
    const { wave = 0, wait = false } = waveOf.get(step.object) ?? {};
    const one = byObject.get(step.object);
    const named = one === undefined || !step.references ? [] : namedBy(step, one);
    const later = Math.max(wave, ...named.map((key) => created.get(key) ?? 0));
    return { ...step, wave: later, ...(wait ? { wait } : {}) };
  });
  return watchedIn(everywhere, waits);
};

export const wavesIn = <One extends { readonly step: Step }>(
  items: readonly One[],
): readonly (readonly One[])[] => {
  const last = Math.max(0, ...items.map(({ step }) => step.wave ?? 0));
  return Array.from({ length: last + 1 }, (_, index) =>
    items.filter(({ step }) => (step.wave ?? 0) === index),
  );
};

export const waveNumbers = (steps: readonly Step[]): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  for (const { object, wave } of steps)
    if (wave !== undefined && !numbers.has(object)) numbers.set(object, wave + 1);
  return numbers;
};

export const waveSizes = (steps: readonly Step[]): readonly number[] =>
  wavesIn(steps.map((step) => ({ step }))).map(
    (wave) =>
      new Set(
        wave.filter(({ step }) => !step.references && !isUnchanged(step)).map(({ step }) => step.object),
      ).size,
  );
