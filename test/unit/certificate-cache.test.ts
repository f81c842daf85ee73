/** A mount has one stored inventory, however its server and its namespace are spelled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  cachedInventories,
  cacheMount,
  inventoriesOf,
} from '../../src/features/certificates/inventory/certificate-cache.ts';
import { quietIo } from '../support/quiet-io.ts';

const home = mkdtempSync(join(tmpdir(), 'trivet-cache-'));
const io = quietIo({}, home);

afterAll(() => {
  rmSync(home, { recursive: true });
});

const server = 'https://vault/v1';
const keep = (namespace: string | undefined, mount: string, at: number): Promise<void> =>
  cacheMount({ server, namespace, mount, at, certificates: [], listed: [], unsettled: [], issuers: [] }, io);

test('the latest inventory of a mount is found by any spelling of its namespace', async () => {
  await keep('team-a', 'pki', 1);
  await keep('/team-a/', 'pki', 2);
  await keep(undefined, 'pki', 3);
  await keep('root', 'pki', 4);
  const at = async (namespace: string | undefined, mounts?: readonly string[]) =>
    inventoriesOf(await cachedInventories(server, io), namespace, mounts).map((one) => one.at);
  expect([
    await at('team-a/'),
    await at('team-a', ['pki']),
    await at(''),
    await at('root'),
    await at('team-b'),
    await at('team-a', ['other']),
  ]).toEqual([[2], [2], [4], [4], [], []]);
});
