/** test/seeds/2-secrets.md §4.2. */

/** -1: no limit, or one less than the signer's; 0: no CA below. */
export const maxPathLength = {
  in: 'body',
  type: 'integer',
  summary: 'CA levels allowed below; -1: no own limit',
  default: '-1',
  limits: { minimum: -1 },
  metavar: 'n',
} as const;

export const permittedDomains = {
  in: 'body',
  type: 'strings',
  summary: 'Domains (with subdomains) allowed in certificates below',
  metavar: 'domain',
} as const;
