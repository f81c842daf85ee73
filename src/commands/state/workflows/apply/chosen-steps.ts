/** The steps of an apply that are carried out in this run: of a plan, at most so many, and as many as expected. */
import { usageError } from '../../../../system/error.ts';
import { plural } from '../../../../output/text/plural.ts';
import type { Step } from './steps.ts';
import { isUnchanged, isWrite } from './steps.ts';

/** The steps of the first objects, and how many objects are left; what is only waited for stays. */
export const limitedTo = (
  steps: readonly Step[],
  limit: number | undefined,
): { readonly steps: readonly Step[]; readonly left: number } => {
  const objects = [...new Set(steps.filter(isWrite).map(({ object }) => object))];
  if (limit === undefined || objects.length <= limit) return { steps, left: 0 };
  const first = new Set(objects.slice(0, limit));
  return {
    steps: steps.filter((step) => isUnchanged(step) || first.has(step.object)),
    left: objects.length - limit,
  };
};

/**
 * @param expect `11` or `5-10`
 * @throws TrivetError usage, if another number of objects differs
 */
export const checkCount = (steps: readonly Step[], expect: string | undefined): void => {
  if (expect === undefined) return;
  const [from = 0, to = from] = expect.split('-').map(Number);
  const count = new Set(steps.filter(isWrite).map(({ object }) => object)).size;
  if (count < from || count > to)
    throw usageError(`${plural(count, 'object')} to change, but --expect is ${expect}`);
};
