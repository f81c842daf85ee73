/**
 * Compares the engines with recorded exchanges of a real server, in an order in which each finds what it needs.
 * Exchanges in which the real server deviates from the document are omitted.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../support/sandbox-types.ts';
import type { Harness } from './secrets-engine.ts';
import { operator, owner, startCloud, startDirectory } from './secrets-engine.ts';

type Outcome = Awaited<ReturnType<Harness['outcome']>>;
type Reply = Exclude<Outcome, Error>;
type Refusal = Extract<Outcome, Error>;
type Values = Readonly<Record<string, Json>>;

interface Recording {
  readonly request: {
    readonly method: Parameters<Harness['call']>[0];
    readonly path: string;
    readonly body: { readonly json: Values } | null;
  };
  readonly response: {
    readonly status: number;
    readonly body: {
      readonly json: {
        readonly errors?: readonly string[];
        readonly data?: Values | null;
        readonly warnings?: readonly string[] | null;
        readonly renewable?: boolean;
        readonly lease_duration?: number;
      };
    } | null;
  };
}

/** Fields that differ from one call to the next, or hold the age of the recording. */
const VOLATILE = new Set([
  'access_key',
  'secret_key',
  'security_token',
  'arn',
  'id',
  'ttl',
  'password',
  'last_password',
  'last_vault_rotation',
  'borrower_client_token',
]);

function load(name: string): Recording {
  const path = new URL(`../recordings/secrets/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Recording;
}

function stable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !VOLATILE.has(key)));
}

function statusOf(reply: Reply): number {
  const hasBody = reply.data !== undefined || reply.lease !== undefined || (reply.warnings ?? []).length > 0;
  return reply.status ?? (hasBody ? 200 : 204);
}

async function replay(engine: Harness, { request }: Recording, asOperator: boolean): Promise<Outcome> {
  const [, , , ...below] = request.path.split('/');
  return engine.outcome(
    request.method,
    below.join('/'),
    request.body?.json ?? {},
    asOperator ? operator : owner,
  );
}

/** Removes what the provider adds after its own message, and a stray quote at the end of one text. */
function compareErrors(actual: Refusal, recorded: Recording): void {
  expect(actual.status).toBe(recorded.response.status);
  const plain = (text: string): string => text.replace(/\n\tstatus code: .*|'$/s, '').trim();
  expect(actual.errors.map(plain)).toEqual((recorded.response.body?.json.errors ?? []).map(plain));
}

/** Fields in `differing` exist only in the document, or have another value there. */
function compareData(reply: Reply, recorded: Recording, differing: readonly string[]): void {
  expect(statusOf(reply)).toBe(recorded.response.status);
  const json = recorded.response.body?.json;
  expect(reply.warnings ?? []).toEqual(json?.warnings ?? []);
  expect(reply.lease?.renewable ?? false).toBe(json?.renewable ?? false);
  expect(reply.lease?.seconds ?? 0).toBe(json?.lease_duration ?? 0);
  const without = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !differing.includes(key)));
  const expected = without(json?.data ?? {});
  const actual = without(reply.data ?? {});
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  expect(stable(actual)).toEqual(stable(expected));
}

interface Step {
  readonly name: string;
  readonly differing?: readonly string[];
  readonly asOperator?: boolean;
  readonly before?: (engine: Harness) => Promise<unknown>;
}

/** The exchanges with a different result, and the difference. */
async function play(engine: Harness, steps: readonly (Step | string)[]): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const step of steps) {
    const {
      name,
      differing = [],
      asOperator = false,
      before,
    } = typeof step === 'string' ? { name: step } : step;
    await before?.(engine);
    const recorded = load(name);
    const outcome = await replay(engine, recorded, asOperator);
    try {
      if (outcome instanceof Error) compareErrors(outcome, recorded);
      else compareData(outcome, recorded, differing);
    } catch (error) {
      differences.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return differences;
}

const FEDERATION = ['identity_token_audience', 'identity_token_ttl', 'role_arn'];
const ROLE = ['mfa_serial_number', 'user_path'];

describe('recorded exchanges', () => {
  it('match for cloud', async () => {
    const cloud = await startCloud(true);
    const differences = await play(cloud, [
      'cloud.config.show.never-set',
      'cloud.config.rotate-root.never-set',
      'cloud.lease.show.never-set',
      'cloud.role.list.empty',
      'cloud.config.set.ok',
      { name: 'cloud.config.show.ok', differing: FEDERATION },
      'cloud.lease.set.missing-lease-max',
      'cloud.lease.set.bad-duration',
      'cloud.lease.set.ok',
      'cloud.lease.show.ok',
      'cloud.role.write.iam-user-policy-document',
      'cloud.role.write.iam-user-all',
      'cloud.role.write.assumed-role',
      'cloud.role.write.partial-update',
      'cloud.role.write.federation-token',
      'cloud.role.write.legacy-policy',
      'cloud.role.write.no-type',
      'cloud.role.write.role-arns-with-iam-user',
      'cloud.role.write.bad-policy-document',
      'cloud.role.write.name-with-slash',
      { name: 'cloud.role.show.ok', differing: ROLE },
      { name: 'cloud.role.show.app-full', differing: ROLE },
      { name: 'cloud.role.show.deploy', differing: ROLE },
      { name: 'cloud.role.show.legacy', differing: ROLE },
      'cloud.role.show.unknown',
      'cloud.creds.ok',
      'cloud.creds.assumed-role',
      'cloud.creds.unknown-role',
      'cloud.sts.ok',
      'cloud.sts.federation-token',
      'cloud.sts.role-arn-not-allowed',
      'cloud.sts.ttl-over-max',
      'cloud.sts.unknown-role',
      'cloud.static-role.write.missing-username',
      'cloud.static-role.write.unknown-user',
      'cloud.static-role.write.ok',
      'cloud.static-role.write.update-period',
      'cloud.static-role.show.ok',
      'cloud.static-role.show.unknown',
      // LIST of static roles is the dialect's matter: OpenBao's plugin lacks it, Vault has it.
      'cloud.static-creds.ok',
      'cloud.static-creds.unknown',
      'cloud.static-role.delete.ok',
      'cloud.static-role.delete.unknown',
      'cloud.config.rotate-root.ok',
      {
        name: 'cloud.config.rotate-root.two-keys',
        before: (engine) => engine.write('static-roles/own', { username: 'service', rotation_period: '1h' }),
      },
    ]);
    expect(differences).toEqual([]);
  });

  it("match for the directory's configuration and static roles", async () => {
    const ldap = await startDirectory(true);
    const period = ['rotation_period'];
    const differences = await play(ldap, [
      'ldap.config.show.never-set',
      'ldap.rotate-root.never-set',
      'ldap.library.write.config-unset',
      'ldap.config.set.unknown-field',
      'ldap.static-role.list.empty',
      'ldap.static-role.write.ok',
      { name: 'ldap.static-cred.ok', differing: period },
      { name: 'ldap.static-role.show.ok', differing: period },
      'ldap.static-role.write.already-managed',
      'ldap.static-role.write.missing-username',
      'ldap.static-role.write.period-too-short',
      'ldap.static-role.write.unknown-user',
      'ldap.static-role.write.update-username',
      'ldap.static-role.write.with-dn',
      'ldap.static-role.write.skip-import',
      'ldap.static-cred.skip-import',
      'ldap.static-role.show.skip-import',
      'ldap.static-role.rotate.ok',
      { name: 'ldap.static-cred.after-rotate', differing: period },
      'ldap.static-role.rotate.unknown',
      'ldap.static-cred.unknown',
      'ldap.static-role.show.unknown',
      {
        name: 'ldap.static-role.list.ok',
        before: (engine) => engine.write('static-role/dave', { username: 'dave', rotation_period: 60 }),
      },
      'ldap.static-role.delete.ok',
      'ldap.static-role.delete.unknown',
      'ldap.rotate-root.ok',
      'ldap.config.delete.ok',
      'ldap.config.delete.again',
    ]);
    expect(differences).toEqual([]);
  });

  it("match for the directory's configuration, which is a part of what a real server shows", async () => {
    const ldap = await startDirectory(true);
    await ldap.write('config', load('ldap.config.set.ok').request.body?.json ?? {});
    expect(load('ldap.config.show.ok').response.body?.json.data).toMatchObject(await ldap.read('config'));
  });

  it("match for the directory's dynamic roles", async () => {
    const ldap = await startDirectory(true);
    const differences = await play(ldap, [
      'ldap.config.set.ok',
      'ldap.role.show.unknown',
      'ldap.role.delete.unknown',
      'ldap.role.write.ok',
      'ldap.role.write.partial-update',
      'ldap.role.show.ok',
      'ldap.role.write.base64',
      // The recorded role was changed between the two exchanges.
      { name: 'ldap.role.show.from-base64', differing: ['rollback_ldif'] },
      { name: 'ldap.creds.ok', differing: ['username', 'distinguished_names'] },
      { name: 'ldap.creds.username-template', differing: ['username', 'distinguished_names'] },
      'ldap.creds.unknown',
    ]);
    expect(differences).toEqual([]);
  });

  it("match for the directory's library sets", async () => {
    const ldap = await startDirectory(true);
    const account = ['service_account_name'];
    const differences = await play(ldap, [
      'ldap.config.set.ok',
      'ldap.library.list.empty',
      'ldap.library.show.unknown',
      'ldap.library.status.unknown',
      'ldap.library.check-out.unknown-set',
      'ldap.library.delete.unknown',
      'ldap.library.write.unknown-account',
      'ldap.library.write.ok',
      'ldap.library.write.update',
      {
        name: 'ldap.library.write.account-in-other-set',
        before: (engine) => engine.write('library/solo', { service_account_names: 'svc-three' }),
      },
      'ldap.library.show.ok',
      'ldap.library.status.ok',
      'ldap.library.check-in.none-checked-out',
      'ldap.library.check-out.ok',
      { name: 'ldap.library.status.one-out', differing: ['svc-one'] },
      'ldap.library.delete.checked-out',
      { name: 'ldap.library.check-in.not-owner', asOperator: true },
      'ldap.library.check-out.with-ttl',
      'ldap.library.check-out.exhausted',
      'ldap.library.check-in.several-out-no-names',
      'ldap.library.check-in.ok',
      'ldap.library.check-in.already-in',
      'ldap.library.check-in.only-one-out-no-names',
      { name: 'ldap.library.check-out.ttl-above-set', differing: account },
      { name: 'ldap.library.manage.check-in.denied', asOperator: true },
      'ldap.library.manage.check-in.ok',
      'ldap.library.manage.check-in.none-out',
      'ldap.library.delete.ok',
    ]);
    expect(differences).toEqual([]);
  });
});
