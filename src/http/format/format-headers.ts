/** Which headers `--verbose` shows with their values: a list of what is known to be harmless, not of what is not. */
import { redactedMark } from './redact.ts';

const shown = new Set([
  'accept',
  'accept-encoding',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'host',
  'keep-alive',
  'last-modified',
  'retry-after',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'tfp-api-version',
  'tfp-appname',
  'x-cache',
  'x-nomad-index',
  'x-nomad-knownleader',
  'x-nomad-lastcontact',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-tfe-current-tags',
  'x-tfe-version',
  'x-trivet-request-id',
  'x-vault-namespace',
  'x-vault-request',
  'x-vault-wrap-ttl',
  'x-vault-index',
]);

/** False where a header is known to hold no secret. */
export const mayBeSecret = (name: string): boolean => !shown.has(name.toLowerCase());

/** `name: value` lines; a header that is not known to be harmless shows only its name. */
export const formatHeaders = (
  headers: Readonly<Record<string, string | readonly string[]>>,
): readonly string[] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${mayBeSecret(name) ? redactedMark : value}`),
  );
