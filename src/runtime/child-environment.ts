/** The variables that a child process gets. */
import { serviceNames } from '../model/product.ts';
import { ownPrefix } from '../profiles/own-variables.ts';

export type ChildVariables = Readonly<Record<string, string | undefined>>;

const tokenVariables: ReadonlySet<string> = new Set(
  serviceNames.flatMap((service) => [`${ownPrefix(service)}TOKEN`, `${ownPrefix(service)}TOKEN_FILE`]),
);

const servicePrefixes = ['TRIVET_', 'VAULT_', 'BAO_', 'TFE_', 'TF_TOKEN_', 'TF_CLOUD_'] as const;

/** Only what says where a server is: a task that Nomad runs finds its own facts in `NOMAD_*` too. */
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

const leadsToService = (name: string): boolean =>
  serviceVariables.has(name) || servicePrefixes.some((prefix) => name.startsWith(prefix));

/**
 * `parent` without trivet's own tokens (`tokens`), or without every variable that leads to a service
 * (`services`: nothing inside reaches a real server), plus `given`.
 */
export const childEnvironment = (
  parent: ChildVariables,
  given: ChildVariables,
  without: 'tokens' | 'services',
): Record<string, string> => {
  const removed = (name: string): boolean =>
    without === 'services' ? leadsToService(name) : tokenVariables.has(name);
  const kept = Object.entries(parent).filter(([name]) => !removed(name));
  const all: Record<string, string> = {};
  for (const [name, value] of [...kept, ...Object.entries(given)]) {
    if (value !== undefined) all[name] = value;
  }
  return all;
};
