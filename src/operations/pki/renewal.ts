/** `pki renew`: the flags around the request that it signs. */
import { layout, newKey } from './new-files.ts';
import { commonName, csr, format, roleName } from './parts.ts';

const { required: _csr, ...request } = csr;
const { required: _role, ...role } = roleName;

export const renewal = {
  summary: 'Renew the certificate and key of a folder when it is time',
  description:
    'For cron: renews when less than --before of the life is left, or when the key is missing or is not that of the ' +
    'certificate; otherwise it sends nothing. Subject and names are those of the present certificate; a folder ' +
    'without one gets it for the names of the flags, so that one line serves the first start and cron. The new key ' +
    'never leaves the machine. The new files are checked (key, chain, names) and then take their place in one step; ' +
    'the old ones are kept once, in .trivet/previous of the folder; owner, group and mode stay. --exec runs after ' +
    'that, without a shell, and again in every next run until it works. Exit 12 when it failed; after any other ' +
    'failure the old files are as they were.',
  local: {
    ...layout,
    ...newKey,
    folder: {
      in: 'local',
      type: 'string',
      summary: 'Folder with the certificate, or for it',
      complete: 'file',
      metavar: 'folder',
    },
    name: { ...role, in: 'local', name: 'role', required: true },
    common_name: { ...commonName, in: 'local' },
    /** Made here. */
    csr: { ...request, in: 'local', from: 'folder' },
    /** What the files need. */
    format: { ...format, in: 'local', from: 'folder' },
    before: {
      in: 'local',
      type: 'string',
      summary: 'Part of the life, or time, left when it is due',
      default: '1/3',
      metavar: 'part|duration',
    },
    'reuse-key': { in: 'local', type: 'boolean', summary: 'Keep the key' },
    'change-names': {
      in: 'local',
      type: 'boolean',
      summary: 'Renew for the names of the flags instead',
    },
    exec: {
      in: 'local',
      type: 'string',
      summary: 'Command to run after a renewal',
      metavar: 'command',
    },
    jitter: {
      in: 'local',
      type: 'duration',
      summary: 'Wait at random up to this long before a renewal',
      default: 'no wait',
      metavar: 'duration',
    },
    'detailed-exitcode': {
      in: 'local',
      type: 'boolean',
      summary: 'Exit 0: nothing was due, 11: renewed, 12: the command failed',
    },
  },
  aliases: ['rotate'],
  examples: [
    {
      summary: 'From cron',
      argv: "pki renew site --role web --exec 'echo reload'",
    },
    {
      summary: 'The first time, and from then on',
      argv: 'pki renew tls --role web --common-name www.example.com --layout nginx --jitter 1s',
    },
  ],
} as const;
