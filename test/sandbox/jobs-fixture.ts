import { IdentityProvider } from '../../src/sandbox/identity/identities.ts';
import { createManualClock } from '../../src/sandbox/clock.ts';
import type {
  Clock,
  Effect,
  Json,
  Principal,
  PrincipalName,
  SandboxContext,
  SandboxRequest,
  SandboxService,
} from '../../src/sandbox/contract.ts';
import { createEffectLog } from '../../src/sandbox/effects.ts';
import { createService } from '../../src/sandbox/jobs/service.ts';

/** 2026-11-21T09:00:00Z, a Saturday. */
export const START = Date.UTC(2026, 10, 21, 9, 0, 0);

const PRINCIPALS: Readonly<Record<PrincipalName, Principal>> = {
  owner: { name: 'owner', token: 'token-owner' },
  operator: { name: 'operator', token: 'token-operator' },
  reviewer: { name: 'reviewer', token: 'token-reviewer' },
  reader: { name: 'reader', token: 'token-reader' },
  organization: { name: 'organization', token: 'token-organization' },
};

export interface JsonBody {
  readonly [key: string]: Json;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Json;
}

export interface AskOptions {
  readonly as?: PrincipalName | 'nobody' | 'stranger';
  readonly body?: Json;
  readonly raw?: string;
  readonly signal?: AbortSignal;
}

export interface JobsFixture {
  readonly clock: Clock;
  readonly service: SandboxService;
  readonly principals: typeof PRINCIPALS;
  effects(): readonly Effect[];
  request(method: string, target: string, options?: AskOptions): SandboxRequest;
  ask(method: string, target: string, options?: AskOptions): Promise<Answer>;
  /** Like {@link ask}, but expects 200 and an object. */
  get(target: string): Promise<JsonBody>;
  list(target: string): Promise<readonly JsonBody[]>;
}

export function asObject(value: Json | undefined): JsonBody {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`expected an object, got ${JSON.stringify(value)}`);
  }
  return value as JsonBody;
}

export function asText(value: Json | undefined): string {
  if (typeof value !== 'string') throw new TypeError(`expected a string, got ${JSON.stringify(value)}`);
  return value;
}

export function asList(value: Json | undefined): readonly JsonBody[] {
  if (!Array.isArray(value)) throw new TypeError(`expected a list, got ${JSON.stringify(value)}`);
  return value.map(asObject);
}

export function openJobs(empty = true): JobsFixture {
  const clock = createManualClock(START);
  const log = createEffectLog();
  const context: SandboxContext = {
    clock,
    effects: log,
    empty,
    origin: () => 'http://127.0.0.1:1',
    identities: new IdentityProvider(
      clock,
      () => 'http://127.0.0.1:1',
      () => '',
    ),
    principalOf: (token) => Object.values(PRINCIPALS).find((one) => one.token === token),
  };
  const service = createService(context);

  function request(method: string, target: string, options: AskOptions = {}): SandboxRequest {
    const [path = '', query = ''] = target.split('?');
    const as = options.as ?? 'owner';
    const text = options.raw ?? (options.body === undefined ? '' : JSON.stringify(options.body));
    return {
      method,
      path,
      query: new URLSearchParams(query),
      headers: {},
      bytes: Buffer.from(text),
      principal: as === 'nobody' || as === 'stranger' ? undefined : PRINCIPALS[as],
      presented: as !== 'nobody',
      signal: options.signal ?? new AbortController().signal,
    };
  }

  async function ask(method: string, target: string, options: AskOptions = {}): Promise<Answer> {
    const response = await service.handle(request(method, target, options));
    const { body } = response;
    const text = Buffer.isBuffer(body) ? body.toString() : body === undefined ? '' : JSON.stringify(body);
    const json = Buffer.isBuffer(body) || body === undefined ? null : (JSON.parse(text) as Json);
    return { status: response.status, headers: response.headers ?? {}, text, json };
  }

  return {
    clock,
    service,
    principals: PRINCIPALS,
    effects: () => log.list(),
    request,
    ask,
    async get(target) {
      const answer = await ask('GET', target);
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${answer.text}`);
      return asObject(answer.json);
    },
    async list(target) {
      const answer = await ask('GET', target);
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${answer.text}`);
      return asList(answer.json);
    },
  };
}

/** A small job; the given members replace its own. */
export function job(id: string, more: JsonBody = {}, task: JsonBody = {}): JsonBody {
  return {
    ID: id,
    Type: 'batch',
    TaskGroups: [
      {
        Name: 'work',
        Tasks: [{ Name: 'run', Driver: 'raw_exec', Config: { command: '/bin/true' }, ...task }],
      },
    ],
    ...more,
  };
}

/** A service whose deployment needs one second of health. */
export function service(id: string, count = 1, task: JsonBody = {}, group: JsonBody = {}): JsonBody {
  return job(id, {
    Type: 'service',
    TaskGroups: [
      {
        Name: 'app',
        Count: count,
        Update: { MaxParallel: 1, MinHealthyTime: 1e9 },
        Tasks: [{ Name: 'server', Driver: 'raw_exec', Config: { command: '/usr/bin/app' }, ...task }],
        ...group,
      },
    ],
  });
}
