/** Compares every parameter of messages and certificates with test/seeds/2-secrets.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../src/catalogue/operation.ts';
import { sentBy } from '../src/catalogue/operation.ts';
import { documentedName } from '../src/catalogue/parameter.ts';
import { violations } from '../src/catalogue/check.ts';
import { serverProductOf } from '../src/catalogue/product.ts';
import { certificates } from './secrets-parameters-certificates.ts';
import { messages, roles } from './secrets-parameters-roles.ts';
import { commandsOf, operationNamed } from './support/catalogue.ts';

const seed = readFileSync(new URL('seeds/2-secrets.md', import.meta.url), 'utf8');
const quoted = [...messages, ...roles, ...certificates];

const operations: readonly Operation[] = commandsOf('message', 'pki').flatMap((command) =>
  command.operations.map(({ operation }) => operation),
);
const lines = quoted.flatMap((line) =>
  line.operations.map((id) => [`${id} ${line.name}`, id, line] as const),
);

describe('parameters', () => {
  test.each(lines)('%s is as documented', (_, id, line) => {
    expect(seed).toContain(line.seed);
    const entry = Object.entries(operationNamed(id).parameters).find(
      ([key, one]) => documentedName(key, one) === line.name,
    );
    const parameter = entry?.[1];
    expect(parameter?.type).toBe(line.type);
    expect(parameter?.required !== undefined).toBe(line.required ?? false);
    if (line.default !== undefined) expect(parameter?.default).toContain(line.default);
    expect(parameter?.enum).toEqual(line.enum);
    expect(parameter?.limits?.minimum).toBe(line.minimum);
  });
});

test('operations have only parameters that the document has', () => {
  const documented = operations.filter((one) => sentBy(one) === one && typeof one.source === 'string');
  for (const operation of documented) {
    const known = lines.filter(([, id]) => id === operation.id).map(([, , { name }]) => name);
    const names = Object.entries(operation.parameters)
      .filter(([key, one]) => one.context !== 'mount' && key !== 'encoding' && one.source === undefined)
      .map(([key, one]) => documentedName(key, one));
    expect([operation.id, ...names.sort()]).toEqual([operation.id, ...known.sort()]);
  }
});

const broken = (
  id: string,
  input: Parameters<typeof violations>[2],
  product: 'generic' | 'vault' = 'generic',
) =>
  violations(
    operationNamed(id).parameters,
    operationNamed(id).rules ?? [],
    input,
    serverProductOf({ product }),
  );

describe('limits and rules', () => {
  test('key_bits depends on key_type: rsa and ec have limits, ed25519 and any ignore it', () => {
    for (const id of ['pki.role.write', 'pki.root.generate', 'pki.intermediate.generate']) {
      for (const bits of [0, 2048, 3072, 4096]) {
        expect(broken(id, { key_type: 'rsa', key_bits: bits })).toEqual([]);
        expect(broken(id, { key_bits: bits })).toEqual([]);
      }
      for (const bits of [0, 224, 256, 384, 521])
        expect(broken(id, { key_type: 'ec', key_bits: bits })).toEqual([]);
      expect(broken(id, { key_type: 'rsa', key_bits: 256 })).toHaveLength(1);
      expect(broken(id, { key_bits: 1024 })).toHaveLength(1);
      expect(broken(id, { key_type: 'ec', key_bits: 2048 })).toHaveLength(1);
      expect(broken(id, { key_type: 'ed25519', key_bits: 7 })).toEqual([]);
    }
    expect(broken('pki.role.write', { key_type: 'any', key_bits: 7 })).toEqual([]);
    expect(broken('pki.root.generate', { key_type: 'any' })).toHaveLength(1);
  });

  test('signature_bits has the documented values', () => {
    for (const bits of [0, 256, 384, 512])
      expect(broken('pki.role.write', { signature_bits: bits })).toEqual([]);
    expect(broken('pki.role.write', { signature_bits: 128 })).toHaveLength(1);
  });

  test('names of key usages have any case; a misspelt name is refused', () => {
    for (const id of ['pki.role.write', 'pki.sign-verbatim']) {
      expect(
        broken(id, { key_usage: ['digitalsignature', 'CRLSign'], ext_key_usage: ['serverauth'] }),
      ).toEqual([]);
      expect(broken(id, { key_usage: [] })).toEqual([]);
      expect(broken(id, { key_usage: ['DigitalSignatur'] })).toHaveLength(1);
      expect(broken(id, { ext_key_usage: ['KeyUsageServerAuth'] })).toHaveLength(1);
      expect(broken(id, { ext_key_usage_oids: ['1.3.6.1.5.5.7.3.17'] })).toEqual([]);
      expect(broken(id, { ext_key_usage_oids: ['serverAuth'] })).toHaveLength(1);
    }
  });

  test('kms needs a managed key by name or by ID, not both', () => {
    const uuid = '2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10';
    for (const id of ['pki.root.generate', 'pki.intermediate.generate']) {
      expect(broken(id, { type: 'kms' })).toHaveLength(1);
      expect(broken(id, { type: 'kms', managed_key_name: 'hsm' })).toEqual([]);
      expect(broken(id, { type: 'kms', managed_key_id: uuid })).toEqual([]);
      expect(broken(id, { type: 'kms', managed_key_name: 'hsm', managed_key_id: uuid })).toHaveLength(1);
      expect(broken(id, { type: 'kms', managed_key_id: 'hsm' })).toHaveLength(1);
      expect(broken(id, { type: 'internal' })).toEqual([]);
      expect(broken(id, { type: 'external' })).toHaveLength(1);
    }
  });

  test('max_path_length is -1 or more', () => {
    for (const length of [-1, 0, 3])
      expect(broken('pki.root.generate', { max_path_length: length })).toEqual([]);
    expect(broken('pki.root.generate', { max_path_length: -2 })).toHaveLength(1);
  });

  test('not_after is UTC, to the second', () => {
    expect(broken('pki.role.write', { not_after: '9999-12-31T23:59:59Z' })).toEqual([]);
    expect(broken('pki.role.write', { not_after: '2030-01-01T00:00:00+01:00' })).toHaveLength(1);
    expect(broken('pki.role.write', { not_after: '2030-01-01T00:00:00.5Z' })).toHaveLength(1);
  });

  test('custom names have an OID and UTF8', () => {
    for (const [id, key] of [
      ['pki.issue', 'other_sans'],
      ['pki.role.write', 'allowed_other_sans'],
    ] as const) {
      expect(broken(id, { [key]: ['1.3.6.1.4.1.311.20.2.3;UTF8:svc@example.com'] })).toEqual([]);
      expect(broken(id, { [key]: ['1.3.6.1.4.1.311.20.2.3;UTF-8:a'] })).toEqual([]);
      expect(broken(id, { [key]: ['upn:svc@example.com'] })).toHaveLength(1);
    }
    expect(broken('pki.role.write', { allowed_other_sans: ['*'] })).toEqual([]);
  });

  test('ttl together with not_after is refused only for real servers', () => {
    const both = { ttl: '1h', not_after: '2030-01-01T00:00:00Z' };
    for (const id of ['pki.issue', 'pki.sign-verbatim', 'pki.root.generate']) {
      expect(broken(id, both)).toEqual([]);
      expect(broken(id, both, 'vault')).toHaveLength(1);
    }
  });

  test('a common name is required beside a request only as documented', () => {
    for (const id of ['pki.sign', 'pki.root.sign-intermediate']) {
      expect(operationNamed(id).parameters['common_name']?.required).toEqual({ exceptOn: ['vault'] });
      expect(broken(id, { csr: 'x', use_csr_values: true }, 'vault')).toEqual([]);
      expect(broken(id, { csr: 'x', common_name: ' ' })).toHaveLength(1);
    }
    expect(broken('pki.root.sign-intermediate', { csr: 'x' }, 'vault')).toHaveLength(1);
  });

  test('a link is one entry, a title is not blank, and a safety buffer is not zero', () => {
    expect(broken('message.create', { link: { a: 'https://b' } })).toEqual([]);
    expect(broken('message.create', { link: { a: 'https://b', c: 'https://d' } })).toHaveLength(1);
    expect(broken('message.create', { title: ' ' })).toHaveLength(1);
    expect(broken('pki.tidy', { safety_buffer: '0s' })).toHaveLength(1);
    expect(broken('pki.tidy', { safety_buffer: '72h' })).toEqual([]);
  });

  test('an update of a configuration that sets nothing is refused', () => {
    expect(broken('pki.crl.config.set', {})).toHaveLength(1);
    expect(broken('pki.urls.set', {})).toHaveLength(1);
    expect(broken('pki.urls.set', { ocsp_servers: [] })).toEqual([]);
  });
});
