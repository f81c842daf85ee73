import { defineOperation } from '../../../catalogue/operation.ts';
import { issuerName, keyName, notBefore, notBeforeDuration, signature } from './beyond.ts';
import { generatedKey, generatedKeyRules, keyIsExported } from './key.ts';
import {
  alternativeNames,
  commonName,
  endOnce,
  excludeCommonName,
  format,
  rootView,
  maxPathLength,
  mount,
  notAfter,
  permittedDomains,
  privateKeyFormat,
  subject,
  ttl,
} from '../parts.ts';

export const generate = defineOperation({
  id: 'pki.root.generate',
  undo: { because: 'a generated CA can only be deleted: trivet pki root delete' },
  summary: 'Generate a self-signed CA certificate and its key',
  description:
    'The server refuses while the mount has a CA (see pki root delete); Vault and OpenBao add a second issuer ' +
    'instead, and keep the first as the default. URLs in the certificate come from pki urls. The root signs ' +
    'its own CRL. An exported key is returned once: --out DIR writes it.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/root/generate/{type}',
  parameters: {
    mount,
    ...generatedKey,
    common_name: { ...commonName, required: true },
    ...alternativeNames,
    ttl: ttl('within the maximum of mount and system', "the mount's ttl"),
    format,
    private_key_format: privateKeyFormat,
    max_path_length: maxPathLength,
    exclude_cn_from_sans: excludeCommonName,
    permitted_dns_domains: permittedDomains,
    ...subject,
    not_after: notAfter,
    ...issuerName,
    ...keyName,
    ...notBefore,
    ...notBeforeDuration,
    ...signature,
  },
  rules: [...generatedKeyRules, endOnce],
  effect: 'unsafe',
  steps: 'several',
  returnedOnce: keyIsExported,
  risks: [
    {
      risk: 'overwrites',
      gravity: 'ask',
      question: 'The mount {mount} has a CA{ca}. Generate another root in it?',
      uncertain: true,
    },
  ],
  view: rootView,
  lookUp: 'pki ca show --mount {mount}',
  errors: { 400: 'the mount has a CA already' },
  examples: [
    {
      summary: 'Ten years, the key stays inside',
      argv: "pki root generate internal --mount pki_new --common-name 'Example Root CA' --ttl 87600h",
    },
  ],
});

export const remove = defineOperation({
  id: 'pki.root.delete',
  undo: { because: 'the key was deleted' },
  summary: 'Delete the CA key of a mount',
  description:
    'Vault and OpenBao delete all issuers and all keys of the mount; other servers keep the old certificate ' +
    'readable until there is a new one. trivet first shows what would be destroyed. Type the mount at the ' +
    'prompt, or give --confirm MOUNT; --yes is not enough.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'DELETE',
  path: '/{mount}/root',
  parameters: { mount },
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'removes',
      gravity: 'type',
      question: 'This destroys the CA key of {mount}: nothing can be issued, signed or revoked afterwards.',
      name: '{mount}',
    },
  ],
  view: { kind: 'message', text: 'deleted the CA key of {mount}' },
  lookUp: 'pki ca show --mount {mount}',
  permission: ['delete', 'sudo'],
  errors: { 403: 'the token lacks the sudo capability' },
  examples: [{ summary: 'In a script', argv: 'pki root delete --mount pki_old --confirm pki_old' }],
});
