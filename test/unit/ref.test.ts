/** One object has one key, however its place and its name are spelled; another object has another. */
import { expect, test } from 'vitest';
import { program } from '../../src/main.ts';
import type { StateKindName } from '../../src/catalogue/kind-name.ts';
import { keyOfObject, refOfObject } from '../../src/commands/state/workflows/objects/desired.ts';
import type { ObjectName, ScopeValues } from '../../src/commands/state/workflows/objects/desired.ts';
import { keyOf, refOf, sameRef } from '../../src/catalogue/ref.ts';
import type { Ref } from '../../src/catalogue/ref.ts';
import type { ServiceName } from '../../src/catalogue/product.ts';
import { samePart } from '../../src/catalogue/target.ts';
import type { Part, Scope, Target } from '../../src/catalogue/target.ts';

const secrets = (scope: Scope, address = 'https://vault:8200/v1'): Target => ({
  service: 'secrets',
  address,
  scope,
});
const jobs = (scope: Scope): Target => ({ service: 'jobs', address: 'https://nomad:4646', scope });
const organization = (name: string): Target => ({
  service: 'workspaces',
  address: 'https://tfe',
  scope: { organization: name },
});

const ref = (kind: string, target: Target, name: string): Ref => refOf({ kind }, target, name);
const settings = (target: Target, name: string): Ref =>
  refOf({ kind: 'pki-urls', singleton: true }, target, name);

const pki = secrets({ mount: 'pki', namespace: 'team-a' });
const serial = '39:dd:2e';

test.for<readonly [why: string, one: Ref, other: Ref]>([
  [
    'a mount and its namespace are one path from the root',
    ref('pki-role', secrets({ mount: 'team-a/pki', namespace: '', unknown: 'namespace' }), 'web'),
    ref('pki-role', pki, 'web'),
  ],
  [
    'slashes around a namespace and a mount count for nothing',
    ref('pki-role', secrets({ mount: 'pki/', namespace: '/team-a/' }), 'web'),
    ref('pki-role', pki, 'web'),
  ],
  [
    'the root namespace is the empty one',
    ref('message', secrets({ namespace: 'root' }), '6a0e'),
    ref('message', secrets({ namespace: '' }), '6a0e'),
  ],
  [
    'a server has one address, with a final slash and a name of this machine, too',
    ref('pki-role', secrets({ mount: 'pki' }, 'http://localhost:8200/v1/'), 'web'),
    ref('pki-role', secrets({ mount: 'pki' }, 'http://127.0.0.1:8200/v1'), 'web'),
  ],
  [
    'the names of the directory engine have no case',
    ref('ldap-set', pki, 'Ops'),
    ref('ldap-set', pki, 'ops'),
  ],
  [
    'a serial number has no case and no separators',
    ref('pki-certificate', pki, '0x0039DD2E'),
    ref('pki-certificate', pki, serial),
  ],
  [
    'a serial number with hyphens is the one with colons',
    ref('pki-certificate', pki, '39-DD-2E'),
    ref('pki-certificate', pki, serial),
  ],
  [
    'the only object of a mount has the name of the mount, or none',
    settings(secrets({ mount: 'team-a/pki', namespace: '' }), 'team-a/pki'),
    settings(pki, ''),
  ],
  [
    'the jobs of no namespace are those of default',
    ref('job', jobs({ namespace: 'default' }), 'web'),
    ref('job', jobs({}), 'web'),
  ],
  [
    'a profile is a way to a server, and no part of the object',
    ref('job', { ...jobs({ namespace: 'default' }), profile: 'prod' }, 'web'),
    ref('job', jobs({ namespace: 'default' }), 'web'),
  ],
])('%s', ([, one, other]) => {
  expect(keyOf(one)).toBe(keyOf(other));
  expect(sameRef(one, other)).toBe(true);
});

test.for<readonly [why: string, one: Ref, other: Ref]>([
  ['roles of the certificate engine have case', ref('pki-role', pki, 'Web'), ref('pki-role', pki, 'web')],
  ['jobs have case', ref('job', jobs({}), 'Web'), ref('job', jobs({}), 'web')],
  [
    'jobs of two regions are two',
    ref('job', jobs({ namespace: 'default', region: 'eu' }), 'web'),
    ref('job', jobs({ namespace: 'default', region: 'us' }), 'web'),
  ],
  [
    'a namespace of the jobs service may have the name root',
    ref('job', jobs({ namespace: 'root' }), 'web'),
    ref('job', jobs({}), 'web'),
  ],
  [
    'a namespace of the secrets service may have the name default',
    ref('message', secrets({ namespace: 'default' }), '6a0e'),
    ref('message', secrets({ namespace: '' }), '6a0e'),
  ],
  [
    'workspaces of two organizations are two',
    ref('workspace', organization('acme'), 'web'),
    ref('workspace', organization('other'), 'web'),
  ],
  [
    'objects of two servers are two',
    ref('pki-role', secrets({ mount: 'pki' }), 'web'),
    ref('pki-role', secrets({ mount: 'pki' }, 'https://other:8200/v1'), 'web'),
  ],
  [
    'objects of two kinds are two',
    ref('ldap-role', secrets({ mount: 'ldap' }), 'web'),
    ref('ldap-static-role', secrets({ mount: 'ldap' }), 'web'),
  ],
  [
    'certificates of two mounts are two',
    ref('pki-certificate', pki, serial),
    ref('pki-certificate', secrets({ mount: 'pki' }), serial),
  ],
])('%s', ([, one, other]) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
  expect(sameRef(one, other)).toBe(false);
});

test.for<readonly [ServiceName, Part, one: string, other: string, same: boolean]>([
  ['secrets', 'namespace', '', 'root', true],
  ['secrets', 'namespace', '/', 'root/', true],
  ['secrets', 'namespace', '/team-a/', 'team-a', true],
  ['secrets', 'namespace', '', 'default', false],
  ['secrets', 'namespace', 'root', 'default', false],
  ['secrets', 'namespace', '/', 'default', false],
  ['jobs', 'namespace', '', 'default', true],
  ['jobs', 'namespace', '', 'root', false],
  ['jobs', 'namespace', 'default', 'root', false],
  ['jobs', 'namespace', 'default', '/', false],
  ['jobs', 'region', '', 'default', false],
  ['jobs', 'region', '', 'root', false],
  ['workspaces', 'organization', '', 'default', false],
  ['workspaces', 'organization', 'default', 'root', false],
])('the %s service: %s %j and %j are one: %j', ([service, part, one, other, same]) => {
  expect([samePart(service, part, one, other), samePart(service, part, other, one)]).toEqual([same, same]);
});

const inFile = async (kind: StateKindName, name: string, scope: ScopeValues): Promise<ObjectName> => {
  const found = await program.catalogue.kind(kind);
  if (found === undefined) throw new Error(kind);
  return { kind: found, name, scope, address: 'https://s' };
};

test('an object of a file is one object, however its namespace is spelled', async () => {
  const [one, other, root, empty] = await Promise.all([
    inFile('message', 'a', { namespace: '/team-a' }),
    inFile('message', 'a', { namespace: 'team-a' }),
    inFile('message', 'a', { namespace: 'root' }),
    inFile('message', 'a', { namespace: '' }),
  ]);
  expect([keyOfObject(one), keyOfObject(root)]).toEqual([keyOfObject(other), keyOfObject(empty)]);
  expect(keyOfObject(one)).not.toBe(keyOfObject(root));
});

test('a workspace that a file names is one of its organization', async () => {
  const [acme, other, named] = await Promise.all([
    inFile('workspace', 'web', { organization: 'acme' }),
    inFile('workspace', 'web', { organization: 'other' }),
    inFile('workspace', 'api', { organization: 'acme' }),
  ]);
  const ref = refOfObject(named, { kind: 'workspace', name: 'web' });
  expect([sameRef(ref, refOfObject(acme)), sameRef(ref, refOfObject(other))]).toEqual([true, false]);
});
