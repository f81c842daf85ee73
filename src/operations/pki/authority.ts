/** Constraints of a CA certificate (document 2 §4.2). */

/** -1 is no limit, or one less than the signer's; 0 allows no CA below it. */
export const maxPathLength = {
  in: 'body',
  type: 'integer',
  summary: 'CAs allowed below this one; -1: no limit of its own, 0: none',
  default: '-1',
  limits: { minimum: -1 },
  metavar: 'n',
} as const;

export const permittedDomains = {
  in: 'body',
  type: 'strings',
  summary: 'Domains that certificates below it may name, subdomains too',
  metavar: 'domain',
} as const;
