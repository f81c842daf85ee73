/** The list of the three adapters. */
import type { ServiceName } from '../model/product.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import { jobs } from './jobs.ts';
import { secrets } from './secrets.ts';
import type { Service } from './service.ts';
import { workspaces } from './workspaces.ts';

const services: Readonly<Record<ServiceName, Service>> = { workspaces, secrets, jobs };

export const serviceOf = (name: ServiceName): Service => services[name];

/** The header that names the namespace of the settings, where the service has one. */
export const namespaceHeader = ({ service, context }: Endpoint): Readonly<Record<string, string>> => {
  const name = serviceOf(service).headers?.namespace;
  return name === undefined || context.namespace === undefined ? {} : { [name]: context.namespace.value };
};
