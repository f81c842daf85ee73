/** The identity of a GitHub job: two variables name an address and a token for it. */
import { generic } from '../../../catalogue/product.ts';
import { Exit, localError, TrivetError } from '../../../system/error.ts';
import { textAt } from '../../../documents/json/json.ts';
import { isLoopback } from '../../../config/loopback.ts';
import type { Desk } from './desk.ts';

const address = 'ACTIONS_ID_TOKEN_REQUEST_URL';
const token = 'ACTIONS_ID_TOKEN_REQUEST_TOKEN';

type Environment = Readonly<Record<string, string | undefined>>;

export const hasGithubIdentity = (env: Environment): boolean =>
  (env[address] ?? '') !== '' && (env[token] ?? '') !== '';

const parsed = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw localError(`${address} is not an https:// address`);
};

/** @throws TrivetError exit 4, if GitHub does not give it */
export const githubIdentity = async ({ session, service, server, flags }: Desk): Promise<string> => {
  const { env } = session.io;
  const url = parsed(env[address] ?? '');
  const bearer = `Bearer ${env[token] ?? ''}`;
  session.reporter.hide([{ name: token, value: env[token] ?? '' }]);
  const audience = flags.audience ?? new URL(server.endpoint.baseUrl).origin;
  const { response, document } = await session.probe(service, url.pathname, {
    atOrigin: true,
    query: [...url.searchParams, ['audience', audience]],
    at: {
      service,
      product: generic,
      productChosen: true,
      baseUrl: url.origin,
      token: () => Promise.resolve(undefined),
      tls: {},
      headers: [{ name: 'authorization', value: bearer, variable: token, again: '' }],
      context: { mounts: {} },
      sources: {},
      notices: [],
    },
  });
  const value = textAt(document, 'value');
  if (response.status === 200 && value !== undefined && value !== '') {
    session.reporter.hide([{ name: 'JWT', value }]);
    return value;
  }
  throw new TrivetError('denied', Exit.denied, 'GitHub did not give the identity of the job', {
    status: response.status,
    hint: 'The job needs the permission id-token: write, and the variables of its own run.',
    effect: 'unchanged',
  });
};
