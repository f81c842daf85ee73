import { statSync } from 'node:fs';
import { localError, usageError } from '../../../../system/error.ts';
import { readContinued } from '../../../../run/log/journal.ts';
import { readFailure } from '../../../../system/system-error.ts';
import { readText } from '../../../../system/read-file.ts';
import { wasDone } from '../../../../run/plan/many.ts';
import type { ApplyContext } from './apply-input.ts';
import type { StatePlan } from './plan-file.ts';
import { planFrom, planIn } from './plan-file.ts';
import type { Step } from './steps.ts';

const isPlainFile = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    throw localError(`the file ${path} ${readFailure(error)}`, undefined, error);
  }
};

export interface GivenPlan {
  readonly plan: StatePlan;
  readonly path: string;
  readonly left?: readonly Step[];
}

export const givenPlan = async ({ session, input }: ApplyContext): Promise<GivenPlan | undefined> => {
  const { files = [], resume, env } = input;
  if (resume !== undefined) {
    if (files.length > 0)
      throw usageError('--resume takes its files from the receipt', 'Leave out the operands.');
    const { resolved, steps } = await readContinued(resume);
    const plan = planFrom(resolved, resume);
    if (plan === undefined) throw localError(`${resume} is not a receipt of trivet apply`);
    return { plan, path: resume, left: plan.steps.filter((_, index) => !wasDone(steps.get(index + 1))) };
  }
  const [path] = files;
  if (path === undefined && env !== undefined) return undefined;
  if (path === undefined)
    throw usageError('apply needs a file or folder', 'Usage: trivet apply <file...> [flags]');
  // The file is read twice, which a pipe does not allow.
  if (files.length > 1 || !isPlainFile(path)) return undefined;
  const text = await readText(path, session.io);
  const plan = planIn(text, path);
  return plan === undefined ? undefined : { plan, path };
};
