/** Errors of messages and certificates that the status does not show (test/seeds/2-secrets.md §4.1-4.2). */
import type { ProofSource, KnownError, Proven } from '../product.ts';

const refused = { exit: 1, code: 'refused' } as const;
const missing = { exit: 5, code: 'not-found' } as const;

const nothing = (shownBy: ProofSource): Proven => ({ made: 'nothing', shownBy });

export const messageErrors: readonly KnownError[] = [
  {
    status: [404],
    text: /unsupported path/i,
    is: { exit: 7, code: 'not-supported' },
    proves: nothing('test/recordings/secrets/message.create.unsupported.json'),
    operations: ['message.'],
    hint: 'This edition has no custom messages: they need Vault Enterprise 1.16 or newer.',
  },
];

/** Sent without a token, which existing mounts allow: 403 means that the mount is missing. */
const publicErrors: readonly KnownError[] = [
  {
    status: [403],
    text: /permission denied/i,
    is: missing,
    names: 'mount',
    operations: ['pki.ca.show', 'pki.ca.chain', 'pki.cert.show', 'pki.cert.download', 'pki.crl.show'],
    hint: 'No token is needed for this, so the mount does not exist or is another engine. Name the mount with --mount.',
  },
];

export const pkiErrors: readonly KnownError[] = [
  ...publicErrors,
  {
    // Revocation and configuration are stored before the lists are built.
    status: [400, 500],
    text: /during CRL building/i,
    is: refused,
    proves: { made: 'all', shownBy: 'openbao/builtin/logical/pki/crl_util.go revokeCert' },
    operations: ['pki.revoke', 'pki.crl.config.set'],
    hint: 'The revocation lists could not be built. When the cause is gone, build them: trivet pki crl rotate --mount {mount}',
  },
  {
    status: [400, 500],
    text: /during CRL building/i,
    operations: ['pki.crl.rotate'],
  },
  {
    status: [500],
    text: /could not fetch the CA certificate|no default issuer currently configured/i,
    is: { exit: 1, code: 'no-ca' },
    proves: nothing('test/recordings/secrets/pki.issue.no-issuer.json'),
    operations: ['pki.'],
    hint: 'The mount has no CA. Create one with trivet pki root generate or pki intermediate generate, or import one with pki ca import.',
  },
  {
    status: [400],
    text: /^unknown role/i,
    is: missing,
    proves: nothing('test/recordings/secrets/pki.issue.unknown-role.json'),
    names: 'object',
    operations: ['pki.issue', 'pki.sign', 'pki.sign-verbatim'],
    hint: 'List the roles: trivet pki role list --mount {mount}',
  },
  {
    status: [400],
    text: /no default issuer currently configured/i,
    is: missing,
    operations: ['pki.cert.show'],
    hint: 'The mount has no CA.',
  },
  {
    status: [500],
    text: /provided certificate data was too short|unable to verify signature on presented cert/i,
    is: refused,
    proves: nothing('openbao/builtin/logical/pki/path_revoke.go pathRevokeWriteHandleCertificate'),
    operations: ['pki.revoke'],
    hint: 'This mount did not issue the certificate.',
  },
  {
    status: [400],
    text: /^(?!error parsing (?:key|issuer) ).*(?:contains no data|invalid PEM data|data was too short|for import was too short)/is,
    is: refused,
    proves: nothing('test/recordings/secrets/pki.ca.import.garbage.json'),
    operations: ['pki.'],
    hint: 'Give PEM text, or a file as @FILE.',
  },
  {
    // The server stores the keys of a bundle before its certificates, each when it is parsed.
    status: [400],
    text: /^(?:error parsing key 0:|(?!error parsing (?:key|issuer) ))/i,
    proves: nothing('openbao/builtin/logical/pki/path_manage_issuers.go pathImportIssuers'),
    operations: ['pki.ca.import'],
  },
  {
    status: [400],
    text: /^(?:error parsing issuer 0:|(?!error parsing issuer ))/i,
    proves: nothing('openbao/builtin/logical/pki/path_manage_issuers.go pathImportIssuers'),
    operations: ['pki.intermediate.set-signed'],
  },
  {
    status: [500],
    text: /does not match submitted certificate's/i,
    is: refused,
    proves: nothing('test/recordings/secrets/pki.root.sign-self-issued.algorithm-mismatch.json'),
    operations: ['pki.root.sign-self-issued'],
    hint: 'Without --require-matching-certificate-algorithms it would be signed.',
  },
  {
    status: [400],
    text: /unsupported public key: <nil>/i,
    is: refused,
    proves: nothing('test/recordings/secrets/pki.root.generate.kms.json'),
    operations: ['pki.root.generate', 'pki.intermediate.generate'],
    hint: 'This server has no such managed key; managed keys need Vault Enterprise.',
  },
  {
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/pki/path_root.go pathCAGenerateRoot'),
    operations: ['pki.root.generate'],
  },
  {
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/pki/path_revoke.go pathRevokeWrite'),
    operations: ['pki.revoke'],
  },
  {
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/pki/path_config_crl.go pathCRLWrite'),
    operations: ['pki.crl.config.set'],
  },
];

/** The document gives no texts, and a server that follows it may be a real one. */
export const documentedErrors: readonly KnownError[] = [
  ...pkiErrors,
  {
    status: [400],
    text: /cannot write to a path ending in/i,
    is: refused,
    proves: nothing('test/recordings/secrets/message.create.trailing-slash.json'),
    operations: ['message.'],
    hint: 'The server is a Vault or an OpenBao: use --product vault or --product openbao.',
  },
];
