import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { Target } from '../../catalogue/target.ts';
import { inScopes } from '../../services/context.ts';
import type { Call } from '../../services/call.ts';
import { loadService } from '../../services/index.ts';
import type { ServiceCode } from '../../services/service.ts';
import { TrivetError } from '../../system/error.ts';
import type { Server } from './server.ts';
import type { CallOptions, Session } from './session.ts';

/** A raw request is reviewed as the operation with its path. */
export const reviewedAs = (call: Call<CallOptions>): Call<CallOptions> =>
  call.how.like === undefined
    ? call
    : { ...call, operation: call.how.like.operation, input: call.how.like.input };

export const targetOf = ({
  operation,
  request,
  service,
  server,
}: Pick<Call, 'operation' | 'request' | 'service' | 'server'>): Target => {
  const { baseUrl, profile } = server.endpoint;
  return {
    service: operation.service,
    address: baseUrl,
    profile,
    scope: service.scopeOf(request, operation),
  };
};

export const knownTarget = async (call: Call, session: Pick<Session, 'lookUp'>): Promise<Target> => {
  const target = targetOf(call);
  const { unknown, ...said } = target.scope;
  if (unknown === undefined) return target;
  const { placed }: ServiceCode = await loadService(target.service);
  const look = placed?.(call.request);
  if (look === undefined) return target;
  try {
    const { document } = await session.lookUp(look.show, look.input, { optional: true });
    const found = look.scopeIn(document);
    return found === undefined ? target : { ...target, scope: { ...said, ...found } };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return target;
  }
};

/** The request of an input whose names are not resolved. */
export const requestOfInput = (
  server: Server,
  operation: Operation,
  input: InputRecord,
  { base, extra, query, headers }: CallOptions,
): HttpRequest => {
  const filled = inScopes(operation, input, server.endpoint, server.product);
  // A name as typed cannot be in a path, and the name is not part of the scope.
  const whole: Record<string, InputValue | undefined> = { ...filled };
  for (const key in operation.parameters) {
    const parameter = operation.parameters[key];
    if (parameter?.in !== 'path' || parameter.context !== undefined || parameter.enum !== undefined) continue;
    const value = filled[key];
    if (value === undefined && !operation.path.includes(`{${key}}`)) continue;
    if (typeof value !== 'string' || value.includes('/')) whole[key] = '-';
  }
  return server
    .plan(operation)
    .request(whole, { base, extra, query, headers, token: undefined, userAgent: '' });
};
