import { watchFlag } from '../../config/globals.ts';
import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { serviceNames } from '../../catalogue/product.ts';
import { tableView } from '../../catalogue/view.ts';
import { namespaceFlag } from './namespace-flag.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'status',
    summary: 'Show what is locked, failing, waiting or expiring',
    description:
      'Reads every configured service and changes nothing. Workspaces: locks with their holders, and runs that ' +
      'failed or wait for someone, in the organization of the settings. Jobs: those with a task group that is down, fails ' +
      'or cannot be placed, judged as job wait does, and deployments, in the namespace of the settings or those of ' +
      "--namespace ('*' means all, and so does no namespace in the settings). Secrets, in " +
      'the mounts that the profile names (profile set --pki-mount A --pki-mount B): CA certificates that expire ' +
      'soon, certificates that do according to the latest pki inventory, tidies, and accounts that are checked ' +
      'out. Tokens that end within a day, where the server reports it; the last quarter of an hour needs a person, unless trivet renews the token. Changes whose outcome is unknown, or of which something is left: trivet changes. A note says where it looked. Anything it did not look at there has a row with the state unknown. A service that is down, or a list that the ' +
      'token cannot read, becomes a row and does not end the command, unless nothing could be read at all. On a terminal similar rows are shown as one; --all shows each. With --detailed-exitcode 11 ' +
      'means that something needs a person. --watch checks every five seconds.',
    local: {
      watch: watchFlag,
      all: toggle('Show every row on a terminal'),
      service: {
        in: 'local',
        type: 'strings',
        summary: 'Look only at these services',
        enum: serviceNames,
        default: 'all that are configured',
        metavar: 'service',
      },
      namespace: namespaceFlag,
      'expires-within': {
        in: 'local',
        type: 'duration',
        // A bare number would mean seconds.
        limits: { pattern: '.*[a-z]', meaning: 'a duration with a unit, such as 7d' },
        summary: 'Report certificates that expire this soon',
        default: '30d',
        metavar: 'duration',
      },
      'detailed-exitcode': toggle('Exit 11 when something needs a person'),
    },
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 5 },
        kind: {
          type: 'text',
          summary: 'service, token, lock, run, job, deployment, ca, account, receipt, loan and others',
          rank: 0,
        },
        name: { type: 'text', summary: 'What it is about', rank: 0 },
        scope: {
          type: 'text',
          summary: 'Organization, namespace or mount',
          rank: 3,
          scope: { comparedWithin: 'kind' },
        },
        state: {
          type: 'text',
          summary: 'Current state',
          rank: 0,
          tones: 'status',
          toneWhen: (word, { attention }) => (word === 'running' && attention === true ? 'warn' : undefined),
        },
        detail: {
          type: 'text',
          summary: 'Holder, reason, progress or time',
          rank: 1,
          readable: 40,
          lines: 2,
        },
        attention: { type: 'boolean', summary: 'Needs a person', rank: 4 },
        since: { type: 'time', summary: 'When the state began', rank: 2 },
        'as-of': { type: 'time', summary: 'When it was read, if an earlier command did' },
        acknowledged: { type: 'object', summary: 'Until when, and why, it needs nobody' },
        restarts: { type: 'number', summary: 'Restarts and replacements in this trouble' },
        groups: { type: 'list', summary: 'The verdict on each task group of a job' },
        about: { type: 'object', summary: 'The object as commands name it: kind, name and flags' },
      },
      name: 'name',
      rows: { path: 'rows' },
      urgent: 'attention',
      about: 'about',
      columns: ['service', 'kind', 'name', 'scope', 'state', 'since', 'detail', 'attention'],
      empty: 'nothing is locked, failing, waiting, lent or about to expire',
    }),
    workflow: () => import('../../features/status/status.ts'),
    requests: 'own',
    changes: 'nothing',
    aliases: ['overview', 'dashboard', 'problems'],
    examples: [
      { summary: 'Everything that is configured', argv: 'status' },
      { summary: 'Jobs of all namespaces', argv: "status --namespace '*'" },
      { summary: 'For monitoring', argv: 'status --detailed-exitcode -o json', exit: 11 },
      { summary: 'A line for each change', argv: 'status --watch --timeout 1s -o jsonl' },
      { summary: 'Only what needs a person', argv: "status --query 'rows[?attention]' -o table" },
    ],
  }),
  ownCommand({
    path: 'status acknowledge',
    summary: 'Silence a row of status for a while',
    description:
      'ROW is KIND:NAME as status shows it (job:broken), KIND:SCOPE/NAME where several have the name, or certificate:SERIAL. The row stays ' +
      'on the screen with the time and the reason, and no longer counts for --detailed-exitcode. A row that gets another ' +
      'state counts again. It is kept on this machine, and nothing is sent but the reads of status.',
    positional: [{ name: 'row' }],
    local: {
      row: { in: 'local', type: 'string', summary: 'Row: job:broken, or job:default/broken', metavar: 'row' },
      until: { in: 'local', type: 'time', summary: 'Time at which it needs a person again', metavar: 'time' },
      why: { in: 'local', type: 'string', summary: 'Reason, shown beside the row', metavar: 'text' },
      end: toggle('End the acknowledgement now'),
      namespace: namespaceFlag,
    },
    workflow: () => import('../../features/status/acknowledge.ts'),
    requests: 'own',
    changes: 'profiles',
    prints: 'text',
    audience: 'people',
    aliases: ['ack', 'silence', 'status ack'],
    examples: [
      {
        summary: 'Until tomorrow',
        argv: "status acknowledge job:broken --until +24h --why 'known, fixed by CHG-7'",
      },
      { summary: 'It needs a person again', argv: 'status acknowledge job:broken --end', exit: 5 },
    ],
  }),
];

export default commands;
