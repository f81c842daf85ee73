/** The part of a token check that is the same everywhere: is there one, and what a refusal means. */
import { Exit } from '../../model/error.ts';
import type { Token } from '../../profiles/endpoint.ts';
import type { Endpoint } from '../../profiles/endpoint.ts';
import type { Finding, Findings } from './finding.ts';

/** What to do where a token is missing or refused. */
const remedy = ({ service, sources }: Endpoint): string => {
  const source = sources['token'] ?? '';
  return /^[A-Z][A-Z0-9_]*$/.test(source)
    ? `Put a valid token into ${source}, or store one: trivet auth login ${service}`
    : `Store a valid one: trivet auth login ${service}, or give --token-file FILE`;
};

export const missingToken = (endpoint: Endpoint, findings: Findings): Finding =>
  findings.problem('token', Exit.denied, 'there is none', remedy(endpoint));

/** @param server the server's own words */
export const refusedToken = (
  endpoint: Endpoint,
  token: Token | undefined,
  server: string,
  findings: Findings,
): Finding => {
  // A whole document is no explanation.
  const words = server === '' || server.startsWith('{') ? '' : `: ${server}`;
  return token === undefined
    ? findings.problem(
        'token',
        Exit.denied,
        `there is none, and the server wants one${words}`,
        remedy(endpoint),
      )
    : findings.problem(
        'token',
        Exit.denied,
        `the server does not accept the token from ${token.source}${words}`,
        remedy(endpoint),
        { source: token.source },
      );
};

/** A success that does not look like the API's: a proxy or a login page answers for the server. */
export const notTheApi = ({ baseUrl }: Endpoint, findings: Findings): Finding =>
  findings.problem(
    'token',
    Exit.unreachable,
    `not judged: ${baseUrl} sent a success that is not the API's reply`,
    'Check the base URL; a proxy or a login page might stand in between.',
  );

/** `in 3 days`, for the end of a token. */
export const remaining = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
};

/** A token that ends sooner is worth a warning. */
export const expiresSoon = 3_600_000;
