import { bool, duration, int, many, map, one, string, strings, type Shape } from './field.ts';

export const constraint: Shape = {
  name: 'Constraint',
  fields: [
    string('LTarget', { hcl: 'attribute', unset: '' }),
    string('RTarget', { hcl: 'value', unset: '' }),
    string('Operand', { hcl: 'operator', unset: '' }),
  ],
};

export const affinity: Shape = {
  name: 'Affinity',
  fields: [...constraint.fields, int('Weight')],
};

const spreadTarget: Shape = {
  name: 'SpreadTarget',
  label: 'Value',
  fields: [string('Value', { unset: '' }), int('Percent', { unset: 0 })],
};

export const spread: Shape = {
  name: 'Spread',
  fields: [
    string('Attribute', { unset: '' }),
    int('Weight'),
    many('SpreadTarget', spreadTarget, { hcl: 'target' }),
  ],
};

export const port: Shape = {
  name: 'Port',
  label: 'Label',
  fields: [
    string('Label', { hcl: false, unset: '' }),
    int('Value', { hcl: 'static', unset: 0 }),
    int('To', { unset: 0 }),
    string('HostNetwork', { unset: '' }),
    bool('IgnoreCollision', { unset: false }),
  ],
};

const dns: Shape = {
  name: 'DNS',
  fields: [strings('Servers'), strings('Searches'), strings('Options')],
};

/** Ports come from `port` blocks; a static value makes one reserved. */
export const network: Shape = {
  name: 'Network',
  fields: [
    string('Mode', { unset: '' }),
    string('Device', { hcl: false, unset: '' }),
    string('CIDR', { hcl: false, unset: '' }),
    string('IP', { hcl: false, unset: '' }),
    string('Hostname', { unset: '' }),
    int('MBits', { hcl: 'mbits' }),
    one('DNS', dns, { hcl: 'dns' }),
    many('ReservedPorts', port, { hcl: false }),
    many('DynamicPorts', port, { hcl: 'port' }),
    one('CNI', { name: 'CNI', fields: [map('Args')] }, { hcl: 'cni' }),
  ],
};

export const device: Shape = {
  name: 'Device',
  label: 'Name',
  fields: [
    string('Name', { hcl: false, unset: '' }),
    int('Count'),
    many('Constraints', constraint, { hcl: 'constraint' }),
    many('Affinities', affinity, { hcl: 'affinity' }),
  ],
};

export const restart: Shape = {
  name: 'RestartPolicy',
  fields: [
    int('Attempts'),
    duration('Interval'),
    duration('Delay'),
    string('Mode'),
    bool('RenderTemplates', { hcl: 'render_templates' }),
  ],
};

export const reschedule: Shape = {
  name: 'ReschedulePolicy',
  fields: [
    int('Attempts'),
    duration('Interval'),
    duration('Delay'),
    string('DelayFunction'),
    duration('MaxDelay'),
    bool('Unlimited'),
  ],
};
