import { watchFlag } from '../../config/globals.ts';
import type { Command } from '../../catalogue/command.ts';
import { commandOf, ownCommand, running } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { inputText, toggle } from '../../catalogue/parameter.ts';
import type { InputRecord, InputValue, Parameter, Parameters } from '../../catalogue/parameter.ts';
import { action, actions } from './operations/action.ts';
import { evaluate, ofStart, revert, stable, stop } from './operations/change.ts';
import { dispatch, periodicForce } from './operations/dispatch.ts';
import { eventsCommand } from './operations/events.ts';
import { logsCommand } from './operations/logs.ts';
import { restartCommand } from './operations/restart.ts';
import { failCommand, promoteCommand } from './operations/deployment.ts';
import { differenceView, submission, versions } from './operations/history.ts';
import { fullFlag, jobId, parsePermission, readPermission } from './parts.ts';
import { list } from './operations/list.ts';
import { parse } from './operations/parse.ts';
import {
  allocations,
  deployment,
  deployments,
  evaluations,
  services,
  summary,
} from './operations/placement.ts';
import { plan, register, update } from './operations/register.ts';
import { scale, scaleStatus } from './operations/scale.ts';
import { show } from './operations/show.ts';
import { status } from './operations/status.ts';
import { waiting } from './wait-conditions.ts';
import { wait } from './wait-command.ts';

const ofJob = [{ name: 'job_id' }] as const;

/** test/seeds/3-jobs.md §4 says which operations support blocking queries. */
const watch = {
  watch: watchFlag,
  until: {
    in: 'local',
    type: 'string',
    summary: 'End the watch when an item satisfies this',
    metavar: 'condition',
  },
  'or-now': toggle('Count rows that satisfy it at the start'),
} as const satisfies Parameters;

const sorted = ({ view }: Operation) => {
  if (view.kind !== 'table') throw new TypeError('only a list can be sorted');
  const keys = view.columns.map((column) => (typeof column === 'string' ? column : column[0]));
  return {
    ...watch,
    sort: {
      in: 'local',
      type: 'string',
      summary: 'Order; a leading - reverses it',
      default: view.order ?? 'as the server sends them',
      enum: keys.flatMap((key) => [key, `-${key}`]),
      metavar: 'field',
    },
  } as const satisfies Parameters;
};

const file = {
  in: 'local',
  type: 'string',
  summary: 'Job file: HCL or JSON, - for standard input',
  complete: 'file',
  metavar: 'file',
} as const;

const variables = {
  var: { in: 'local', type: 'map', summary: 'Set an HCL2 variable', metavar: 'name=value' },
  'var-file': {
    in: 'local',
    type: 'strings',
    summary: 'Set HCL2 variables from a file',
    complete: 'file',
    metavar: 'file',
  },
} as const satisfies Parameters;

const ofVersion = <const Name extends string>(metavar: Name, summary: string, otherwise: string) =>
  ({
    in: 'local',
    type: 'integer',
    summary,
    default: otherwise,
    limits: { minimum: 0 },
    metavar,
  }) as const satisfies Parameter;

const jobFile = { Job: file, ...variables } as const;

const ofChildren = ['complete', 'placed', 'dead'] as const;

const jobVersion = {
  name: 'JobVersion',
  pickedFrom: { command: 'job versions', field: 'Version' },
} as const;

const commands: readonly Command[] = [
  commandOf('job list', list, {
    local: {
      ...sorted(list),
      limit: {
        in: 'local',
        type: 'integer',
        summary: 'Stop after this many jobs',
        limits: { minimum: 1 },
        metavar: 'n',
      },
    },
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job show', show, {
    positional: ofJob,
    local: watch,
    workflow: () => import('./workflows/read.ts'),
    aliases: ['read', 'get'],
  }),
  status,
  commandOf('job register', register, {
    positional: [{ name: 'Job' }],
    local: { ...jobFile, ...waiting() },
    workflow: () => import('./workflows/register.ts'),
    alsoNeeds: parsePermission,
    aliases: ['create'],
  }),
  commandOf('job update', update, {
    positional: [{ name: 'job_id' }, { name: 'Job' }],
    local: { ...jobFile, ...waiting() },
    workflow: () => import('./workflows/register.ts'),
    alsoNeeds: parsePermission,
    aliases: ['edit'],
  }),
  commandOf('job plan', plan, {
    positional: [{ name: 'Job' }],
    local: {
      ...jobFile,
      job_id: {
        in: 'local',
        type: 'string',
        summary: 'Job to plan for',
        default: 'the ID in the file',
        slashes: 'kept',
        complete: 'job',
        metavar: 'job',
      },
      'detailed-exitcode': toggle('Exit 11 on changes, 12 when placement fails'),
      full: fullFlag,
    },
    workflow: () => import('./workflows/plan.ts'),
    alsoNeeds: parsePermission,
    exits: [Exit.failed],
  }),
  commandOf('job parse', parse, {
    positional: [{ name: 'JobHCL' }],
    local: { JobHCL: { ...file, summary: 'Job file in HCL, - for standard input' }, ...variables },
    workflow: () => import('./workflows/parse.ts'),
  }),
  commandOf('job submission', submission, {
    positional: [{ name: 'job_id' }, { name: 'version', optional: true }],
    local: {
      version: {
        in: 'local',
        type: 'integer',
        summary: 'Version of the job',
        default: 'the current one',
        limits: { minimum: 0 },
        metavar: 'version',
      },
    },
    workflow: () => import('./workflows/versions/current.ts').then(running('submitted')),
    aliases: ['source'],
  }),
  commandOf('job versions', versions, {
    positional: ofJob,
    local: sorted(versions),
    workflow: () => import('./workflows/versions/versions.ts'),
  }),
  commandOf('job allocations', allocations, {
    positional: ofJob,
    local: sorted(allocations),
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job evaluations', evaluations, {
    positional: ofJob,
    local: sorted(evaluations),
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job deployments', deployments, {
    positional: ofJob,
    local: sorted(deployments),
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job deployment', deployment, {
    positional: ofJob,
    local: watch,
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job summary', summary, {
    positional: ofJob,
    local: watch,
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job scale-status', scaleStatus, {
    positional: ofJob,
    local: watch,
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job services', services, {
    positional: ofJob,
    local: watch,
    workflow: () => import('./workflows/read.ts'),
  }),
  commandOf('job actions', actions, { positional: ofJob }),
  commandOf('job dispatch', dispatch, {
    positional: ofJob,
    local: waiting(ofChildren),
    workflow: () => import('./workflows/dispatch.ts').then(running('dispatched')),
    alsoNeeds: `${readPermission} with --wait`,
  }),
  commandOf('job periodic force', periodicForce, {
    positional: ofJob,
    local: waiting(ofChildren),
    workflow: () => import('./workflows/dispatch.ts').then(running('forced')),
    alsoNeeds: `${readPermission} with --wait`,
  }),
  commandOf('job scale', scale, {
    positional: [
      { name: 'job_id' },
      { name: 'Target', optional: true, unless: /^-?\d+$/ },
      { name: 'Count', optional: true },
    ],
    local: waiting(),
    workflow: () => import('./workflows/scale.ts'),
    alsoNeeds: `${readPermission} if the group is not given`,
  }),
  commandOf('job evaluate', evaluate, {
    positional: ofJob,
    local: waiting(),
    workflow: () => import('./workflows/evaluated.ts'),
    alsoNeeds: `${readPermission} with --wait`,
  }),
  commandOf('job revert', revert, {
    positional: [{ name: 'job_id' }, { ...jobVersion, optional: true, asked: ['to', 'body', 'set'] }],
    local: {
      ...waiting(),
      to: {
        in: 'local',
        type: 'string',
        summary: 'Choose the version, show what differs, and ask',
        enum: ['previous', 'stable'],
        metavar: 'previous|stable',
        guessMeaning: (to: InputValue, input: InputRecord) =>
          typeof to === 'string' && /^\d+$/.test(to)
            ? `To go back to version ${to}: trivet job revert ${inputText(input, 'job_id') ?? ''} ${to}`
            : undefined,
      },
    },
    workflow: () => import('./workflows/versions/revert.ts'),
    alsoNeeds: `${readPermission} unless the version is given`,
    aliases: ['rollback'],
  }),
  commandOf('job start', revert, {
    summary: 'Start a stopped job with its last version',
    description:
      'Goes back to the newest version that was not stopped, or to --job-version. Does nothing to a job that is ' +
      'not stopped.',
    examples: [{ summary: 'And wait until it is healthy', argv: 'job start web --wait' }],
    positional: ofJob,
    local: { ...ofStart, ...waiting() },
    workflow: () => import('./workflows/versions/start.ts'),
    alsoNeeds: readPermission,
    aliases: ['resume'],
  }),
  ownCommand({
    path: 'job diff',
    summary: 'Compare two versions of a job',
    description:
      'Compares versions that the server still keeps. One version is compared with the current one; without ' +
      'any, the current version is compared with the one before it.',
    service: 'jobs',
    positional: [{ name: 'job_id' }, { name: 'from', optional: true }, { name: 'to', optional: true }],
    local: {
      job_id: { ...jobId, in: 'local' },
      from: ofVersion('from', 'Version to compare', 'the one before the current one'),
      to: ofVersion('to', 'Version to compare it with', 'the current one'),
      'detailed-exitcode': toggle('Exit 11 when the versions differ'),
      full: fullFlag,
    },
    view: differenceView,
    workflow: () => import('./workflows/versions/diff.ts'),
    alsoNeeds: readPermission,
    requests: 'own',
    changes: 'nothing',
    aliases: ['compare'],
    examples: [
      { summary: 'What the current version changed', argv: 'job diff web' },
      {
        summary: 'Two versions, for a script',
        argv: 'job diff web 0 2 --detailed-exitcode -o json',
        exit: 11,
      },
    ],
  }),
  logsCommand,
  eventsCommand,
  restartCommand,
  promoteCommand,
  failCommand,
  commandOf('job stable', stable, {
    positional: [{ name: 'job_id' }, jobVersion],
    local: {
      force: toggle('Also mark another version, which then becomes current'),
    },
    workflow: () => import('./workflows/versions/current.ts').then(running('marked')),
    alsoNeeds: readPermission,
  }),
  commandOf('job stop', stop, {
    positional: ofJob,
    local: waiting(['dead']),
    workflow: () => import('./workflows/stop.ts'),
    alsoNeeds: readPermission,
    aliases: ['delete', 'deregister', 'purge', 'rm'],
  }),
  wait,
  commandOf('job action', action, {
    prints: 'text',
    positional: [{ name: 'job_id' }, { name: 'action' }],
    local: {
      alloc_id: {
        in: 'local',
        type: 'string',
        summary: 'Allocation ID, or its first characters',
        default: 'the only running one with the action',
        complete: 'allocation',
        metavar: 'id',
      },
      task: {
        in: 'local',
        type: 'string',
        summary: 'Task that defines the action',
        default: 'the one that defines it',
        metavar: 'name',
      },
      stdin: {
        in: 'local',
        type: 'boolean',
        summary: 'Pass standard input on; --no-stdin closes it',
        default: 'passed on from a pipe or a file, and with --tty',
      },
      'every-allocation': toggle('Run in every running allocation, with prefixed lines'),
    },
    workflow: () => import('./workflows/action/action.ts'),
    alsoNeeds: readPermission,
    aliases: ['exec'],
  }),
];

export default commands;
