/** Set names may have slashes (test/seeds/2-secrets.md, section 4.4). */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { keysReply, wrapped } from '../routes.ts';
import type { Cause, Report } from '../report.ts';
import { keysUnder } from './hierarchy.ts';
import type { Library } from './library.ts';
import { checkSetName } from './library-set.ts';

type Action = 'set' | 'status' | 'check-out' | 'check-in' | 'manage';

interface Target {
  readonly action: Action;
  readonly name: string;
}

function targetOf(segments: readonly string[]): Target {
  const last = segments.at(-1);
  const within = segments.slice(0, -1);
  if (segments.length > 2 && segments[0] === 'manage' && last === 'check-in') {
    return { action: 'manage', name: within.slice(1).join('/').toLowerCase() };
  }
  if (within.length > 0 && (last === 'status' || last === 'check-out' || last === 'check-in')) {
    return { action: last, name: within.join('/').toLowerCase() };
  }
  return { action: 'set', name: segments.join('/').toLowerCase() };
}

function unsupported(): EngineError {
  return new EngineError(405, wrapped('unsupported operation'));
}

export interface LibraryCall {
  readonly library: Library;
  readonly request: EngineRequest;
  readonly report: Report;
  readonly reportFor: (cause: Cause) => Report;
}

function handleSet({ library, request, report }: LibraryCall, name: string): EngineReply {
  switch (request.method) {
    case 'LIST':
      return keysReply(keysUnder(library.names(), name));
    case 'GET':
      if (name === '') throw unsupported();
      return { data: library.view(name) };
    case 'POST':
      if (name === '') throw unsupported();
      library.write(name, request.input, report);
      return {};
    case 'DELETE':
      if (name === '') throw unsupported();
      library.delete(name, report);
      return {};
    case 'PATCH':
      throw unsupported();
  }
}

export function handleLibrary(call: LibraryCall, segments: readonly string[]): EngineReply {
  const { library, request, report } = call;
  const { action, name } = targetOf(segments);
  if (action === 'set') return handleSet(call, name);
  if (action === 'status') {
    // A POST would create a set with a reserved name.
    if (request.method === 'POST') checkSetName(`${name}/status`);
    if (request.method !== 'GET') throw unsupported();
    return { data: library.status(name) };
  }
  if (request.method !== 'POST') throw unsupported();
  const { input, principal } = request;
  if (action === 'check-out') {
    const leasePath = `${request.mount}/library/${name}/check-out`;
    const reportEnd = call.reportFor({ method: 'LEASE', path: `/v1/${leasePath}` });
    return library.checkOut(name, { input, principal, leasePath, report, reportEnd });
  }
  const forced = action === 'manage';
  if (forced && !request.sudo) throw new EngineError(403, wrapped('permission denied'));
  return { data: { check_ins: library.checkIn(name, { input, principal, forced, report }) } };
}
