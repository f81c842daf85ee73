/** test/seeds/1-workspaces.md, section 2.3. */
import type { Json } from '../contract.ts';
import type { Run, Workspace } from './model.ts';

const RUNS_TAKEN = 30;

/** A run without changes counts as neither. */
const APPLIED = 'applied';
const ERRORED = 'errored';

function average(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

export function performanceAttributes(workspace: Workspace): Record<string, Json> {
  const taken: readonly Run[] = workspace.runs
    .filter(({ status }) => status === APPLIED || status === ERRORED)
    .slice(-RUNS_TAKEN);
  const applied = taken.filter(({ status }) => status === APPLIED);
  return {
    'apply-duration-average': average(applied.map((run) => run.applyMilliseconds)),
    'plan-duration-average': average(taken.map((run) => run.planMilliseconds)),
    'policy-check-failures': taken.filter((run) => run.policyCheckFailed).length,
    'run-failures': taken.length - applied.length,
    'workspace-kpis-run-count': taken.length,
  };
}
