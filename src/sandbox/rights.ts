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
  'node-read',
  'agent-read',
] as const;

export type JobRight = (typeof JOB_RIGHTS)[number];

const CAPABILITIES = ['create', 'delete', 'list', 'patch', 'read', 'sudo', 'update'] as const;

export type Capability = (typeof CAPABILITIES)[number];

export interface PathRule {
  readonly path: string;
  readonly isPrefix: boolean;
  readonly capabilities: ReadonlySet<Capability>;
}

/** A service without such rights is left to the role. */
export interface Rights {
  readonly jobs?: ReadonlySet<JobRight>;
  readonly paths?: readonly PathRule[];
}

function pathRule(right: string): readonly [string, Capability] | undefined {
  const [, path = '', word] = /^([^=]+)=([a-z]+)$/.exec(right) ?? [];
  const capability = CAPABILITIES.find((one) => one === word);
  return capability === undefined ? undefined : [path.replace(/^\//, ''), capability];
}

/** @throws Error for an unknown right */
export function rightsNamed(names: readonly string[]): Rights {
  const jobs = new Set<JobRight>();
  const paths = new Map<string, Set<Capability>>();
  for (const name of names) {
    const right = JOB_RIGHTS.find((one) => one === name);
    const rule = pathRule(name);
    if (right !== undefined) jobs.add(right);
    else if (rule !== undefined) paths.set(rule[0], (paths.get(rule[0]) ?? new Set()).add(rule[1]));
    else {
      // The name may be the end of a token.
      throw new Error(
        `the text after the colon of a token is not a role or a right; rights: ${JOB_RIGHTS.join(', ')}, and PATH=CAPABILITY: ${CAPABILITIES.join(', ')}`,
      );
    }
  }
  return {
    ...(jobs.size === 0 ? {} : { jobs }),
    ...(paths.size === 0
      ? {}
      : {
          paths: [...paths].map(([path, capabilities]) => ({
            path: path.replace(/\*$/, ''),
            isPrefix: path.endsWith('*'),
            capabilities,
          })),
        }),
  };
}
