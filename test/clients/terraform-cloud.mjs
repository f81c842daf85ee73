import { createRequire } from 'node:module';
import { equal, refused, run } from './checks.mjs';

const require = createRequire(`${process.env.MODULES}/`);
const { TerraformCloud } = require('@skorfmann/terraform-cloud');
const { version } = require('@skorfmann/terraform-cloud/package.json');
const { Account, Workspaces } = new TerraformCloud(process.env.TFE_TOKEN, process.env.TFE_HOSTNAME);
const { Workspaces: others } = new TerraformCloud('wrong-token', process.env.TFE_HOSTNAME);
const state = {};

const body = (attributes) => ({ data: { type: 'workspaces', attributes } });

const checks = {
  account: async () => equal((await Account.getDetails()).type, 'users'),
  create: async () => {
    const made = await Workspaces.create('demo', body({ name: 'js', autoApply: true, 'auto-apply': true }));
    equal(made.attributes.autoApply, true);
    state.id = made.id;
  },
  'create again': () => refused(() => Workspaces.create('demo', body({ name: 'js' })), 422),
  show: async () => equal((await Workspaces.show(state.id)).attributes.name, 'js'),
  'show by name': async () => equal((await Workspaces.showByName('demo', 'js')).id, state.id),
  'permissions are said': async () =>
    equal((await Workspaces.show(state.id)).attributes.permissions.canDestroy, true),
  update: async () => {
    const changed = await Workspaces.update('demo', 'js', body({ description: 'changed' }));
    equal(changed.attributes.description, 'changed');
  },
  'no workspace': () => refused(() => Workspaces.show('ws-none'), 404),
  'a wrong token': () => refused(() => others.show(state.id), 401),
  'delete by name': () => Workspaces.deleteByName('demo', 'js'),
  'deleted is gone': () => refused(() => Workspaces.show(state.id), 404),
};

await run(`@skorfmann/terraform-cloud ${version}`, checks);
