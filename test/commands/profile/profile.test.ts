/** Tests that `trivet profile set --product detect` asks a server without a token. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';

const { trivet, profiles } = useConfigFolder();
const serve = useServers();

test('finds out the product with --product detect, without a token', async () => {
  const server = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"version":"2.1.0"}'),
  );
  const result = await trivet(`profile set p --secrets-url ${server.origin}/v1 --secrets-product detect`);
  expect(result.code).toBe(0);
  expect(JSON.parse(profiles() ?? 'null')).toMatchObject({
    profiles: { p: { secrets: { product: 'openbao' } } },
  });
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/sys/health', undefined],
  ]);
});
