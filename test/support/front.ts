/** A server in front of the sandbox, for tests that do something at a certain request: a signal, for example. */
import type { FakeRequest } from './fake-server.ts';
import { fakeServer } from './fake-server.ts';

/** Headers of the connection and of the coding of the body, which are not passed on. */
const own = new Set(['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding']);

export const passedOn = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries([...headers].flatMap(([key, value]) => (own.has(key) ? [] : [[key, String(value)]])));

/**
 * Returns a URL that passes everything on. It ends with the test.
 * @param before is called with each request, which is passed on when the result resolves
 * @param change returns what is sent in place of the body of a reply
 */
export const inFrontOf = async (
  url: string,
  before: (request: FakeRequest) => void | Promise<void>,
  change: (request: FakeRequest, body: Buffer) => Buffer | Promise<Buffer> = (_, body) => body,
): Promise<string> => {
  const { origin, pathname } = new URL(url);
  const front = await fakeServer(async (request) => {
    await before(request);
    const { method, url: path, headers, body } = request;
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: passedOn(Object.entries(headers)),
      ...(body === '' ? {} : { body }),
    });
    return {
      status: reply.status,
      headers: passedOn(reply.headers),
      body: await change(request, Buffer.from(await reply.arrayBuffer())),
    };
  });
  return `${front.origin}${pathname === '/' ? '' : pathname}`;
};
