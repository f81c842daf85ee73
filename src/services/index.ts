import { serviceTraits } from '../catalogue/product.ts';
import type { ServiceName } from '../catalogue/product.ts';
import type { Endpoint } from '../config/endpoint.ts';
import type { Service, ServiceCode, VendorSettings } from './service.ts';

const loaders = {
  workspaces: () => import('./workspaces/adapter.ts'),
  secrets: () => import('./secrets/adapter.ts'),
  jobs: () => import('./jobs/adapter.ts'),
} as const satisfies Readonly<Record<ServiceName, () => Promise<{ readonly default: ServiceCode }>>>;

type Code = Awaited<ReturnType<(typeof loaders)[ServiceName]>>['default'];

const loaded = new Map<ServiceName, Code>();

export const loadService = async (name: ServiceName): Promise<Code> => {
  const code = loaded.get(name) ?? (await loaders[name]()).default;
  loaded.set(name, code);
  return code;
};

const codeOf = (name: ServiceName): Code => {
  const code = loaded.get(name);
  if (code === undefined) throw new Error(`the code of ${name} is not loaded`);
  return code;
};

export const serviceOf = (name: ServiceName): Service => codeOf(name).adapter;

export const vendorSettingsOf = (name: ServiceName): VendorSettings => codeOf(name).settings;

export const namespaceIn = (
  service: ServiceName,
  namespace: string | undefined,
): Readonly<Record<string, string>> => {
  const name = serviceTraits[service].headers?.namespace;
  return name === undefined || namespace === undefined ? {} : { [name]: namespace };
};

export const namespaceHeader = ({ service, context }: Endpoint): Readonly<Record<string, string>> =>
  namespaceIn(service, context.namespace?.value);
