/** The services, as code; `services/list.ts` has what every command knows of them. */
import type { ServiceName } from '../model/catalogue/product.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import { jobs } from './jobs/index.ts';
import { secrets } from './secrets/index.ts';
import type { Service, ServiceCode, VendorSettings } from './service.ts';
import { workspaces } from './workspaces/index.ts';

export const serviceCode = { workspaces, secrets, jobs } as const satisfies Readonly<
  Record<ServiceName, ServiceCode>
>;

export const serviceOf = (name: ServiceName): Service => serviceCode[name].adapter;

/** Where a vendor's own tool keeps the settings of the service. */
export const vendorSettingsOf = (name: ServiceName): VendorSettings => serviceCode[name].settings;

const allOf = (which: 'refused' | 'unused'): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(serviceCode).map(({ settings }) => settings[which]));

/** Variables of the vendors that are refused, and those that have no effect, with what to use instead. */
export const unheeded = (): Readonly<Record<'refused' | 'unused', Readonly<Record<string, string>>>> => ({
  refused: allOf('refused'),
  unused: allOf('unused'),
});

/** The header that names the namespace of the settings, where the service has one. */
export const namespaceHeader = ({ service, context }: Endpoint): Readonly<Record<string, string>> => {
  const name = serviceOf(service).headers?.namespace;
  return name === undefined || context.namespace === undefined ? {} : { [name]: context.namespace.value };
};
