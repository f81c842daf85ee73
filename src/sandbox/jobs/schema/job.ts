import { bool, int, internal, many, map, one, string, strings, type Shape } from './field.ts';
import { group, migrate, update } from './group.ts';
import { affinity, constraint, reschedule, spread } from './placement.ts';

const periodic: Shape = {
  name: 'Periodic',
  fields: [
    bool('Enabled'),
    string('Spec', { hcl: 'cron' }),
    strings('Specs', { hcl: 'crons' }),
    internal('string', 'SpecType'),
    bool('ProhibitOverlap'),
    string('TimeZone'),
  ],
};

const parameterized: Shape = {
  name: 'ParameterizedJob',
  fields: [string('Payload', { unset: '' }), strings('MetaRequired'), strings('MetaOptional')],
};

const region: Shape = {
  name: 'Region',
  label: 'Name',
  fields: [
    string('Name', { hcl: false, unset: '' }),
    int('Count'),
    strings('Datacenters'),
    string('NodePool', { unset: '' }),
    map('Meta'),
  ],
};

const multiregion: Shape = {
  name: 'Multiregion',
  fields: [
    one('Strategy', { name: 'Strategy', fields: [int('MaxParallel'), string('OnFailure')] }),
    many('Regions', region, { hcl: 'region' }),
  ],
};

const ui: Shape = {
  name: 'UI',
  fields: [
    string('Description', { unset: '' }),
    many(
      'Links',
      { name: 'Link', fields: [string('Label', { unset: '' }), string('Url', { unset: '' })] },
      { hcl: 'link' },
    ),
  ],
};

/** Section 2, with the identifiers that it names. */
export const job: Shape = {
  name: 'Job',
  fields: [
    string('ID', { hcl: 'id' }),
    string('Name'),
    string('Namespace'),
    string('Region'),
    string('Type'),
    int('Priority'),
    bool('AllAtOnce'),
    strings('Datacenters'),
    string('NodePool'),
    map('Meta'),
    many('Constraints', constraint, { hcl: 'constraint' }),
    many('Affinities', affinity, { hcl: 'affinity' }),
    many('Spreads', spread, { hcl: 'spread' }),
    many('TaskGroups', group, { hcl: 'group' }),
    one('Update', update),
    one('Migrate', migrate),
    one('Reschedule', reschedule),
    one('Periodic', periodic),
    one('ParameterizedJob', parameterized, { hcl: 'parameterized' }),
    one('Multiregion', multiregion),
    one('UI', ui, { hcl: 'ui' }),
    internal('string', 'Payload'),
    internal('string', 'ParentID'),
    internal('bool', 'Dispatched', false),
    internal('string', 'DispatchIdempotencyToken'),
    internal('bool', 'Stop'),
    internal('string', 'Status'),
    internal('string', 'StatusDescription'),
    internal('bool', 'Stable'),
    internal('int', 'Version'),
    internal('int', 'SubmitTime'),
    internal('int', 'CreateIndex'),
    internal('int', 'ModifyIndex'),
    internal('int', 'JobModifyIndex'),
    internal('free', 'VersionTag'),
    internal('string', 'NomadTokenID'),
    internal('string', 'ConsulNamespace'),
    internal('string', 'VaultNamespace'),
  ],
};
