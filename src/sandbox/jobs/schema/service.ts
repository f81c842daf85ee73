import { any, bool, duration, int, internal, many, map, one, string, strings, type Shape } from './field.ts';

const checkRestart: Shape = {
  name: 'CheckRestart',
  fields: [int('Limit', { unset: 0 }), duration('Grace'), bool('IgnoreWarnings', { unset: false })],
};

const check: Shape = {
  name: 'Check',
  fields: [
    string('Name', { unset: '' }),
    string('Type', { unset: '' }),
    string('Command', { unset: '' }),
    strings('Args'),
    string('Path', { unset: '' }),
    string('Protocol', { unset: '' }),
    string('PortLabel', { hcl: 'port', unset: '' }),
    bool('Expose', { unset: false }),
    string('AddressMode', { unset: '' }),
    duration('Interval', { unset: 0 }),
    duration('Timeout', { unset: 0 }),
    string('InitialStatus', { unset: '' }),
    bool('TLSSkipVerify', { hcl: 'tls_skip_verify', unset: false }),
    string('TLSServerName', { hcl: 'tls_server_name', unset: '' }),
    any('Header'),
    string('Method', { unset: '' }),
    string('Body', { unset: '' }),
    string('GRPCService', { hcl: 'grpc_service', unset: '' }),
    bool('GRPCUseTLS', { hcl: 'grpc_use_tls', unset: false }),
    string('TaskName', { hcl: 'task', unset: '' }),
    int('SuccessBeforePassing', { unset: 0 }),
    int('FailuresBeforeCritical', { unset: 0 }),
    string('OnUpdate', { unset: '' }),
    one('CheckRestart', checkRestart),
  ],
};

export const service: Shape = {
  name: 'Service',
  fields: [
    string('Name', { unset: '' }),
    strings('Tags'),
    strings('CanaryTags'),
    bool('EnableTagOverride', { unset: false }),
    string('PortLabel', { hcl: 'port', unset: '' }),
    string('Address', { unset: '' }),
    string('AddressMode', { unset: '' }),
    many('Checks', check, { hcl: 'check' }),
    one('CheckRestart', checkRestart),
    internal('any', 'Connect'),
    internal('any', 'Identity'),
    map('Meta'),
    map('CanaryMeta'),
    map('TaggedAddresses'),
    string('TaskName', { hcl: 'task', unset: '' }),
    string('OnUpdate', { unset: '' }),
    string('Provider', { unset: '' }),
    string('Cluster', { unset: '' }),
    string('Kind', { unset: '' }),
    internal('any', 'Weights'),
  ],
};
