/** The program against the fake server. */
import type { FakeRequest, Reply } from './fake-server.ts';
import { startFakeServer } from './fake-server.ts';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli, words } from './run-cli.ts';

export interface Answered extends CliResult {
  readonly asked: readonly FakeRequest[];
}

/** The environment in which a server is the secrets service. */
export const secretsAt = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_SECRETS_TOKEN: 'the-token',
});

/**
 * Runs `trivet <line>` against the replies.
 * @param env gets the origin of the server
 * @param answer gets each request and the number of requests before it; a promise delays the reply, and undefined sends nothing
 */
export const answering = async (
  line: string,
  env: (origin: string) => Readonly<Record<string, string>>,
  answer: (request: FakeRequest, before: number) => Reply | Promise<Reply>,
  options: Omit<CliOptions, 'env'> = {},
): Promise<Answered> => {
  const server = await startFakeServer(async (request, before) => {
    const reply = await answer(request, before);
    if (reply === undefined) return undefined;
    const { headers, ...rest } = reply;
    return { ...rest, headers: { 'content-type': 'application/vnd.api+json', ...headers } };
  });
  try {
    const result = await runCli(words(line), { ...options, env: env(server.origin) });
    return { ...result, asked: server.received };
  } finally {
    await server.close();
  }
};
