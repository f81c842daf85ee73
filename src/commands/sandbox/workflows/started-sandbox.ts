import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, parse } from 'node:path';
import { usageError } from '../../../system/error.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { meantWord } from '../../../catalogue/aliases.ts';
import { generic, productNamed, serviceNames } from '../../../catalogue/product.ts';
import type { Sandbox } from '../../../sandbox/start.ts';
import { executablePath } from '../../../system/executable.ts';
import { packagePath } from '../../../system/package-file.ts';

export type SandboxRole = 'owner' | 'operator' | 'reviewer' | 'reader' | 'organization';

export type SandboxInput = Readonly<{
  port?: number | bigint | undefined;
  empty?: boolean | undefined;
  fault?: readonly string[] | undefined;
  scenario?: readonly string[] | undefined;
  product?: readonly string[] | undefined;
  tls?: boolean | undefined;
  seed?: string | undefined;
  time?: string | undefined;
  frozen?: boolean | undefined;
  state?: string | undefined;
}>;

interface Further {
  readonly host?: string;
  readonly port?: number;
  readonly allowHosts?: readonly string[];
  readonly tokens?: readonly {
    readonly name: string;
    readonly token: string;
    readonly role: SandboxRole;
    readonly rights?: readonly string[];
  }[];
  readonly control?: string | undefined;
}

const momentOf = (time: string | undefined): number | undefined => {
  if (time === undefined) return undefined;
  const moment = /^\d{4}-\d\d-\d\dT/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(moment)) throw usageError(`--time must be an RFC 3339 time, not "${time}"`);
  return moment;
};

/** @throws TrivetError usage, for an unknown fault or product, or a port in use */
export const startFor = async (input: SandboxInput, further: Further = {}): Promise<Sandbox> => {
  const { startSandbox } = await import('../../../sandbox/start.ts');
  const { tokens = [], control, allowHosts = [], host } = further;
  const owner = tokens.find(({ name }) => name === 'owner')?.token;
  const port = further.port ?? input.port;
  const at = momentOf(input.time);
  try {
    return await startSandbox({
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(host === undefined ? {} : { host }),
      ...(owner === undefined ? {} : { token: owner }),
      ...(control === undefined ? {} : { control }),
      ...(input.seed === undefined ? {} : { seed: input.seed }),
      allowHosts,
      tokens: tokens.filter(({ name }) => name !== 'owner'),
      tls: input.tls ?? false,
      empty: input.empty ?? false,
      faults: input.fault ?? [],
      scenarios: input.scenario ?? [],
      products: (input.product ?? []).map((one) => meantWord('products', one.trim())),
      begin: { ...(at === undefined ? {} : { at }), frozen: input.frozen ?? false },
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw usageError(`the sandbox could not start: ${error.message}`);
  }
};

const productFor = (service: ServiceName, products: readonly string[] = []): string => {
  const named = products.flatMap((list) => list.split(',')).map((one) => one.trim().replace(/[@+].*$/, ''));
  return (
    named.map((name) => productNamed(service, name)).find((name) => name !== undefined && name !== generic) ??
    generic
  );
};

interface ClientFiles {
  readonly certificate: string;
  readonly key: string;
}

interface Reach {
  readonly role: SandboxRole;
  readonly products?: readonly string[] | undefined;
  readonly caFile?: string | undefined;
  readonly client?: ClientFiles | undefined;
  readonly organization?: string;
}

export const sandboxEnvironment = (
  sandbox: Sandbox,
  { role, products, caFile, client, organization = 'demo' }: Reach,
): Readonly<Record<string, string>> => {
  const variables: Record<string, string> = {};
  const urls: Readonly<Record<string, string | undefined>> = sandbox.urls;
  for (const service of serviceNames) {
    const prefix = `TRIVET_${service.toUpperCase()}`;
    const url = urls[service];
    if (url === undefined) continue;
    variables[`${prefix}_URL`] = url;
    variables[`${prefix}_TOKEN`] = sandbox.tokens[role];
    variables[`${prefix}_PRODUCT`] = productFor(service, products);
    if (caFile !== undefined) variables[`${prefix}_CA_FILE`] = caFile;
  }
  if (client !== undefined) {
    variables['TRIVET_SECRETS_CLIENT_CERT'] = client.certificate;
    variables['TRIVET_SECRETS_CLIENT_KEY'] = client.key;
  }
  return { ...variables, TRIVET_ORGANIZATION: organization, TRIVET_SANDBOX_CONTROL: sandbox.control };
};

export const vendorEnvironment = (
  sandbox: Sandbox,
  { role, caFile }: Reach,
  terraformConfig: string,
): Readonly<Record<string, string>> => {
  const token = sandbox.tokens[role];
  const authority: Readonly<Record<string, string>> =
    caFile === undefined
      ? {}
      : { SSL_CERT_FILE: caFile, VAULT_CACERT: caFile, BAO_CACERT: caFile, NOMAD_CACERT: caFile };
  return {
    VAULT_ADDR: sandbox.origin,
    VAULT_TOKEN: token,
    BAO_ADDR: sandbox.origin,
    BAO_TOKEN: token,
    NOMAD_ADDR: sandbox.origin,
    NOMAD_TOKEN: token,
    TFE_ADDRESS: sandbox.origin,
    TFE_HOSTNAME: new URL(sandbox.origin).host,
    TFE_TOKEN: token,
    TF_CLI_CONFIG_FILE: terraformConfig,
    ...authority,
  };
};

export const terraformCredentials = (sandbox: Sandbox, role: SandboxRole): string =>
  `credentials "${new URL(sandbox.origin).host}" {\n  token = "${sandbox.tokens[role]}"\n}\n`;

/** The files of TLS; `remove` deletes their folder. */
interface Authority {
  readonly caFile: string | undefined;
  readonly client: ClientFiles | undefined;
  readonly remove: () => Promise<void>;
}

export const keepAuthority = async ({ ca, client }: Sandbox): Promise<Authority> => {
  if (ca === undefined || client === undefined)
    return { caFile: undefined, client: undefined, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'trivet-sandbox-'));
  const caFile = join(folder, 'ca.pem');
  const files = { certificate: join(folder, 'client.pem'), key: join(folder, 'client.key') };
  await writeFile(caFile, ca);
  await writeFile(files.certificate, client.certificate);
  await writeFile(files.key, client.key, { mode: 0o600 });
  return { caFile, client: files, remove: async () => rm(folder, { recursive: true, force: true }) };
};

/** The folder with this program as `trivet`: its own, else `own` with a link. */
const folderOfProgram = async (own: string): Promise<string | undefined> => {
  const launcher = executablePath ?? packagePath('bin/trivet');
  if (launcher === undefined) return undefined;
  const { dir, name, ext } = parse(launcher);
  if (name === 'trivet') return dir;
  await symlink(launcher, join(own, `trivet${ext}`));
  return own;
};

/** Finds this program unless another one is installed. */
export const searchPath = async (path: string | undefined, own: string): Promise<string> =>
  [path, await folderOfProgram(own)].filter(Boolean).join(delimiter);
