/** `trivet status`: what needs a person, of everything that is configured. */
import type { Command } from '../../model/catalogue/command.ts';
import { ownCommand } from '../../model/catalogue/command.ts';
import { tableView } from '../../model/catalogue/view.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'status',
    summary: 'Show what is locked, failing, waiting or expiring',
    description:
      'Reads every configured service and changes nothing. Workspaces: locks with their holders, and runs that ' +
      'failed or wait for someone. Jobs: those with a task group that is down, fails or cannot be placed, judged as ' +
      'job wait does, and deployments. Secrets, in ' +
      'the mounts that the profile names (profile set --pki-mount A --pki-mount B): CA certificates that expire ' +
      'soon, certificates that do according to the latest pki inventory, tidies, and accounts that are checked ' +
      'out. Changes whose outcome is unknown, or of which something is left: trivet changes. What it did not look at has a row with the state unknown. A service that is down, or a list that the ' +
      'token cannot read, becomes a row and does not end the command, unless nothing could be read at all. On a terminal similar rows are shown as one; --all shows each. With --detailed-exitcode 11 ' +
      'means that something needs a person. --watch checks every five seconds.',
    local: {
      watch: {
        in: 'local',
        type: 'boolean',
        summary: 'Show every change until Ctrl-C or --timeout',
      },
      all: {
        in: 'local',
        type: 'boolean',
        summary: 'Show every row on a terminal',
      },
      'expires-within': {
        in: 'local',
        type: 'duration',
        // A bare number is seconds elsewhere, and nobody means seconds here.
        limits: { pattern: '.*[a-z]', meaning: 'a duration with a unit, such as 7d' },
        summary: 'Report certificates that expire this soon',
        default: '30d',
        metavar: 'duration',
      },
      'detailed-exitcode': {
        in: 'local',
        type: 'boolean',
        summary: 'Exit 11 when something needs a person',
      },
    },
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 5 },
        kind: {
          type: 'text',
          summary: 'service, lock, run, job, deployment, ca, certificate, tidy, account or receipt',
          rank: 0,
        },
        name: { type: 'text', summary: 'What it is about', rank: 0 },
        scope: { type: 'text', summary: 'Organization, namespace or mount', rank: 3 },
        state: { type: 'text', summary: 'Current state', rank: 0, tones: 'status' },
        detail: { type: 'text', summary: 'Holder, reason, progress or time', rank: 1, readable: 40 },
        attention: { type: 'boolean', summary: 'Needs a person', rank: 4 },
        since: { type: 'time', summary: 'When the state began', rank: 2 },
        restarts: { type: 'number', summary: 'Restarts and replacements in this trouble' },
        groups: { type: 'list', summary: 'The verdict on each task group of a job' },
      },
      name: 'name',
      rows: { path: 'rows' },
      columns: ['service', 'kind', 'name', 'scope', 'state', 'since', 'detail', 'attention'],
      empty: 'nothing is locked, failing, waiting, lent or about to expire',
    }),
    workflow: () => import('./workflows/status.ts'),
    requests: 'own',
    reads: true,
    aliases: ['overview', 'dashboard'],
    examples: [
      { summary: 'Everything that is configured', argv: 'status' },
      { summary: 'For monitoring', argv: 'status --detailed-exitcode -o json', exit: 11 },
      { summary: 'A line for each change', argv: 'status --watch --timeout 1s -o jsonl' },
      { summary: 'Only what needs a person', argv: "status --query 'rows[?attention]' -o table" },
    ],
  }),
];

export default commands;
