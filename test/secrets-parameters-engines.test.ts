/** Compares every parameter of the cloud and directory engines with test/seeds/2-secrets.md, and tests their rules one by one. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { violations } from '../src/catalogue/check.ts';
import type { Operation } from '../src/catalogue/operation.ts';
import { sentBy } from '../src/catalogue/operation.ts';
import { documentedName } from '../src/catalogue/parameter.ts';
import type { InputRecord } from '../src/catalogue/parameter.ts';
import { serverProductOf } from '../src/catalogue/product.ts';
import type { ProductName } from '../src/catalogue/product.ts';
import { cloudParameters, ldapParameters } from './secrets-parameters-engines.ts';
import { commandsOf, operationNamed } from './support/catalogue.ts';

const seed = readFileSync(new URL('seeds/2-secrets.md', import.meta.url), 'utf8');

const operations: readonly Operation[] = commandsOf('aws', 'ldap').flatMap((command) =>
  command.operations.map(({ operation }) => operation),
);
const lines = [...cloudParameters, ...ldapParameters].flatMap((line) =>
  line.operations.map((id) => [`${id} ${line.name}`, id, line] as const),
);

describe('parameters', () => {
  test.each(lines)('%s is as documented', (_, id, line) => {
    expect(seed).toContain(line.seed);
    const parameter = Object.entries(operationNamed(id).parameters).find(
      ([key, one]) => documentedName(key, one) === line.name,
    )?.[1];
    expect(parameter?.type).toBe(line.type);
    expect(parameter?.required !== undefined).toBe(line.required ?? false);
    if (line.default === undefined) expect(parameter?.default).toBeUndefined();
    else expect(parameter?.default).toContain(line.default);
    expect(parameter?.enum).toEqual(line.enum);
    expect(parameter?.limits?.minimumSeconds).toBe(line.minimumSeconds);
    expect(parameter?.deprecated !== undefined).toBe(line.deprecated === true);
  });
});

test('operations have exactly the parameters of the document', () => {
  // An update is trivet's own: it reads the document and writes it back.
  const documented = operations.filter((one) => sentBy(one) === one && typeof one.source === 'string');
  expect(documented).toHaveLength(39);
  for (const operation of documented) {
    const known = lines.filter(([, id]) => id === operation.id).map(([, , { name }]) => name);
    const names = Object.entries(operation.parameters)
      .filter(([, one]) => one.context !== 'mount')
      .map(([key, one]) => documentedName(key, one));
    expect([operation.id, ...names.sort()]).toEqual([operation.id, ...known.sort()]);
  }
});

const broken = (id: string, input: InputRecord, product: ProductName = 'generic'): readonly string[] =>
  violations(
    operationNamed(id).parameters,
    operationNamed(id).rules ?? [],
    input,
    serverProductOf({ product }),
  );

const types = ['iam_user', 'assumed_role', 'federation_token', 'session_token'] as const;
const arns = ['arn:aws:iam::123456789012:policy/p'];
/** The parameters that each type requires. */
const least: Readonly<Record<(typeof types)[number], InputRecord>> = {
  iam_user: { policy_arns: arns },
  assumed_role: { role_arns: arns },
  federation_token: { policy_document: '{}' },
  session_token: {},
};
const given = (type: (typeof types)[number], more: InputRecord): readonly string[] =>
  broken('cloud.role.write', { name: 'r', credential_type: type, ...least[type], ...more });

describe('the table of credential types', () => {
  test.each(types)('requires nothing else for %s', (type) => {
    expect(given(type, {})).toEqual([]);
  });

  test.each([
    ['role_arns', arns, ['assumed_role']],
    ['policy_arns', arns, ['iam_user', 'assumed_role', 'federation_token']],
    ['policy_document', '{}', ['iam_user', 'assumed_role', 'federation_token']],
    ['iam_groups', ['g'], types],
    ['iam_tags', ['a=b'], types],
    ['default_sts_ttl', '1h', ['assumed_role', 'federation_token']],
    ['max_sts_ttl', '1h', ['assumed_role', 'federation_token']],
    ['user_path', '/a/', ['iam_user']],
    ['permissions_boundary_arn', 'arn:x', ['iam_user']],
    ['mfa_serial_number', 'GAHT12345678', types],
  ] as const)('allows %s only for its types', (name, value, allowed) => {
    for (const type of types) {
      const found = given(type, { [name]: value });
      if (allowed.some((one) => one === type)) expect(found).toEqual([]);
      else
        expect(found.join()).toContain(
          `--${name.replaceAll('_', '-')} cannot be given when --credential-type is`,
        );
    }
  });

  test('requires role_arns for assumed_role, and a policy for iam_user and federation_token', () => {
    const bare = (type: string) => broken('cloud.role.write', { name: 'r', credential_type: type }).join();
    expect(bare('assumed_role')).toContain('--role-arns is required');
    expect(bare('iam_user')).toContain('at least one of --policy-arns or --policy-document is required');
    expect(bare('federation_token')).toContain('at least one of --policy-arns or --policy-document');
    expect(bare('session_token')).toBe('');
  });

  test('a new role needs a type or a legacy parameter; a real server keeps the type in an update', () => {
    expect(broken('cloud.role.write', { name: 'r', iam_groups: ['g'] }).join()).toContain(
      '--credential-type',
    );
    expect(broken('cloud.role.write', { name: 'r', iam_groups: ['g'] }, 'openbao')).toEqual([]);
    expect(broken('cloud.role.write', { name: 'r', policy: '{}' })).toEqual([]);
    expect(broken('cloud.role.write', { name: 'r', arn: 'arn:x' })).toEqual([]);
  });

  test('the legacy policy and arn exclude each other and every other parameter', () => {
    expect(broken('cloud.role.write', { name: 'r', policy: '{}', arn: 'arn:x' })).toHaveLength(1);
    for (const name of [
      'credential_type',
      'role_arns',
      'policy_arns',
      'policy_document',
      'iam_groups',
      'iam_tags',
    ]) {
      const value = name === 'credential_type' ? 'session_token' : ['a=b'];
      expect(broken('cloud.role.write', { name: 'r', arn: 'arn:x', [name]: value }).join()).toContain(
        'legacy form',
      );
    }
  });

  test('session_token and MFA devices are refused for OpenBao', () => {
    const input = { name: 'r', credential_type: 'session_token', mfa_serial_number: 'x' };
    expect(broken('cloud.role.write', input, 'openbao')).toHaveLength(2);
    expect(broken('cloud.role.write', input, 'vault')).toEqual([]);
  });
});

describe('the root configuration', () => {
  test('needs both keys or none, not together with federation, which needs its role', () => {
    expect(broken('cloud.config.set', { access_key: 'A' })).toHaveLength(1);
    expect(broken('cloud.config.set', { access_key: 'A', secret_key: 's' })).toEqual([]);
    const both = { access_key: 'A', secret_key: 's', identity_token_audience: 'a', role_arn: 'arn:x' };
    expect(broken('cloud.config.set', both).join()).toContain('cannot be given together');
    expect(broken('cloud.config.set', { identity_token_audience: 'a' }).join()).toContain(
      '--role-arn is required',
    );
    expect(broken('cloud.config.set', { identity_token_audience: 'a', role_arn: 'arn:x' })).toEqual([]);
  });

  test('accepts the hour as the largest unit of a lease', () => {
    expect(broken('cloud.lease.set', { lease: '90m', lease_max: '12h' })).toEqual([]);
    expect(broken('cloud.lease.set', { lease: '1d', lease_max: '48h' })).toHaveLength(1);
  });
});

describe('the directory engine', () => {
  test('refuses length together with password_policy', () => {
    expect(broken('ldap.config.set', { length: 20, password_policy: 'p' })).toHaveLength(1);
    expect(broken('ldap.config.set', { length: 20 })).toEqual([]);
  });

  test('the shortest period is 1 minute in the cloud engine, 5 seconds in the directory engine', () => {
    expect(broken('cloud.static-role.write', { rotation_period: '59s' })).toHaveLength(1);
    expect(broken('cloud.static-role.write', { rotation_period: '60' })).toEqual([]);
    expect(broken('ldap.static-role.write', { rotation_period: '4s' })).toHaveLength(1);
    expect(broken('ldap.static-role.write', { rotation_period: '5s' })).toEqual([]);
  });

  test('a set name is refused if it is below manage or a path of the engine', () => {
    for (const name of ['manage/a', 'a/status', 'a/check-out', 'a/check-in']) {
      expect(broken('ldap.library.write', { set_name: name }).join()).toContain(
        'a name that does not start with',
      );
    }
    for (const name of ['a', 'a/b', 'manage', 'status', 'managers/a', 'a/status-page']) {
      expect(broken('ldap.library.write', { set_name: name })).toEqual([]);
    }
  });

  test('names with slashes are accepted as documented, and refused for OpenBao', () => {
    const ids = ['ldap.static-role.write', 'ldap.role.show', 'ldap.creds', 'ldap.library.check-out'];
    for (const id of ids) {
      const key = id.includes('library') ? 'set_name' : 'role_name';
      expect(broken(id, { [key]: 'team/a' })).toEqual([]);
      expect(broken(id, { [key]: 'team/a' }, 'openbao').join()).toContain(
        'OpenBao does not support hierarchical names',
      );
    }
  });
});
