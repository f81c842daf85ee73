export type ChildVariables = Readonly<Record<string, string | undefined>>;

const servicePrefixes = ['TRIVET_', 'VAULT_', 'BAO_', 'TFE_', 'TF_TOKEN_', 'TF_CLOUD_'] as const;

/** Not all of `NOMAD_*` is here, since a task that Nomad runs finds its own facts there. */
const serviceVariables: ReadonlySet<string> = new Set([
  'TF_CLI_CONFIG_FILE',
  ...[
    'ADDR',
    'TOKEN',
    'NAMESPACE',
    'REGION',
    'HTTP_AUTH',
    'CACERT',
    'CAPATH',
    'CLIENT_CERT',
    'CLIENT_KEY',
    'TLS_SERVER_NAME',
    'SKIP_VERIFY',
    'UNIX_ADDR',
  ].map((end) => `NOMAD_${end}`),
]);

/** Without these variables a child reaches no real server. */
export const leadsToService = (name: string): boolean =>
  serviceVariables.has(name) || servicePrefixes.some((prefix) => name.startsWith(prefix));

export const childEnvironment = (
  parent: ChildVariables,
  given: ChildVariables,
  removed: (name: string) => boolean,
): Record<string, string> => {
  const kept = Object.entries(parent).filter(([name]) => !removed(name));
  const all: Record<string, string> = {};
  for (const [name, value] of [...kept, ...Object.entries(given)]) {
    if (value !== undefined) all[name] = value;
  }
  return all;
};
