/** Twenty tasks of an operator, with the answers that the sandbox's state has. Only the judge reads the answers. */
import type { Question } from './planner.ts';

export interface Task extends Question {
  readonly title: string;
  /** What has gone wrong in the sandbox. */
  readonly scenario?: string;
  /** How a person starts `trivet mcp` for it, if not for reads of all groups. */
  readonly start?: readonly string[];
  /** By fact: the values of the items, in any order, as texts; a pattern fits each of them. */
  readonly known?: Readonly<Record<string, readonly string[] | RegExp>>;
  /** For a change: a command line of the judge, and what it must print afterwards. */
  readonly after?: readonly [line: string, printed: string];
}

const withChanges = [
  '--toolset',
  'workspace,job,job-logs',
  '--allow',
  'job revert',
  '--allow',
  'job promote',
  '--allow',
  'workspace unlock',
];

/** The first four are the diagnoses whose bytes were measured before. */
export const tasks: readonly Task[] = [
  {
    title: 'why a job fails',
    scenario: 'crash-loop',
    ask: 'What is the state of the job `web`, and the reason?',
    want: ['state', 'reason'],
    known: { state: ['failing'], reason: /^allocation \w{8}: server: exit code 1, restarted 2 times/ },
  },
  {
    title: 'what a deployment waits for',
    scenario: 'stuck-deployment',
    ask: 'What is the status of the most recent deployment of the job `api`?',
    want: ['status', 'status description'],
    known: {
      status: ['running'],
      'status description': ['Deployment is running but requires manual promotion'],
    },
  },
  {
    title: 'who holds locks',
    scenario: 'forgotten-lock',
    ask: 'Which workspaces are locked, by which holder, and for what reason?',
    want: ['name', 'holder', 'reason'],
    known: {
      name: ['dns-prod', 'identity-prod', 'billing-prod', 'checkout-prod', 'data-pipeline-prod'],
      holder: ['user mia.tanaka', 'team sre', 'user owner', 'run run-kC8PZNnFXPaxUsMX', 'user owner'],
      reason: [
        'Zone migration CHG-2041, ask before unlocking',
        'Change freeze until Monday',
        'Migration CHG-1882, back in ten minutes',
        '',
        'Uploading recovered state',
      ],
    },
  },
  {
    title: 'which certificates end',
    scenario: 'expired-certificate',
    ask: 'Which certificates end within `1d`, and when do they expire?',
    want: ['common name', 'not after'],
    known: { 'common name': ['shop.example.com'], 'not after': /^2026-01-01T00:/ },
  },
  {
    title: 'what is wrong with a service',
    scenario: 'sealed-secrets',
    ask: 'What is failing in the service `secrets`?',
    want: ['state', 'detail'],
    known: {
      state: ['unavailable', 'unavailable'],
      detail: [
        'the server failed with status 503: "Vault is sealed"',
        'the server failed with status 503: "Vault is sealed"',
      ],
    },
  },
  {
    title: 'what the last version changed',
    scenario: 'crash-loop',
    ask: 'Compare the two newest versions of the job `web`: old and new values of the configured command',
    want: ['old', 'new'],
    // Its arguments can hold secrets, and are hidden from an agent.
    known: { old: /\/usr\/local\/bin\/web/, new: /\/bin\/sh/ },
  },
  {
    title: 'what a job wrote',
    scenario: 'crash-loop',
    start: withChanges,
    ask: 'What did the tasks of the job `web` write to standard error (stderr)?',
    want: ['log'],
    known: { log: /FATAL: DATABASE_URL is not set/ },
  },
  {
    title: 'which versions are stable',
    ask: 'List the versions of the job `web`, and whether they are stable',
    want: ['version', 'stable'],
    known: { version: ['4', '3', '2', '1', '0'], stable: ['true', 'true', 'true', 'true', 'true'] },
  },
  {
    title: 'how many allocations run',
    ask: 'Count the allocations of the job `web` that are running, by group',
    want: ['group', 'running'],
    known: { group: ['app'], running: ['1'] },
  },
  {
    title: 'credentials of every role',
    ask: 'What is the credential type of each cloud role?',
    want: ['name', 'credential type'],
    known: {
      name: ['build', 'ci', 'deploy', 'imported'],
      'credential type': ['assumed_role', 'iam_user', 'assumed_role', 'iam_user'],
    },
  },
  {
    title: 'users of static roles',
    ask: 'What is the username of each static role of the AWS engine?',
    want: ['name', 'username'],
    known: { name: ['backup', 'build'], username: ['backup', 'build-user'] },
  },
  {
    title: 'tags of a workspace',
    ask: 'Which tags does the workspace `acme/network-prod` have?',
    want: ['name'],
    known: { name: ['eu', 'critical'] },
  },
  {
    title: 'retention of a workspace',
    ask: 'After how many days does the retention policy of the workspace `acme/network-prod` delete data?',
    want: ['days'],
    known: { days: ['30'] },
  },
  {
    title: 'keys of certificates',
    ask: 'What is the key type of the PKI role `web`?',
    want: ['key type'],
    known: { 'key type': ['ec'] },
  },
  {
    title: 'accounts to borrow',
    ask: 'Which accounts of the library set `team/ops` are available?',
    want: ['account', 'available'],
    known: { account: ['svc-ops-1', 'svc-ops-2'], available: ['true', 'true'] },
  },
  {
    title: 'messages of the UI',
    ask: 'Which custom messages does the UI show, and when do they end?',
    want: ['title', 'end time'],
    known: { title: ['Maintenance on Sunday', 'Welcome'], 'end time': /^(?:2026-01-\d\dT00:00:00Z|null)$/ },
  },
  {
    title: 'whose token',
    ask: 'Whose token does each service get: which user?',
    want: ['service', 'user'],
    known: { service: ['workspaces', 'secrets', 'jobs'], user: ['owner', 'owner', 'owner'] },
  },
  {
    title: 'restore the version before',
    scenario: 'crash-loop',
    start: withChanges,
    ask: 'Restore the `previous` version of the job `web`',
    want: [],
    after: ['job show web --query TaskGroups[0].Tasks[0].Config.command', '"/usr/local/bin/web"'],
  },
  {
    title: 'promote a canary',
    scenario: 'stuck-deployment',
    start: withChanges,
    ask: 'Promote the canaries of the job `api`',
    want: [],
    after: ['job deployment api --field TaskGroups.web.Promoted', 'true'],
  },
  {
    title: 'remove a forgotten lock',
    scenario: 'forgotten-lock',
    start: withChanges,
    ask: 'Unlock the workspace `billing-prod`',
    want: [],
    after: ['workspace show billing-prod --field locked', 'false'],
  },
];
