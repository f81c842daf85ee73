import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { equal, run } from './checks.mjs';

const require = createRequire(`${process.env.MODULES}/`);
const nodeVault = require('node-vault');
const { version } = require('node-vault/package.json');
const { VAULT_ADDR: endpoint, VAULT_TOKEN: token, VAULT_CACERT: ca } = process.env;
const requestOptions = ca === undefined ? {} : { ca: readFileSync(ca) };
const vault = nodeVault({ endpoint, token, requestOptions });
const state = {};

const checks = {
  health: async () => equal((await vault.health()).initialized, true),
  status: async () => equal((await vault.status()).sealed, false),
  'own token': () => vault.tokenLookupSelf(),
  mounts: async () => equal('pki/' in (await vault.mounts()).data, true),
  mount: () => vault.mount({ mount_point: 'nv', type: 'pki' }),
  root: () => vault.write('nv/root/generate/internal', { common_name: 'root', ttl: '1h' }),
  role: () => vault.write('nv/roles/r', { allow_any_name: true }),
  'read role': async () => equal((await vault.read('nv/roles/r')).data.allow_any_name, true),
  roles: async () => equal((await vault.list('nv/roles')).data.keys[0], 'r'),
  issue: async () => {
    state.serial = (await vault.write('pki/issue/web', { common_name: 'nv.example.com' })).data.serial_number;
  },
  revoke: () => vault.write('pki/revoke', { serial_number: state.serial }),
  'delete role': () => vault.delete('nv/roles/r'),
  'a missing role': async () => {
    const error = await vault.read('nv/roles/r').catch((one) => one);
    equal(error.response?.statusCode, 404);
  },
  credentials: async () => {
    state.lease = (await vault.read('aws/creds/ci')).lease_id;
  },
  renew: () => vault.renew({ lease_id: state.lease, increment: 60 }),
  'revoke lease': () => vault.revoke({ lease_id: state.lease }),
  'check out': async () => {
    state.account = (await vault.write('ldap/library/team-a/check-out', {})).data.service_account_name;
  },
  'check in': () => vault.write('ldap/library/team-a/check-in', { service_account_names: [state.account] }),
  unwrap: async () => {
    const { wrap_info: wrapped } = await vault.read('pki/roles/web', {
      headers: { 'X-Vault-Wrap-TTL': '60s' },
    });
    equal('allowed_domains' in (await vault.unwrap({ token: wrapped.token })).data, true);
  },
  unmount: () => vault.unmount({ mount_point: 'nv' }),
};

await run(`node-vault ${version}`, checks);
