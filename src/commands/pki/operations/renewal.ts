import { toggle } from '../../../catalogue/parameter.ts';
import { layout, newKey } from './new-files.ts';
import { caMount, commonName, csr, format, roleName } from '../parts.ts';

const { required: _csr, ...request } = csr;
const { required: _role, ...role } = roleName;

export const renewal = {
  summary: "Renew a folder's certificate and key when due",
  description:
    'For cron: renews when less than --before of the validity is left, when the key is missing or does not match ' +
    'the certificate, when clients refuse it, or when the mount has revoked it or no longer has its issuer, or a CA ' +
    'above it was revoked (see --ca-mount; exit 12 if the mount still signs with that CA); ' +
    'otherwise it changes nothing. Subject and names are those of the current ' +
    'certificate; a folder without one gets a certificate for the names of the flags, so one command line ' +
    'serves the first run and cron. The new key never leaves this machine. The new files are checked (key, ' +
    'chain, names) and then replace the old ones in one step; the last old ones stay in .trivet/previous of ' +
    'the folder; owner, group and mode are kept. --exec then runs without a shell, and again in every later ' +
    'run until it succeeds. Exit 12 when it failed; after any other failure the old files are unchanged.',
  local: {
    layout: {
      ...layout.layout,
      summary: 'Files of a new folder',
    },
    'store-password-from': layout['store-password-from'],
    'new-key': {
      ...newKey['new-key'],
      summary: 'Kind of the new key (RSA: 2048-4096)',
      default: 'the kind of the current key, or ec:256',
    },
    folder: {
      in: 'local',
      type: 'string',
      summary: 'Folder of the certificate',
      complete: 'file',
      metavar: 'folder',
    },
    name: { ...role, in: 'local', name: 'role', required: true },
    common_name: { ...commonName, in: 'local' },
    csr: { ...request, in: 'local', repeatsInput: 'folder' },
    format: { ...format, in: 'local', repeatsInput: 'folder' },
    'ca-mount': caMount,
    before: {
      in: 'local',
      type: 'string',
      summary: 'Remaining validity (share or time) that triggers renewal',
      default: '1/3',
      metavar: 'part|duration',
    },
    'reuse-key': toggle('Keep the current key'),
    'change-names': toggle('Renew for the names of the flags instead'),
    retry: toggle('Request again what clients refused before'),
    exec: {
      in: 'local',
      type: 'string',
      summary: 'Command to run after a renewal',
      keptFor: 'person',
      metavar: 'command',
    },
    jitter: {
      in: 'local',
      type: 'duration',
      summary: 'Longest random wait before a renewal',
      default: 'no wait',
      metavar: 'duration',
    },
    'detailed-exitcode': toggle('Exit 11 when renewed, 12 when --exec failed'),
  },
  // The reply goes into files, and a warning comes when the certificate is in place.
  globals: { out: false, 'wrap-ttl': false, 'fail-on-warning': false },
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
