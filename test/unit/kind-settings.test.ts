/** Tests the settings that a file may have for each kind, derived from the commands that write and show it. */
import { expect, test } from 'vitest';
import { settingsOf } from '../../src/catalogue/kind-settings.ts';
import type { ObjectKind } from '../../src/catalogue/kind.ts';
import type { KindName } from '../../src/catalogue/kind-name.ts';
import { kindNames } from '../../src/catalogue/kind-name.ts';
import { program } from '../../src/main.ts';

const kindOf = async (name: KindName): Promise<ObjectKind> => {
  const kind = await program.catalogue.kind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
};

/** `!` cannot be changed, `+` is used only at creation, `*` is a secret. */
const keysOf = async (name: KindName): Promise<readonly string[]> =>
  settingsOf(await kindOf(name)).map(
    ({ key, fixed, creation, secret }) =>
      `${key}${fixed ? '!' : ''}${creation ? '+' : ''}${secret ? '*' : ''}`,
  );

test.each<[KindName, readonly string[], readonly string[]]>([
  [
    'workspace',
    ['engine-version', 'vcs-repo.branch', 'project', 'assessments-enabled'],
    ['name', 'id', 'vcs-repo', 'operations', 'tag', 'source-name', 'created-at', 'locked', 'permissions'],
  ],
  ['pki-role', ['ttl', 'key_usage', 'issuer_ref', 'use_pss'], ['name', 'allow_token_displayname']],
  ['pki-crl-config', ['expiry', 'auto_rebuild'], ['mount']],
  ['cloud-role', ['policy_document', 'external_id'], ['name', 'policy', 'arn', 'invalid_data']],
  ['cloud-static-role', ['username!', 'rotation_period'], ['id']],
  ['ldap-static-role', ['username!', 'dn!', 'skip_import_rotation+'], ['last_vault_rotation']],
  ['message', ['title', 'message'], ['id', 'status', 'active']],
  ['cloud-config', ['access_key', 'secret_key*'], []],
  ['ldap-config', ['bindpass*', 'client_tls_key*', 'groupdn'], ['last_bind_password_rotation']],
  [
    'job',
    ['TaskGroups', 'Meta', 'UI'],
    ['ID', 'Namespace', 'Stop', 'Version', 'VaultToken', 'Periodic.Spec'],
  ],
])('files can hold the settings of %s', async (name, has, lacks) => {
  const keys = await keysOf(name);
  expect(keys).toEqual(expect.arrayContaining([...has]));
  for (const key of lacks) expect(keys.map((one) => one.replace(/[!+*]/g, ''))).not.toContain(key);
});

test('every setting has a parameter that writes it, or exists only on real servers', async () => {
  for (const name of kindNames) {
    const kind = await kindOf(name);
    for (const { key, input, parameter } of settingsOf(kind)) {
      if (parameter === undefined) expect(kind.fields, `${name} ${key}`).toHaveProperty([key]);
      else expect(input, `${name} ${key}`).toBeDefined();
    }
    for (const { part, add, remove } of kind.parts ?? []) {
      for (const { command, input } of [add, remove]) {
        if (input !== undefined)
          expect(command.operations[0]?.operation.parameters, part).toHaveProperty([input]);
      }
    }
  }
});
