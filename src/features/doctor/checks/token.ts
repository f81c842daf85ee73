import { quoted } from '../../../catalogue/text/server-text.ts';
import { Exit } from '../../../system/error.ts';
import type { Token } from '../../../config/endpoint.ts';
import { loginLine } from '../../../services/login-words.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import type { Finding, Findings } from './finding.ts';

const remedy = ({ service, profile, sources }: Endpoint): string => {
  const login = loginLine(service, profile);
  const source = sources['token'] ?? '';
  return /^[A-Z][A-Z0-9_]*$/.test(source)
    ? `Put a valid token into ${source}, or store one: ${login}`
    : `Give a valid one with --token-file FILE, or store one: ${login}`;
};

export const missingToken = (endpoint: Endpoint, findings: Findings): Finding =>
  findings.problem('token', Exit.denied, 'no token is configured', remedy(endpoint));

export const refusedToken = (
  endpoint: Endpoint,
  token: Token | undefined,
  server: string,
  findings: Findings,
): Finding => {
  // A document explains nothing to a person.
  const words = server === '' || server.startsWith('{') ? '' : `: ${quoted(server)}`;
  return token === undefined
    ? findings.problem(
        'token',
        Exit.denied,
        `no token is configured, and the server requires one${words}`,
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

/** The reply came from a proxy or a login page. */
export const notTheApi = ({ baseUrl }: Endpoint, findings: Findings): Finding =>
  findings.problem(
    'token',
    Exit.unreachable,
    `not checked: ${baseUrl} sent a success that is not the API's reply`,
    'Check the base URL; a proxy or a login page might be in between.',
  );

export const remaining = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
};

export const expiresSoon = 3_600_000;
