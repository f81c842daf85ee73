import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectsNamed } from '../../../src/sandbox/dialects/parse.ts';
import { at, startControlled } from '../control/client.ts';

/** A recorded exchange with a real server. */
function recorded(
  service: string,
  name: string,
): { readonly status: number; readonly body: unknown; readonly headers: ReadonlyMap<string, string> } {
  const file = join(import.meta.dirname, '../../recordings', service, `${name}.json`);
  const { response } = JSON.parse(readFileSync(file, 'utf8')) as {
    response: { status: number; body: { json?: unknown; text?: string } | null; headers: [string, string][] };
  };
  const headers = new Map(response.headers.map(([key, value]) => [key.toLowerCase(), value]));
  return { status: response.status, body: response.body?.json ?? { text: response.body?.text }, headers };
}

const WORKSPACE = 'ws-mJbn8i3TqTQm4eMH';
const names = (value: unknown): readonly string[] => Object.keys(value ?? {}).sort();

describe('a product', () => {
  it.each([
    '',
    'generic',
    'vault',
    'vault@1.19+ent,nomad@2.0,hcp-terraform',
    'openbao@2.6.2',
    'otf',
    'terraform-enterprise',
  ])('can be named: %j', (spec) => expect(() => dialectsNamed([spec])).not.toThrow());

  it.each([
    ['valt', 'not one of generic, hcp-terraform'],
    ['openbao+ent', 'openbao has no +ent'],
    ['vault,openbao', 'already serves secrets'],
    ['hcp-terraform@1', 'hcp-terraform has no versions'],
    ['vault@latest', 'not one of'],
  ])('is refused: %s', (spec, why) => expect(() => dialectsNamed([spec])).toThrow(why));
});

describe('the documented APIs', () => {
  it('stay without a product', async () => {
    const { ask } = await startControlled({ products: ['generic'] });
    const shown = at((await ask(`GET /api/v2/workspaces/${WORKSPACE}`)).body, 'data', 'attributes');
    expect(names(shown)).toEqual(expect.arrayContaining(['engine-version', 'terraform-version']));
    expect(at((await ask('GET /v1/sys/health')).body, 'version')).toContain('sandbox');
  });
});

describe('OTF', () => {
  it('replies like the real server to what it lacks and refuses', async () => {
    const { ask, sandbox } = await startControlled({ products: ['otf'] });
    const other = { authorization: `Bearer ${sandbox.tokens.operator}` };
    for (const [line, recording] of [
      [`POST /api/v2/workspaces/${WORKSPACE}/actions/safe-delete`, 'workspace.safe-delete.no-route'],
      ['GET /api/v2/workspaces/ws-NotHere000000000/', 'workspace.show.not-found'],
      ['GET /api/v2/organizations/none/workspaces', 'workspace.list.unknown-organization'],
    ] as const) {
      const real = recorded('workspaces', recording);
      const reply = await ask(line.replace(/\/$/, ''));
      expect([line, reply.status, reply.body]).toStrictEqual([line, real.status, real.body]);
      expect([line, reply.headers.get('tfp-api-version')]).toStrictEqual([
        line,
        real.headers.get('tfp-api-version') ?? null,
      ]);
    }
    const lock = `/api/v2/workspaces/${WORKSPACE}/actions`;
    await ask(`POST ${lock}/lock`, { reason: 'x' });
    const again = await ask(`POST ${lock}/lock`, { reason: 'x' });
    expect([again.status, again.headers.get('content-type')]).toStrictEqual([
      409,
      'text/plain; charset=utf-8',
    ]);
    const unlock = await fetch(`${sandbox.origin}${lock}/unlock`, { method: 'POST', headers: other });
    const refused = recorded('workspaces', 'workspace.unlock.locked-by-other-user');
    expect([unlock.status, await unlock.json()]).toStrictEqual([refused.status, refused.body]);
    const anonymous = await fetch(`${sandbox.origin}/api/v2/organizations/demo/workspaces`);
    expect([anonymous.status, await anonymous.text()]).toStrictEqual([
      401,
      at(recorded('workspaces', 'workspace.list.no-token').body, 'text'),
    ]);
    expect(at((await ask('GET /version')).body, 'Version')).toBe('0.6.3');
  });

  it('shows no attribute that the real server does not have', async () => {
    const { ask } = await startControlled({ products: ['otf'] });
    const real = recorded('workspaces', 'workspace.show-by-name').body;
    const shown = (await ask(`GET /api/v2/workspaces/${WORKSPACE}`)).body;
    const known = new Set(names(at(real, 'data', 'attributes')));
    expect(names(at(shown, 'data', 'attributes')).filter((name) => !known.has(name))).toStrictEqual([]);
    expect(at(shown, 'data', 'attributes', 'locked-reason')).toBeUndefined();
  });

  it('forgets settings that it does not know', async () => {
    const { ask } = await startControlled({ products: ['otf'] });
    const attributes = { name: 'w', 'engine-version': '1.2.3', 'auto-apply': true };
    const made = await ask('POST /api/v2/organizations/demo/workspaces', {
      data: { type: 'workspaces', attributes },
    });
    expect(at(made.body, 'data', 'attributes')).toMatchObject({ 'auto-apply': true });
    expect(at(made.body, 'data', 'attributes', 'terraform-version')).not.toBe('1.2.3');
  });
});

describe('HCP Terraform and Terraform Enterprise', () => {
  it('name themselves, and use their own names', async () => {
    for (const [product, name, version] of [
      ['hcp-terraform', 'HCP Terraform', null],
      ['terraform-enterprise@1.1', 'Terraform Enterprise', '1.1.0'],
    ] as const) {
      const { ask } = await startControlled({ products: [product] });
      const reply = await ask(`GET /api/v2/workspaces/${WORKSPACE}`);
      expect(reply.headers.get('tfp-appname')).toBe(name);
      expect(reply.headers.get('tfp-api-version')).toBe('2.5');
      expect(reply.headers.get('x-tfe-version')).toBe(version);
      const attributes = at(reply.body, 'data', 'attributes');
      expect(names(attributes)).toContain('terraform-version');
      expect(names(attributes)).not.toContain('engine-version');
      const policy = await ask(`GET /api/v2/workspaces/${WORKSPACE}/relationships/data-retention-policy`);
      expect(policy.status).toBe(product === 'hcp-terraform' ? 404 : 200);
    }
  });

  it('lead from a workspace to its consumers, and to a key only if it has one', async () => {
    const { ask } = await startControlled({ products: ['hcp-terraform'] });
    const key = await ask('POST /api/v2/organizations/demo/ssh-keys', {
      data: { type: 'ssh-keys', attributes: { name: 'own', value: 'x' } },
    });
    const id = String(at(key.body, 'data', 'id'));
    const relationships = async (): Promise<unknown> =>
      at((await ask(`GET /api/v2/workspaces/${WORKSPACE}`)).body, 'data', 'relationships');
    const assign = async (value: string | null): Promise<unknown> =>
      ask(`PATCH /api/v2/workspaces/${WORKSPACE}/relationships/ssh-key`, {
        data: { type: 'workspaces', attributes: { id: value } },
      });
    await assign(null);
    expect(names(await relationships())).not.toContain('ssh-key');
    const related = `/api/v2/workspaces/${WORKSPACE}/relationships/remote-state-consumers`;
    expect(await relationships()).toMatchObject({ 'remote-state-consumers': { links: { related } } });
    await assign(null);
    const other = await ask('POST /api/v2/organizations/demo/workspaces', {
      data: { type: 'workspaces', attributes: { name: 'keyed' } },
    });
    const keyed = `GET /api/v2/workspaces/${String(at(other.body, 'data', 'id'))}`;
    await ask(`${keyed.replace('GET', 'PATCH')}/relationships/ssh-key`, {
      data: { type: 'workspaces', attributes: { id } },
    });
    expect(at((await ask(keyed)).body, 'data', 'relationships', 'ssh-key', 'data', 'id')).toBe(id);
    expect((await ask(`DELETE /api/v2/ssh-keys/${id}`)).status).toBe(204);
    expect(names(at((await ask(keyed)).body, 'data', 'relationships'))).not.toContain('ssh-key');
    expect((await ask(`GET /api/v2/ssh-keys/${id}`)).status).toBe(404);
  });

  it.each(['hcp-terraform', 'terraform-enterprise'])(
    '%s lead to key-value tags, agent pools and projects as the provider tfe reads them',
    async (product) => {
      const { ask } = await startControlled({ products: [product] });
      const binding = { type: 'tag-bindings', attributes: { key: 'env', value: 'net' } };
      const base = `/api/v2/workspaces/${WORKSPACE}`;
      const bound = await ask(`PATCH ${base}/tag-bindings`, { data: [binding] });
      expect(bound.body).toMatchObject({ data: [binding] });
      expect((await ask(`GET ${base}/effective-tag-bindings`)).body).toMatchObject({
        data: [{ type: 'effective-tag-bindings', attributes: binding.attributes }],
      });
      const { body } = await ask(`GET ${base}?include=effective_tag_bindings`);
      const id = at(body, 'data', 'relationships', 'effective-tag-bindings', 'data', 0, 'id');
      expect(at(body, 'included')).toMatchObject([{ id, attributes: binding.attributes }]);
      const pools = await ask('GET /api/v2/organizations/acme/agent-pools');
      const pool = String(at(pools.body, 'data', 0, 'id'));
      const attributes = { 'execution-mode': 'agent', 'agent-pool-id': pool };
      const changed = await ask(`PATCH ${base}`, { data: { type: 'workspaces', attributes } });
      expect(at(changed.body, 'data', 'relationships', 'agent-pool')).toEqual({
        data: { type: 'agent-pools', id: pool },
      });
      const projects = await ask('GET /api/v2/organizations/acme/projects');
      for (const one of [pools.body, projects.body]) {
        expect(at(one, 'data', 0, 'relationships', 'organization', 'data', 'id')).toBe('acme');
      }
      const organization = await ask('GET /api/v2/organizations/acme');
      expect(at(organization.body, 'data', 'attributes', 'session-timeout')).toBeNull();
    },
  );

  it('take an empty text for no connection to a repository', async () => {
    const { ask } = await startControlled({ products: ['hcp-terraform'] });
    const repository = { identifier: 'acme/x', 'oauth-token-id': 'ot-x', 'github-app-installation-id': '' };
    const reply = await ask(`PATCH /api/v2/workspaces/${WORKSPACE}`, {
      data: { type: 'workspaces', attributes: { 'vcs-repo': repository } },
    });
    expect(at(reply.body, 'data', 'attributes', 'vcs-repo')).toMatchObject({
      'oauth-token-id': 'ot-x',
      'github-app-installation-id': null,
    });
  });

  it('keep assessments where a change does not name them, as the documents do not', async () => {
    for (const [product, kept] of [
      ['hcp-terraform', true],
      ['generic', false],
    ] as const) {
      const { ask } = await startControlled({ products: [product] });
      const change = async (attributes: object): Promise<unknown> =>
        at(
          (await ask(`PATCH /api/v2/workspaces/${WORKSPACE}`, { data: { type: 'workspaces', attributes } }))
            .body,
          'data',
          'attributes',
          'assessments-enabled',
        );
      expect(await change({ 'assessments-enabled': true })).toBe(true);
      expect(await change({ description: 'x' })).toBe(kept);
    }
  });

  it('take an empty repository for none, as no documented server does', async () => {
    const body = { data: { type: 'workspaces', attributes: { name: 'w', 'vcs-repo': {} } } };
    const statusWith = async (products: readonly string[]): Promise<number> =>
      (await (await startControlled({ products })).ask('POST /api/v2/organizations/demo/workspaces', body))
        .status;
    expect([
      await statusWith(['hcp-terraform']),
      await statusWith(['otf']),
      await statusWith([]),
    ]).toStrictEqual([201, 500, 422]);
  });
});

describe('Vault and OpenBao', () => {
  it('say their version and edition', async () => {
    const versions: unknown[] = [];
    for (const product of ['vault@1.19+ent', 'vault', 'openbao']) {
      const { body } = await (
        await startControlled({ products: [product], empty: true })
      ).ask('GET /v1/sys/health');
      versions.push([body['version'], body['enterprise']]);
    }
    expect(versions).toStrictEqual([
      ['1.19.0+ent', true],
      ['1.19.0', false],
      ['2.6.2', undefined],
    ]);
  });

  it('lack what the real ones lack', async () => {
    const statuses = async (product: string): Promise<readonly number[]> => {
      const { ask } = await startControlled({ products: [product] });
      const found: number[] = [];
      for (const line of [
        'GET /v1/sys/config/ui/custom-messages?list=true',
        'GET /v1/ldap/library/team/ops/status',
        'GET /v1/ldap/library/team-a/status',
        'GET /v1/pki/certs/detailed?list=true',
        'GET /v1/sys/namespaces?list=true',
      ])
        found.push((await ask(line)).status);
      return found;
    };
    expect(await statuses('vault@1.19+ent')).toStrictEqual([200, 200, 200, 404, 200]);
    expect(await statuses('vault@1.15')).toStrictEqual([404, 404, 200, 404, 404]);
    expect(await statuses('openbao')).toStrictEqual([404, 404, 200, 200, 200]);
    expect(await statuses('openbao@2.1')).toStrictEqual([404, 404, 200, 404, 404]);
  });

  it.each([
    ['pki.crl.config.show.default', 'GET /v1/pki/config/crl'],
    ['pki.urls.show.default', 'GET /v1/pki/config/urls'],
    ['cloud.role.show.deploy', 'GET /v1/aws/roles/deploy'],
    ['pki.role.show.bearer', 'GET /v1/pki/roles/web'],
  ])('show every setting that the real OpenBao shows: %s', async (recording, line) => {
    const { ask } = await startControlled({ products: ['openbao'] });
    const real = at(recorded('secrets', recording).body, 'data');
    const { status, body, headers } = await ask(line);
    expect([status, names(at(body, 'data'))]).toStrictEqual([200, names(real)]);
    expect(headers.get('cache-control')).toBe('no-store');
    if (recording.endsWith('default')) expect(at(body, 'data')).toStrictEqual(real);
  });

  it('do as the real OpenBao with what is not there, and with what is not known', async () => {
    const { ask } = await startControlled({ products: ['openbao'] });
    const statuses: unknown[] = [];
    const lines: readonly (readonly [string, unknown, number])[] = [
      ['DELETE /v1/aws/roles/nosuch', undefined, 204],
      ['DELETE /v1/aws/static-roles/nosuch', undefined, 204],
      ['DELETE /v1/pki/roles/nosuch', undefined, 204],
      ['DELETE /v1/ldap/static-role/nosuch', undefined, 500],
      ['POST /v1/aws/roles/new', {}, 400],
      ['POST /v1/aws/roles/new', { credential_type: 'assumed_role' }, 204],
      ['POST /v1/aws/sts/new', {}, 400],
      ['POST /v1/aws/roles/new', { credential_type: 'federation_token' }, 204],
      ['POST /v1/aws/roles/new', { credential_type: 'iam_user' }, 204],
      ['GET /v1/aws/creds/new', undefined, 200],
      ['POST /v1/pki/roles/new', [], 400],
    ];
    for (const [line, body] of lines) statuses.push([line, body, (await ask(line, body)).status]);
    expect(statuses).toStrictEqual(lines);
  });

  it('have paths for several issuers, of which there is one', async () => {
    const { ask } = await startControlled({ products: ['vault'] });
    const root = { common_name: 'x' };
    const made = await ask('POST /v1/pki_new/issuers/generate/root/internal', root);
    const id = String(at(made.body, 'data', 'issuer_id'));
    const gone = await ask(`DELETE /v1/pki_new/issuer/${id}`);
    expect(gone.body).toMatchObject({
      data: null,
      warnings: [expect.stringContaining(`Deleted issuer ${id} (via issuer_ref ${id}); this was configured`)],
    });
    const again = await ask(`DELETE /v1/pki_new/issuer/${id}`);
    expect([again.status, again.body]).toMatchObject([200, { data: null, warnings: null }]);
    expect((await ask('GET /v1/pki_new/issuers?list=true')).status).toBe(404);
    expect((await ask('POST /v1/pki_new/issuers/generate/root/internal', root)).status).toBe(200);
    expect((await ask('POST /v1/auth/token/create', { type: '' })).status).toBe(200);
  });

  it('show no path of users that nobody gave', async () => {
    const pathUnder = async (products: readonly string[], given: object): Promise<unknown> => {
      const { ask } = await startControlled({ products });
      const policy_arns = ['arn:aws:iam::aws:policy/ReadOnlyAccess'];
      await ask('POST /v1/aws/roles/r', { credential_type: 'iam_user', policy_arns, ...given });
      return at((await ask('GET /v1/aws/roles/r')).body, 'data', 'user_path');
    };
    expect(await pathUnder([], {})).toBe('/');
    expect(await pathUnder(['vault'], {})).toBe('');
    expect(await pathUnder(['openbao'], { user_path: '/' })).toBe('/');
  });

  it('end a lease before the reply, and one by its ID as a prefix', async () => {
    const { ask } = await startControlled({ products: ['openbao'] });
    const lend = async (): Promise<string> => String((await ask('GET /v1/aws/creds/ci')).body['lease_id']);
    for (const line of [
      'POST /v1/sys/leases/revoke',
      'POST /v1/sys/leases/revoke-prefix',
      'POST /v1/sys/leases/revoke-force',
    ]) {
      const id = await lend();
      const isOne = line.endsWith('revoke');
      const below = line.endsWith('force') ? 'aws/creds/ci' : id;
      const sent = await ask(isOne ? line : `${line}/${below}`, isOne ? { lease_id: id } : {});
      expect([line, sent.status]).toStrictEqual([line, 204]);
      const found = await ask('POST /v1/sys/leases/lookup', { lease_id: id });
      expect([line, found.status]).toStrictEqual([line, 400]);
    }
  });

  it('give a root no lease, and show settings whole when they are written', async () => {
    const { ask } = await startControlled({ products: ['openbao'] });
    const root = await ask('POST /v1/pki_new/root/generate/internal', { common_name: 'x' });
    expect(root.body).toMatchObject({ lease_id: '', lease_duration: 0 });
    const written = await ask('POST /v1/pki/config/crl', { expiry: '24h', nosuch: 1 });
    expect(written.body).toMatchObject({
      data: { auto_rebuild: false, expiry: '24h', ocsp_expiry: '12h' },
      warnings: ['Endpoint ignored these unrecognized parameters: [nosuch]'],
    });
    expect(at((await ask('GET /v1/pki_new/tidy-status')).body, 'data')).toMatchObject({
      page_size: null,
      state: 'Inactive',
    });
  });

  it('sign a list only when it is due where lists are rebuilt periodically', async () => {
    const { ask, sandbox } = await startControlled({ products: ['openbao'] });
    const list = async (): Promise<unknown> =>
      at((await ask('GET /v1/pki/cert/crl')).body, 'data', 'certificate');
    const revoke = async (): Promise<void> => {
      const issued = await ask('POST /v1/pki/issue/web', { common_name: 'a.example.com', ttl: '72h' });
      const serial_number = at(issued.body, 'data', 'serial_number');
      expect((await ask('POST /v1/pki/revoke', { serial_number })).status).toBe(200);
      const shown = await ask(`GET /v1/pki/cert/${String(serial_number)}`);
      expect(at(shown.body, 'data', 'revocation_time')).toBeGreaterThan(0);
    };
    const first = await list();
    const short = { auto_rebuild: true, expiry: '6h' };
    expect(await ask('POST /v1/pki/config/crl', short)).toMatchObject({
      status: 400,
      body: {
        errors: [
          'CRL auto-rebuilding grace period (12h) must be strictly shorter than CRL expiry (6h) value when auto-rebuilding of CRLs is enabled',
        ],
      },
    });
    const on = await ask('POST /v1/pki/config/crl', { auto_rebuild: true });
    expect(on.body).toMatchObject({ data: { auto_rebuild: true, auto_rebuild_grace_period: '12h' } });
    await revoke();
    expect(await list()).toBe(first);
    sandbox.clock.advance(61 * 3_600_000);
    const second = await list();
    expect(second).not.toBe(first);
    await revoke();
    expect(await list()).toBe(second);
    await ask('POST /v1/pki/config/crl', { auto_rebuild: false });
    expect(await list()).not.toBe(second);
  });

  it('delete a namespace, but not one with others below it', async () => {
    for (const [product, status, body] of [
      ['openbao', 200, { data: { status: 'in-progress' } }],
      ['vault@1.19+ent', 204, {}],
    ] as const) {
      const { ask } = await startControlled({ products: [product] });
      await ask('POST /v1/sys/namespaces/eu', {});
      await ask('POST /v1/eu/sys/namespaces/one', {});
      expect(await ask('DELETE /v1/sys/namespaces/eu')).toMatchObject({
        status: 400,
        body: { errors: ['unable to delete namespace containing child namespaces'] },
      });
      expect(await ask('DELETE /v1/eu/sys/namespaces/one')).toMatchObject({ status, body });
      expect(await ask('DELETE /v1/sys/namespaces/eu')).toMatchObject({ status });
      expect((await ask('GET /v1/sys/namespaces/eu')).status).toBe(404);
    }
  });

  it('keep the names of the demo mounts', async () => {
    const { ask } = await startControlled({ products: ['openbao'] });
    expect(names(at((await ask('GET /v1/sys/mounts')).body, 'data'))).toEqual(
      expect.arrayContaining(['pki/', 'ldap/', 'cloud/', 'aws/']),
    );
  });
});

describe('Nomad', () => {
  it('says its version, and lacks what the version lacks', async () => {
    const { ask } = await startControlled({ products: ['nomad@1.5'] });
    expect(at((await ask('GET /v1/agent/self')).body, 'config', 'Version', 'Version')).toBe('1.5.0');
    expect((await ask('GET /v1/job/web/actions')).status).toBe(404);
    expect((await ask('GET /v1/job/web/submission?version=0')).status).toBe(404);
    const newer = await startControlled({ products: ['nomad'] });
    expect((await newer.ask('GET /v1/job/web/actions')).status).toBe(200);
    expect((await newer.ask('GET /v1/jobs')).headers.get('vary')).toBe('Accept-Encoding');
  });
});
