/** Tests that plain HTTP to a loopback name goes to this machine, whatever the resolver says. */
import type dns from 'node:dns';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openTransport } from '../../src/http/transport/transport.ts';
import { isLoopback } from '../../src/config/loopback.ts';
import { ok, rawServer, request, sendOptions, targetAt } from './http-servers.ts';

const lookup = vi.spyOn(createRequire(import.meta.url)('node:dns') as typeof dns, 'lookup');
afterEach(() => {
  lookup.mockReset();
});

/** The resolver returns these addresses for every name. */
const resolveTo = (...addresses: readonly string[]): void => {
  lookup.mockImplementation((...given: readonly unknown[]) => {
    const callback = given.at(-1);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (typeof callback === 'function') callback(null, found);
  });
};

const sentTo = async (origin: string) => {
  const transport = await openTransport('one-shot');
  return transport.send(request(), sendOptions(targetAt(0, { origin })));
};

describe('a loopback name over plain HTTP', () => {
  test.each([['203.0.113.7'], ['127.0.0.1', '203.0.113.7'], ['2001:db8::1', '::1'], ['0.0.0.0']])(
    'is not used if it resolves to %s %s',
    async (...addresses) => {
      resolveTo(...addresses);
      for (const name of ['localhost', 'vault.localhost']) {
        await expect(sentTo(`http://${name}:8200`)).rejects.toMatchObject({
          fault: 'dns',
          phase: 'not-sent',
          message: expect.stringMatching(/is not on this machine but at (?:203|2001|0\.)/),
        });
      }
    },
  );

  test('is used if it resolves only to loopback addresses', async () => {
    const server = await rawServer((socket) => socket.end(ok()));
    resolveTo('127.0.0.1');
    expect(await sentTo(`http://vault.localhost:${server.port}`)).toMatchObject({ status: 200 });
    expect(server.connections()).toBe(1);
    await server.close();
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['localhost', true],
  ['vault.localhost', true],
  ['localhost.example', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
])('%s counts as this machine: %s', (host, here) => {
  expect(isLoopback(host)).toBe(here);
});
