/** The target of a request that is about to be sent, or that an input would make. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Target } from '../../catalogue/target.ts';
import { inScopes } from '../../services/context.ts';
import { serviceOf } from '../../services/index.ts';
import type { Server } from './server.ts';
import type { CallOptions } from './session.ts';

/** The server and the scope of a request. */
export const targetOf = (
  { endpoint, product }: Server,
  operation: Pick<Operation, 'id' | 'service' | 'path' | 'parameters'>,
  request: HttpRequest,
): Target => {
  const { baseUrl, profile } = endpoint;
  const template = { ...operation, path: product.paths[operation.id] ?? operation.path };
  const scope = serviceOf(operation.service).scopeOf(request, template);
  return { service: operation.service, address: baseUrl, profile, scope };
};

/** The target of the request that an input makes; names of objects that it does not have yet may be missing. */
export const targetOfInput = (
  server: Server,
  operation: Operation,
  input: InputRecord,
  { base, extra, query, headers, like }: CallOptions,
): Target => {
  const filled = inScopes(operation, input, server.endpoint, server.product);
  const unnamed = Object.entries(operation.parameters).flatMap(([key, { in: where }]) =>
    where === 'path' && filled[key] === undefined && operation.path.includes(`{${key}}`) ? [[key, '-']] : [],
  );
  const whole = { ...filled, ...Object.fromEntries(unnamed) };
  const request = server
    .plan(operation)
    .request(whole, { base, extra, query, headers, token: undefined, userAgent: '' });
  return targetOf(server, like ?? operation, request);
};
