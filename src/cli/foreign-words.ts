/**
 * Words of the vendors' tools for which trivet has no command, with a hint for each. A command of that name takes
 * precedence; mere synonyms are `aliases` of their command.
 */

const raw = (request: string): string => `Send the request yourself: trivet api ${request}`;

/** Hints by word: below a path (`job logs`), or a first word (`kv`). */
export const foreignWords: Readonly<Record<string, string>> = {
  'job alloc': 'List the allocations of a job: trivet job allocations JOB',
  'job eval-status': 'List the evaluations of a job: trivet job evaluations JOB',
  'job stat': 'Show the status of a job: trivet job status JOB',
  'job monitor':
    'Wait until a job is healthy: trivet job wait JOB\nShow every change: trivet job show JOB --watch',
  'job init': 'trivet does not write example files.',
  'job fmt': 'trivet does not format files.',
  'workspace run': `Runs are not in this API. ${raw('workspaces GET /workspaces/ID/runs')}`,
  'workspace plan': `Runs are not in this API. ${raw('workspaces GET /workspaces/ID/runs')}`,
  'workspace apply': `Runs are not in this API. ${raw('workspaces GET /workspaces/ID/runs')}`,
  'workspace state': `State is not in this API. ${raw('workspaces GET /workspaces/ID/current-state-version')}`,
  'workspace variable': `Variables are not in this API. ${raw('workspaces GET /workspaces/ID/vars')}`,
  'workspace output': `Outputs are not in this API. ${raw('workspaces GET /workspaces/ID/current-state-version')}`,
  'workspace select': 'Name the workspace in each command, or set --default-organization in a profile.',
  'ldap checkout': 'Borrow an account of a set: trivet ldap library check-out SET',
  'ldap checkin': 'Give an account back: trivet ldap library check-in SET ACCOUNT',
  'get pods': 'List the allocations of a job: trivet job allocations JOB',
  'rollout undo':
    'List the versions of a job: trivet job versions JOB\nRestore an earlier one: trivet job revert JOB --to previous',
  'rollout status': 'Wait until a job is healthy: trivet job wait JOB',
  'alloc restart': 'Restart the allocations of a job: trivet job restart JOB',
  'alloc logs': 'Read the logs of a job: trivet job logs JOB',
  'alloc exec': 'List the actions of a job that can be run: trivet job actions JOB',
  exec: 'List the actions of a job that can be run: trivet job actions JOB',
  'run list': `Runs are not in this API. ${raw('workspaces GET /workspaces/ID/runs')}`,
  'state show': `State is not in this API. ${raw('workspaces GET /workspaces/ID/current-state-version')}`,
  state: `State is not in this API. ${raw('workspaces GET /workspaces/ID/current-state-version')}`,
  lock: 'Lock a workspace: trivet workspace lock WORKSPACE',
  unlock: 'Unlock a workspace: trivet workspace unlock WORKSPACE',
  locks:
    'List what is locked, who holds the lock and why: trivet workspace list --where locked=true --fields name,holder,locked-reason',
  context:
    'Show where settings come from: trivet profile explain\nChoose another profile: trivet profile use NAME',
  logs: 'Read the logs of a job: trivet job logs JOB',
  nomad: 'Leave the name of the tool out: trivet job list',
  vault: 'Leave the name of the tool out: trivet pki role list',
  bao: 'Leave the name of the tool out: trivet pki role list',
  terraform: 'Leave the name of the tool out: trivet workspace list',
  tfe: 'Leave the name of the tool out: trivet workspace list',
  kv: 'Key-value secrets are not in this API. To read one, send the request yourself: trivet api secrets GET /secret/data/NAME',
  read: raw('secrets GET /PATH'),
  write: raw("secrets POST /PATH --data '{...}'"),
  list: raw('secrets LIST /PATH'),
  delete: raw('secrets DELETE /PATH'),
  unwrap: 'See the commands for wrapped replies: trivet lease --help',
  secrets: raw('secrets GET /sys/mounts'),
  token: 'Show where tokens come from: trivet auth status',
  'token lookup': 'Show whose token each service gets: trivet whoami',
  alloc: 'List the allocations of a job: trivet job allocations JOB',
  eval: 'List the evaluations of a job: trivet job evaluations JOB',
  deployment: 'List the deployments of a job: trivet job deployments JOB',
  node: `Nodes are not in this API. ${raw('jobs GET /v1/nodes')}`,
  'node drain':
    'Nodes are not in this API, and no command drains one: use nomad node drain. To list them, send the request yourself: trivet api jobs GET /v1/nodes',
  var: raw('jobs GET /v1/vars'),
  run: 'Preview a job: trivet job plan FILE\nRegister it: trivet job register FILE',
  plan: 'Preview a job: trivet job plan FILE',
  init: 'Create a profile: trivet profile set NAME --workspaces-url URL',
};
