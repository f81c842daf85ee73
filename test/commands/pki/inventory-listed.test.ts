/** Tests `pki inventory` at servers with many certificates or several of one root, and the weeks of the calendar. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarRows } from '../../../src/features/certificates/inventory/calendar.ts';
import { answering, secretsAt } from '../../support/answering.ts';
import type { Json } from '../../../src/documents/json/json.ts';
import type { Made } from './authority-maker.ts';
import { make } from './authority-maker.ts';

const made: string[] = [];
let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-listed-'));
  made.push(config);
});
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly common_name: string;
}

describe('a server with more certificates than a page has', () => {
  const serialOf = (number: number): string =>
    (0x4a_00_00_00 + number).toString(16).replaceAll(/(..)(?=.)/g, '$1:');
  const info = (serial: string) => ({
    common_name: `${serial.replaceAll(':', '')}.example.com`,
    dns_names: [`${serial.replaceAll(':', '')}.example.com`],
    issuer: 'CN=demo root',
    not_before: '2026-01-01T00:00:00Z',
    not_after: '2099-01-01T00:00:00Z',
    key_type: 'ec',
    key_bits: 256,
  });
  const nothing = { status: 404, body: { errors: [] } };
  const listing = (count: number, pages: 'has pages' | 'repeats one page' = 'has pages') =>
    answering(
      'pki inventory --mount pki -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path, query }) => {
        if (!path.endsWith('/certs/detailed')) return nothing;
        const all = Array.from({ length: count }, (_, number) => serialOf(number));
        const after = pages === 'has pages' ? (query['after'] ?? '') : '';
        const keys = all.filter((serial) => serial > after).slice(0, Number(query['limit']));
        if (keys.length === 0) return nothing;
        const key_info = Object.fromEntries(keys.map((serial) => [serial, info(serial)]));
        return { body: { request_id: String(Math.random()), data: { keys, key_info } } };
      },
    );
  const asked = (requests: readonly { readonly path: string }[]): number =>
    requests.filter(({ path }) => path.endsWith('/certs/detailed')).length;

  test.each([
    [9999, 1],
    [10_000, 2],
    [10_001, 2],
  ])('has %i of them listed in %i requests', async (count, requests) => {
    const { code, stdout, stderr, asked: sentOnes } = await listing(count);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(count);
    expect(asked(sentOnes)).toBe(requests);
  });

  test('is asked for the plain list where it sends one page again and again', async () => {
    const { asked: sentOnes } = await listing(10_001, 'repeats one page');
    expect(asked(sentOnes)).toBe(2);
    expect(sentOnes.map(({ path }) => path)).toContain('/v1/pki/certs');
  });

  test('and one without its details has it read', async () => {
    const { asked: sentOnes } = await answering(
      'pki inventory --mount pki -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path }) =>
        path.endsWith('/certs/detailed')
          ? { body: { data: { keys: ['01:02', '01:03'], key_info: { '01:02': info('01:02') } } } }
          : nothing,
    );
    expect(sentOnes.map(({ path }) => path)).toContain('/v1/pki/cert/01%3A03');
  });
});

test('a certificate of a root is not due where only another certificate of the root was revoked', async () => {
  const other = await make({ name: 'Other', ca: true });
  const root = await make({ name: 'Root', ca: true });
  const cross = await make({ name: 'Root', ca: true, keys: root.keys, issuer: other });
  const leaf = await make({ name: 'www.example.com', names: ['www.example.com'], issuer: root });
  const serialOf = ({ certificate }: Made): string => certificate.serialNumber.padStart(2, '0');
  const info = (one: Made, issuer: string) => ({
    common_name: one.certificate.subject.replace('CN=', ''),
    dns_names: [],
    issuer: `CN=${issuer}`,
    not_before: one.certificate.notBefore.toISOString(),
    not_after: one.certificate.notAfter.toISOString(),
    key_type: 'ec',
    key_bits: 256,
  });
  const entries = (isCrossRevoked: boolean, isRootRevoked: boolean) => ({
    root: { issuer_id: 'root', certificate: root.pem, revoked: isRootRevoked, revocation_time: 1 },
    cross: { issuer_id: 'cross', certificate: cross.pem, revoked: isCrossRevoked, revocation_time: 1 },
  });
  const due = async (isRootRevoked: boolean): Promise<readonly string[]> => {
    const issuers = entries(true, isRootRevoked);
    const { stdout, stderr } = await answering(
      'pki inventory --mount pki --expires-within 1d -o json',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: config, TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ path }) => {
        const [, name = ''] = /\/v1\/pki\/(.*)$/.exec(path) ?? [];
        const replies: Readonly<Record<string, Json>> = {
          'certs/detailed': {
            keys: [serialOf(root), serialOf(leaf)],
            key_info: { [serialOf(root)]: info(root, 'Root'), [serialOf(leaf)]: info(leaf, 'Root') },
          },
          'certs/revoked': { keys: isRootRevoked ? [serialOf(root)] : [] },
          issuers: {
            keys: ['root', 'cross'],
            key_info: {
              root: { serial_number: serialOf(root) },
              cross: { serial_number: serialOf(cross) },
            },
          },
          'issuer/root': issuers.root,
          'issuer/cross': issuers.cross,
          [`cert/${serialOf(root)}`]: { certificate: root.pem, revocation_time: isRootRevoked ? 1 : 0 },
          [`cert/${serialOf(leaf)}`]: { certificate: leaf.pem, revocation_time: 0 },
        };
        const data = replies[name];
        return data === undefined ? { status: 404, body: { errors: [] } } : { body: { data } };
      },
    );
    if (stdout === '') throw new Error(stderr);
    return (JSON.parse(stdout) as readonly Row[]).map(({ common_name }) => common_name);
  };
  expect(await due(false)).toEqual([]);
  expect(await due(true)).toEqual(['www.example.com']);
});

describe('the calendar', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const row = (common_name: string, not_after: string, more = {}) => ({
    common_name,
    not_after,
    revoked: 'no',
    superseded: false,
    due: false,
    ...more,
  });

  test('has a row for each week, from its Monday', () => {
    const found = calendarRows(
      [
        row('a', '2026-11-22T23:59:59Z', { due: true }),
        row('b', '2026-11-23T00:00:00Z', { due: true }),
        row('b', '2026-11-29T23:59:59Z'),
        row('c', '2026-12-01T00:00:00Z', { superseded: null }),
        row('gone', '2026-12-01T00:00:00Z', { revoked: 'yes' }),
        row('old', '2026-12-01T00:00:00Z', { superseded: true }),
      ],
      now,
    );
    expect(found).toEqual([
      {
        from: '2026-11-16T00:00:00Z',
        period: 'week',
        ends: 1,
        due_count: 1,
        bar: '#'.repeat(20),
        certificates: ['a'],
      },
      {
        from: '2026-11-23T00:00:00Z',
        period: 'week',
        ends: 2,
        due_count: 1,
        bar: '#'.repeat(40),
        certificates: ['b'],
      },
      {
        from: '2026-11-30T00:00:00Z',
        period: 'week',
        ends: 1,
        due_count: 0,
        bar: '#'.repeat(20),
        certificates: ['c'],
      },
    ]);
  });

  test('has a row for each month when something ends later than in half a year', () => {
    const found = calendarRows([row('a', '2026-11-30T00:00:00Z'), row('b', '2027-07-01T00:00:00Z')], now);
    expect(found).toMatchObject([
      { from: '2026-11-01T00:00:00Z', period: 'month' },
      { from: '2027-07-01T00:00:00Z', period: 'month' },
    ]);
    const near = calendarRows([row('b', '2027-05-24T12:00:00Z')], now);
    expect(near).toMatchObject([{ from: '2027-05-24T00:00:00Z', period: 'week' }]);
  });

  test('is empty without certificates', () => {
    expect(calendarRows([], now)).toEqual([]);
  });
});
