/** Errors of Vault and OpenBao about messages and certificates that the status does not show (document 2 §4.1-4.2). */
import type { KnownError } from '../product.ts';

const refused = { exit: 1, code: 'refused', notDone: true } as const;

export const messageErrors: readonly KnownError[] = [
  {
    status: [404],
    text: /unsupported path/i,
    exit: 7,
    code: 'not-supported',
    notDone: true,
    operations: ['message.'],
    hint: 'This edition has no custom messages: they need Vault Enterprise 1.16 or newer.',
  },
];

/** Sent without a token; an existing mount allows them, so 403 means that the mount is missing. */
const publicErrors: readonly KnownError[] = [
  {
    status: [403],
    text: /permission denied/i,
    exit: 5,
    code: 'not-found',
    notDone: true,
    names: 'mount',
    operations: ['pki.ca.show', 'pki.ca.chain', 'pki.cert.show', 'pki.cert.download', 'pki.crl.show'],
    hint: 'No token is needed for this, so the mount does not exist or is another engine. Name the mount with --mount.',
  },
];

/** Mistakes of the user, most of them answered with 500. */
export const pkiErrors: readonly KnownError[] = [
  ...publicErrors,
  {
    status: [500],
    text: /could not fetch the CA certificate|no default issuer currently configured/i,
    exit: 1,
    code: 'no-ca',
    notDone: true,
    operations: ['pki.'],
    hint: 'The mount has no CA. Create one with trivet pki root generate or pki intermediate generate, or import one with pki ca import.',
  },
  {
    status: [400],
    text: /^unknown role/i,
    exit: 5,
    code: 'not-found',
    notDone: true,
    names: 'object',
    operations: ['pki.issue', 'pki.sign', 'pki.sign-verbatim'],
    hint: 'List the roles: trivet pki role list --mount {mount}',
  },
  {
    status: [400],
    text: /no default issuer currently configured/i,
    exit: 5,
    code: 'not-found',
    notDone: true,
    operations: ['pki.cert.show'],
    hint: 'The mount has no CA.',
  },
  {
    status: [500],
    text: /provided certificate data was too short|unable to verify signature on presented cert/i,
    ...refused,
    operations: ['pki.revoke'],
    hint: 'This mount did not issue the certificate.',
  },
  {
    status: [400],
    text: /contains no data|invalid PEM data|data was too short|for import was too short/i,
    ...refused,
    operations: ['pki.'],
    hint: 'Give PEM text, or a file as @FILE.',
  },
  {
    status: [500],
    text: /does not match submitted certificate's/i,
    ...refused,
    operations: ['pki.root.sign-self-issued'],
    hint: 'Without --require-matching-certificate-algorithms it would be signed.',
  },
  {
    status: [400],
    text: /unsupported public key: <nil>/i,
    ...refused,
    operations: ['pki.root.generate', 'pki.intermediate.generate'],
    hint: 'This server has no such managed key; managed keys need Vault Enterprise.',
  },
];

/** The document gives no texts; a server that speaks it may be one of the real ones. */
export const documentedErrors: readonly KnownError[] = [
  ...pkiErrors,
  {
    status: [400],
    text: /cannot write to a path ending in/i,
    ...refused,
    operations: ['message.'],
    hint: 'The server is a Vault or an OpenBao: use --product vault or --product openbao.',
  },
];
