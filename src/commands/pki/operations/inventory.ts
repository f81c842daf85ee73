import { toggle } from '../../../catalogue/parameter.ts';
import { Exit } from '../../../system/error.ts';
import type { Command } from '../../../catalogue/command.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import type { Fields } from '../../../catalogue/field.ts';
import { tableView } from '../../../catalogue/view.ts';
import { whereFlag } from '../../../catalogue/many-flags.ts';
import { factColumns, factFields } from './certificate-facts.ts';

const inventoryFields = {
  ...factFields,
  // In a narrow table the reason and the end matter more.
  common_name: { ...factFields.common_name, narrowest: 14 },
  days_left: { ...factFields.days_left, rank: 2 },
  ca: { type: 'boolean', summary: 'It may sign certificates' },
  revoked: {
    type: 'text',
    summary: 'yes, no or unknown',
    rank: 0,
    tones: { yes: 'dim', unknown: 'warn' },
  },
  revoked_at: { type: 'time', summary: 'Time of revocation' },
  superseded: { type: 'boolean', summary: 'Another certificate with its names and uses ends later', rank: 3 },
  findings: { type: 'list', summary: 'Why clients refuse it', rank: 9 },
  due: {
    type: 'boolean',
    summary: 'Ends within --expires-within or is refused, and is not replaced; null: unknown',
  },
  mount: { type: 'text', summary: 'Mount that stores it', rank: 8, scope: { foundByName: true } },
  reason: {
    type: 'text',
    summary: 'Why it is due, or why that is unknown',
    rank: 1,
    narrowest: 12,
    readable: 24,
  },
} as const satisfies Fields;

export const inventory: Command = ownCommand({
  path: 'pki inventory',
  summary: 'List certificates with names, expiry and revocation',
  description:
    'Lists every certificate that the mounts store, and their own CAs, the earliest expiry first. OpenBao lists them in one request, ' +
    'with at most five host names of each; what is due, and what a condition needs, is read, or everything with ' +
    '--whole. Elsewhere each certificate is read once and cached. Revocation is read every time, from the list of ' +
    'revoked certificates or, where the server has none, from the revocation list of the mount. Where that list ' +
    'does not say (another issuer, or a list that is disabled, expired or not yet rebuilt) it is unknown; ' +
    '--check-revocation reads those certificates again. Superseded means that another certificate with the same ' +
    'mount, common name and names ends later, can be used for as much, is not refused by clients and not known to be ' +
    'revoked. Due means expired, ending within ' +
    '--expires-within (30d by default) or refused by clients (findings: also what a revoked CA signed), and neither revoked nor superseded. ' +
    'Where no named mount says whether the CA that signed it was revoked, due is null (unknown) and the reason says why: name the mount of that CA, too. ' +
    'With --expires-within only certificates that are or may be due are listed. --calendar counts what ends in each week, or each month ' +
    'where something ends later than in half a year. Certificates of roles with no_store are never listed.',
  service: 'secrets',
  local: {
    mount: {
      in: 'local',
      type: 'strings',
      summary: 'Mounts of the PKI engine',
      default: 'pki',
      slashes: 'folder',
      metavar: 'mount',
    },
    'expires-within': {
      in: 'local',
      type: 'duration',
      // A bare number would mean seconds.
      limits: { pattern: '.*[a-z]', meaning: 'a duration with a unit, such as 7d' },
      summary: 'Only certificates that end this soon',
      metavar: 'duration',
    },
    where: { ...whereFlag, summary: "Only certificates that satisfy 'FIELD OP VALUE'; repeatable" },
    'check-revocation': toggle('Read certificates whose revocation is unknown'),
    whole: toggle('Read every certificate completely'),
    calendar: toggle('Draw what ends when'),
    parallel: {
      in: 'local',
      type: 'integer',
      summary: 'Requests in flight at once',
      default: '16',
      limits: { minimum: 1, maximum: 64 },
      metavar: 'n',
    },
    'detailed-exitcode': toggle('Exit 11 when one may be due'),
  },
  view: tableView({
    fields: inventoryFields,
    name: 'serial',
    rows: { path: '' },
    columns: [...factColumns, 'revoked', 'superseded', 'mount', 'reason'],
    empty: 'no certificates',
  }),
  workflow: () => import('../../../features/certificates/inventory/inventory.ts'),
  requests: 'own',
  changes: 'nothing',
  aliases: ['report', 'expiring'],
  examples: [
    { summary: 'What ends this month', argv: 'pki inventory --expires-within 30d' },
    { summary: 'What ends when', argv: 'pki inventory --calendar' },
    {
      summary: 'For cron, over two mounts',
      argv: 'pki inventory --mount pki --mount pki_int --expires-within 1d --detailed-exitcode -o jsonl',
      exit: Exit.changes,
    },
    {
      summary: 'Long validity with short keys',
      argv: "pki inventory --where 'days_left>365' --where 'key=RSA 2048'",
    },
  ],
});
