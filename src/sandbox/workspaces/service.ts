import type { SandboxRequest, SandboxResponse, SandboxServiceFactory } from '../contract.ts';
import { DISCOVERY, discovered } from './account.ts';
import { ApiError, errorResponse, notFound } from './errors.ts';
import { adopt, populate } from './populate.ts';
import { allRoutes, route } from './routes.ts';
import { WorkspaceStore } from './store.ts';

const BASE = '/api/v2/';

const PING = `${BASE}ping`;

/** Read by vendors' clients from every reply. */
const API_VERSION = { 'Tfp-Api-Version': '2.5' };

export const createService: SandboxServiceFactory = (context) => {
  const store = new WorkspaceStore();
  populate(store, context.startedAt ?? context.clock.now(), context.empty);

  const answer = (request: SandboxRequest): SandboxResponse => {
    const { principal } = request;
    if (principal === undefined) {
      const detail = request.presented ? 'The token is not valid.' : 'A token is required.';
      throw new ApiError(401, { detail });
    }
    if (request.path === PING) return { status: 204 };
    const handler = request.path.startsWith(BASE)
      ? route(request.method, request.path.slice(BASE.length))
      : undefined;
    if (handler === undefined) throw notFound('Resource');
    return handler({ request, principal, store, context });
  };

  return {
    name: 'workspaces',
    async handle(request) {
      if (request.path === DISCOVERY) {
        return ['GET', 'HEAD'].includes(request.method) ? discovered : { status: 405 };
      }
      try {
        const response = answer(request);
        return { ...response, headers: { ...API_VERSION, ...response.headers } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { ...errorResponse(error), headers: API_VERSION };
      }
    },
    state: () => [store],
    adopt: (needs) => adopt(store, needs),
    routes: async () => [
      `GET ${DISCOVERY}`,
      `GET ${PING}`,
      ...allRoutes.map((one) => one.replace(' ', ` ${BASE}`)),
    ],
    async close() {},
  };
};
