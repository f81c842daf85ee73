/** Tests what a comparison knows of real kinds; compare-decides.test.ts has each of its decisions. */
import { expect, test } from 'vitest';
import { compare } from '../../src/commands/state/workflows/objects/compare.ts';
import { flattened, nested, settingsIn } from '../../src/commands/state/workflows/objects/desired.ts';
import type { JsonObject } from '../../src/documents/json/json.ts';
import type { KindName } from '../../src/catalogue/kind-name.ts';
import { program } from '../../src/main.ts';

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
])('a change of settings may rotate passwords or keys of a %s', async (name, now, settings, rotates) => {
  const kind = await program.catalogue.kind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const before = now && { settings: now, parts: {} };
  expect(compare(kind, before, { settings, parts: {} }).rotates).toBe(rotates);
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
