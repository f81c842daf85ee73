/** The list of the three adapters. */
import type { ServiceName } from '../model/catalogue/product.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import { jobs } from './jobs/adapter.ts';
import { secrets } from './secrets/adapter.ts';
import type { Service } from './service.ts';
import { workspaces } from './workspaces/adapter.ts';

const services: Readonly<Record<ServiceName, Service>> = { workspaces, secrets, jobs };

export const serviceOf = (name: ServiceName): Service => services[name];

/** The header that names the namespace of the settings, where the service has one. */
export const namespaceHeader = ({ service, context }: Endpoint): Readonly<Record<string, string>> => {
  const name = serviceOf(service).headers?.namespace;
  return name === undefined || context.namespace === undefined ? {} : { [name]: context.namespace.value };
};
