/** Tests the differences between the current state of an object and a file. */
import { describe, expect, test } from 'vitest';
import type { Choice } from '../../src/commands/state/workflows/objects/compare.ts';
import { compare, movedIn } from '../../src/commands/state/workflows/objects/compare.ts';
import { flattened, nested, settingsIn } from '../../src/commands/state/workflows/objects/desired.ts';
import type { JsonObject } from '../../src/documents/json/json.ts';
import type { KindName } from '../../src/catalogue/kind-name.ts';
import { program } from '../../src/main.ts';

const compared = async (
  name: KindName,
  now: JsonObject | undefined,
  wanted: JsonObject,
  more: { readonly choice?: Choice; readonly nowParts?: JsonObject; readonly parts?: JsonObject } = {},
) => {
  const kind = await program.catalogue.kind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const before = now && { settings: now, parts: more.nowParts ?? {} };
  const { changes, ...rest } = compare(
    kind,
    before,
    { settings: wanted, parts: more.parts ?? {} },
    more.choice,
  );
  return { ...rest, keys: changes.map(({ key }) => key) };
};

describe('settings are compared', () => {
  test.each<[string, KindName, JsonObject, JsonObject, readonly string[]]>([
    ['a setting that the file omits', 'pki-role', { ttl: 60, key_type: 'ec' }, { key_type: 'ec' }, []],
    ['a duration in another spelling', 'pki-role', { ttl: 259_200 }, { ttl: '72h' }, []],
    ['another duration', 'pki-role', { ttl: 259_200 }, { ttl: '71h' }, ['ttl']],
    [
      'a list in another order',
      'pki-role',
      { allowed_domains: ['b', 'a'] },
      { allowed_domains: ['a', 'b'] },
      [],
    ],
    [
      'a removed entry',
      'pki-role',
      { allowed_domains: ['b', 'a'] },
      { allowed_domains: ['a'] },
      ['allowed_domains'],
    ],
    ['an empty value in any spelling', 'workspace', { description: '' }, { description: null }, []],
    ['null for a setting that has its default', 'pki-role', { server_flag: true }, { server_flag: null }, []],
    [
      'null for a setting that differs from its default',
      'pki-role',
      { server_flag: false },
      { server_flag: null },
      ['server_flag'],
    ],
    ['a recorded setting', 'pki-role', { issuer_ref: 'old' }, { issuer_ref: 'default' }, ['issuer_ref']],
    [
      'bits for which 0 is a default',
      'pki-role',
      { key_type: 'rsa', signature_bits: 256 },
      { signature_bits: 0 },
      [],
    ],
    [
      'JSON in another spelling',
      'cloud-role',
      { policy_document: '{"a":1}' },
      { policy_document: '{ "a": 1 }' },
      [],
    ],
    ['pairs as a map', 'cloud-role', { iam_tags: { a: 'b' } }, { iam_tags: ['a=b'] }, []],
    [
      'a nested one',
      'workspace',
      { 'vcs-repo.branch': 'a' },
      { 'vcs-repo.branch': 'b' },
      ['vcs-repo.branch'],
    ],
    [
      'a group that is cleared',
      'workspace',
      { 'vcs-repo.branch': 'a' },
      { 'vcs-repo': null },
      ['vcs-repo.branch'],
    ],
    ['a group that is clear', 'workspace', { 'vcs-repo': null }, { 'vcs-repo': null }, []],
  ])('as expected: %s', async (_, kind, now, wanted, keys) => {
    const found = await compared(kind, now, wanted);
    expect(found).toMatchObject({ action: keys.length === 0 ? 'same' : 'update', keys });
  });

  test('as all new, if the object does not exist', async () => {
    expect(await compared('workspace', undefined, { description: 'x', 'auto-apply': false })).toMatchObject({
      action: 'create',
      keys: ['description'],
    });
  });

  test('without secrets, and without what the server drops', async () => {
    const secret = await compared('ldap-config', { binddn: 'a' }, { binddn: 'a', bindpass: 'env:PASS' });
    expect(secret).toMatchObject({ action: 'same', unread: ['bindpass'], unknown: [] });
    const choice = { forgotten: ['project', 'consumers'] };
    const forgotten = await compared(
      'workspace',
      {},
      { project: 'prj-1' },
      { choice, parts: { consumers: ['a'] } },
    );
    expect(forgotten).toMatchObject({
      action: 'unknown',
      unknown: [
        { key: 'project', why: 'the server does not report it' },
        { key: 'consumers', why: 'the server does not have it' },
      ],
    });
  });

  test('unless one that cannot be changed differs, which is refused', async () => {
    const found = await compared(
      'ldap-static-role',
      { username: 'a', rotation_period: 60 },
      { username: 'b' },
    );
    expect(found).toMatchObject({ keys: [], refused: ['username cannot be changed'] });
  });

  test('within the limits of --only and --ignore', async () => {
    const both = { description: 'b', 'auto-apply': true };
    const only = { choice: { only: new Set(['description']) } };
    expect((await compared('workspace', {}, both, only)).keys).toEqual(['description']);
    const ignored = { choice: { ignored: new Set(['description', 'vcs-repo']) } };
    const all = { ...both, 'vcs-repo.branch': 'x' };
    expect((await compared('workspace', {}, all, ignored)).keys).toEqual(['auto-apply']);
  });
});

describe('a change of settings may rotate', () => {
  test.each<[KindName, JsonObject | undefined, JsonObject, string | undefined]>([
    ['cloud-static-role', undefined, { username: 'a' }, 'makes a new access key'],
    ['cloud-static-role', { rotation_period: 60 }, { rotation_period: 120 }, undefined],
    ['ldap-static-role', undefined, { username: 'a' }, 'rotates the password'],
    ['ldap-static-role', undefined, { username: 'a', skip_import_rotation: true }, undefined],
    [
      'ldap-set',
      { service_account_names: ['a'] },
      { service_account_names: ['a', 'b'] },
      'gives new accounts new passwords',
    ],
    ['ldap-set', { service_account_names: ['a', 'b'] }, { service_account_names: ['a'] }, undefined],
    ['pki-role', undefined, { ttl: 60 }, undefined],
  ])('passwords or keys of a %s', async (kind, now, wanted, rotates) => {
    expect((await compared(kind, now, wanted)).rotates).toBe(rotates);
  });
});

describe('parts of an object are compared', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject, readonly string[]]>([
    ['tags in another order', {}, { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, []],
    ['a removed tag', {}, { tags: ['a', 'b'] }, { tags: ['b'] }, ['tags']],
    ['consumers while all may read', { 'global-remote-state': true }, {}, { consumers: ['a'] }, []],
    ['consumers', { 'global-remote-state': false }, { consumers: [] }, { consumers: ['a'] }, ['consumers']],
    [
      'a removed policy',
      {},
      { 'retention-policy': { 'dont-delete': true } },
      { 'retention-policy': null },
      ['retention-policy'],
    ],
    ['none', {}, { 'ssh-key': null }, { 'ssh-key': null }, []],
  ])('as expected: %s', async (_, settings, nowParts, parts, keys) => {
    expect((await compared('workspace', settings, {}, { nowParts, parts })).keys).toEqual(keys);
  });

  test('by the entries that are added and removed', () => {
    expect(movedIn({ key: 'tags', type: 'strings', from: ['a', 'b'], to: ['b', 'c'] })).toEqual({
      added: ['c'],
      removed: ['a'],
    });
    expect(movedIn({ key: 'x', type: 'string', from: 'a', to: 'b' })).toBeUndefined();
  });
});

test('nested settings are flattened for the comparison', async () => {
  const kind = await program.catalogue.kind('workspace');
  if (kind === undefined) throw new Error('no workspace');
  const item = {
    name: 'a',
    'auto-apply': true,
    'vcs-repo': { branch: 'x', identifier: 'a/b', 'webhook-url': 'z' },
    locked: true,
  };
  const flat = settingsIn(kind, item);
  expect(flat).toEqual({ 'auto-apply': true, 'vcs-repo.branch': 'x', 'vcs-repo.identifier': 'a/b' });
  expect(nested(kind, flat)).toEqual({ 'auto-apply': true, 'vcs-repo': { branch: 'x', identifier: 'a/b' } });
  expect(flattened(kind, nested(kind, flat))).toEqual(flat);
  expect(settingsIn(kind, { 'vcs-repo': null })).toEqual({ 'vcs-repo': null });
});
