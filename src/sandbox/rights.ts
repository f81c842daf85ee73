/** The single rights of the jobs service, by the names that its policies have. */
const JOB_RIGHTS = [
  'list-jobs',
  'read-job',
  'submit-job',
  'parse-job',
  'plan-job',
  'register-job',
  'deregister-job',
  'purge-job',
  'dispatch-job',
  'revert-job',
  'evaluate-job',
  'force-periodic-job',
  'stable-job',
  'read-job-scaling',
  'scale-job',
  'promote-deployment',
  'fail-deployment',
  'pause-deployment',
  'unblock-deployment',
  'policy-override',
  'read-logs',
  'read-fs',
  'alloc-lifecycle',
  'alloc-exec',
  'alloc-node-exec',
  // Of the cluster, whatever the namespace: `node { policy = "read" }` and `agent { policy = "read" }`.
  'node-read',
  'agent-read',
] as const;

export type JobRight = (typeof JOB_RIGHTS)[number];

/** Reads the names of rights. @throws Error for one that does not exist */
export function rightsNamed(names: readonly string[]): ReadonlySet<JobRight> {
  return new Set(
    names.map((name) => {
      const right = JOB_RIGHTS.find((one) => one === name);
      if (right === undefined) {
        // The name is not repeated: it can be the end of a token.
        throw new Error(
          `what follows the colon of a token is no role or right; rights: ${JOB_RIGHTS.join(', ')}`,
        );
      }
      return right;
    }),
  );
}
