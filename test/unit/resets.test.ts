/** Tests what a setting that files no longer name goes back to, for every kind, as the API documents state it. */
import { program } from '../../src/main.ts';
import { describe, expect, test } from 'vitest';
import { resetOf } from '../../src/commands/state/workflows/since/resets.ts';
import { declarableKinds } from '../../src/commands/state/workflows/objects/operand.ts';
import { settingsOf } from '../../src/catalogue/kind-settings.ts';
import { serverProductOf } from '../../src/catalogue/product.ts';
import type { ProductName } from '../../src/catalogue/product.ts';
import type { Json } from '../../src/documents/json/json.ts';

/** test/seeds/1-workspaces.md §2.1 and §2.2, test/seeds/2-secrets.md §2.1 to §2.4. What is not here has no value to go back to. */
const documented: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  workspace: {
    'allow-destroy-plan': true,
    'assessments-enabled': false,
    'auto-apply': false,
    'auto-apply-run-trigger': false,
    'auto-destroy-at': null,
    'auto-destroy-activity-duration': null,
    description: '',
    'file-triggers-enabled': true,
    'global-remote-state': false,
    'queue-all-runs': false,
    'speculative-enabled': true,
    'trigger-patterns': [],
    'trigger-prefixes': [],
    'working-directory': '',
    'vcs-repo.branch': '',
    'vcs-repo.ingress-submodules': false,
    'vcs-repo.tags-regex': '',
  },
  message: { end_time: null, type: 'banner', authenticated: true, link: null, options: null },
  'pki-urls': {
    issuing_certificates: [],
    crl_distribution_points: [],
    ocsp_servers: [],
    delta_crl_distribution_points: [],
    enable_templating: false,
  },
  'pki-crl-config': {
    expiry: '72h',
    disable: false,
    auto_rebuild: false,
    auto_rebuild_grace_period: '12h',
    enable_delta: false,
    delta_rebuild_interval: '15m',
    ocsp_disable: false,
    ocsp_expiry: '12h',
    allow_expired_cert_revocation: false,
  },
  'cloud-role': {
    role_arns: [],
    policy_arns: [],
    iam_groups: [],
    iam_tags: [],
    user_path: '/',
    permissions_boundary_arn: '',
  },
  'cloud-static-role': {},
  'ldap-role': { rollback_ldif: '', username_template: '', default_ttl: '', max_ttl: '' },
  'ldap-static-role': {},
  'ldap-set': { ttl: '24h', max_ttl: '24h', disable_check_in_enforcement: false },
  'ldap-config': {
    url: 'ldap://127.0.0.1',
    schema: 'openldap',
    request_timeout: '90s',
    skip_static_role_import_rotation: false,
    length: 64,
    connection_timeout: '30s',
  },
};

const resets = async (kind: string, product: ProductName): Promise<Readonly<Record<string, Json>>> => {
  const found = (await declarableKinds(program.catalogue)).find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return Object.fromEntries(
    settingsOf(found).flatMap((setting) => {
      const { key, secret, fixed, creation } = setting;
      const to =
        secret || fixed || creation ? undefined : resetOf(found, setting, serverProductOf({ product }));
      return to === undefined ? [] : [[key, to]];
    }),
  );
};

describe('a setting that files no longer name goes back to', () => {
  test.each(Object.entries(documented))(
    'the documented value of %s, where there is one',
    async (kind, to) => {
      expect(await resets(kind, 'generic')).toEqual(to);
    },
  );

  test('what the server makes of a write without it, where the write replaces the whole', async () => {
    const kinds = await declarableKinds(program.catalogue);
    const others = kinds.filter(({ kind }) => documented[kind] === undefined);
    expect(others.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['pki-role', 'cloud-config', 'job']),
    );
    for (const kind of others) {
      expect(kind.write?.omitted).toBe('reset');
      const all = settingsOf(kind).filter(({ secret }) => !secret);
      expect(Object.values(await resets(kind.kind, 'generic'))).toEqual(all.map(() => null));
    }
  });

  test('the word of a server for its newest release', async () => {
    expect((await resets('workspace', 'otf'))['engine-version']).toBe('latest');
    expect(await resets('workspace', 'hcp-terraform')).not.toHaveProperty(['engine-version']);
  });
});
