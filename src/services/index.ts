/** The list of the three adapters. */
import type { ServiceName } from '../model/product.ts';
import { jobs } from './jobs.ts';
import { secrets } from './secrets.ts';
import type { Service } from './service.ts';
import { workspaces } from './workspaces.ts';

export const serviceOf = (name: ServiceName): Service => ({ workspaces, secrets, jobs })[name];
