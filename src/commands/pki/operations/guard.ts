import { toggle } from '../../../catalogue/parameter.ts';
import type { Command } from '../../../catalogue/command.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import type { Fields } from '../../../catalogue/field.ts';
import { tableView } from '../../../catalogue/view.ts';
import { Exit } from '../../../system/error.ts';

const guardedFields = {
  folder: { type: 'text', summary: 'Folder of the certificate, as the file names it', rank: 0 },
  status: {
    type: 'text',
    summary: 'ok, due, renewed, reloaded, held, rolled back, problem or failed',
    rank: 0,
    tones: {
      ok: 'good',
      renewed: 'good',
      reloaded: 'good',
      due: 'warn',
      held: 'warn',
      'rolled back': 'bad',
      problem: 'bad',
      failed: 'bad',
    },
  },
  not_after: { type: 'time', summary: 'End of validity of the files', rank: 2 },
  serial: { type: 'text', summary: 'Serial number of the certificate in the files', rank: 4 },
  served: { type: 'text', summary: 'URL of the server that was looked at', rank: 3 },
  detail: { type: 'text', summary: 'Why', rank: 1 },
  warnings: { type: 'list', summary: 'What should not be so, although no client minds' },
  unknown: { type: 'list', summary: 'What cannot be concluded, such as a revocation' },
  exit: { type: 'integer', summary: 'Exit code of a renewal that failed' },
  hint: { type: 'text', summary: 'What to do' },
} as const satisfies Fields;

export const guard: Command = ownCommand({
  path: 'pki guard',
  summary: 'Renew a fleet and check what it serves',
  description:
    'For cron: FILE declares endpoints (YAML), each with a folder, a layout, a role and names, a command that ' +
    'reloads its server (exec, a list of words), and the URL at which it is served. One run renews what is due, ' +
    'revoked, refused by clients or of a retired or revoked issuer, judges the new certificate, writes the files, runs each command once for all of its endpoints, connects to ' +
    'every server, at each address of its name, and judges what it sends as pki verify does; without a URL it judges the files. Where the previous pair was better for clients, the run goes back to it, and that endpoint is held until its entry changes or --retry is given. A server that does not send the ' +
    'certificate of its files is reloaded. Names that the file adds make a certificate due; those that it leaves out are dropped by the next renewal. Exit 12 when anything ' +
    'served is not good, or could not be renewed. FILE runs commands: it and its folder must belong to you or root, ' +
    'and nobody else may write to them (exit 3). With --dry-run, nothing is changed: the rows show what is due and ' +
    'why. Relative paths begin at the folder of FILE.',
  service: 'secrets',
  positional: [{ name: 'file' }],
  local: {
    file: {
      in: 'local',
      type: 'string',
      summary: 'File of the fleet',
      complete: 'file',
      metavar: 'file',
    },
    retry: toggle('Try endpoints again that are held'),
    parallel: {
      in: 'local',
      type: 'integer',
      summary: 'Endpoints at once',
      default: '16',
      limits: { minimum: 1, maximum: 64 },
      metavar: 'n',
    },
    'detailed-exitcode': toggle('Exit 11 when renewed, reloaded or due'),
  },
  view: tableView({
    fields: guardedFields,
    name: 'folder',
    rows: { path: '' },
    columns: ['folder', 'status', ['not_after', 'expires'], 'served', 'detail'],
    empty: 'no endpoints',
  }),
  workflow: () => import('../../../features/certificates/guard/guard.ts'),
  requests: 'own',
  changes: 'server',
  audience: 'people',
  globals: { 'dry-run': true },
  exits: [Exit.failed],
  aliases: ['fleet'],
  examples: [
    { summary: 'What is due, and why', argv: 'pki guard fleet.yaml --dry-run' },
    { summary: 'From cron', argv: 'pki guard fleet.yaml --quiet' },
  ],
});
