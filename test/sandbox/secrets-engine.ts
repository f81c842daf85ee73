/** An engine of the secrets service with a fixed clock, and leases that the test can end. */
import { createManualClock } from '../../src/sandbox/clock.ts';
import type { Clock, Json, Principal } from '../../src/sandbox/contract.ts';
import type {
  EngineFactory,
  EngineReply,
  EngineRequest,
  LeaseRequest,
} from '../../src/sandbox/secrets/engine.ts';
import { createEngine as cloudEngine } from '../../src/sandbox/secrets/cloud/engine.ts';
import { EngineError } from '../../src/sandbox/secrets/engine.ts';
import { createEngine as directoryEngine } from '../../src/sandbox/secrets/ldap/engine.ts';

export const START = Date.UTC(2026, 10, 21, 3, 0, 0);

export const owner: Principal = { name: 'owner', token: 'token-owner' };
export const operator: Principal = { name: 'operator', token: 'token-operator' };

type Input = Readonly<Record<string, Json>>;

interface HeldLease extends LeaseRequest {
  readonly stopTimer: () => void;
}

export interface Harness {
  readonly clock: Clock;
  /** Live leases by ID. */
  readonly leases: ReadonlyMap<string, LeaseRequest>;
  effects(): readonly string[];
  call(method: EngineRequest['method'], path: string, input?: Input, as?: Principal): Promise<EngineReply>;
  /** The `data` of a reply; throws if there is none. */
  read(path: string, input?: Input): Promise<Input>;
  write(path: string, input?: Input, as?: Principal): Promise<EngineReply>;
  outcome(
    method: EngineRequest['method'],
    path: string,
    input?: Input,
    as?: Principal,
  ): Promise<EngineReply | EngineError>;
  /** The refusal; throws if the call succeeds. */
  refusal(method: EngineRequest['method'], path: string, input?: Input, as?: Principal): Promise<EngineError>;
  endLease(id: string): void;
}

async function startEngine(createEngine: EngineFactory, mount: string, empty: boolean): Promise<Harness> {
  const clock = createManualClock(START);
  const effects: string[] = [];
  const leases = new Map<string, HeldLease>();
  const endLease = (id: string): void => {
    const lease = leases.get(id);
    lease?.stopTimer();
    lease?.end();
    leases.delete(id);
  };
  let issued = 0;
  const engine = await createEngine({
    clock,
    product: undefined,
    effects: {
      record: (effect) => effects.push(effect.what),
      list: () => [],
    },
    leases: {
      create(request) {
        issued += 1;
        const id = `${request.path}/${issued}`;
        leases.set(id, { ...request, stopTimer: clock.after(request.seconds * 1000, () => endLease(id)) });
        return { id, seconds: request.seconds, renewable: request.renewable };
      },
      revoke: endLease,
      forget: (id) => leases.delete(id),
    },
    empty,
    mount,
    origin: () => 'http://127.0.0.1:1',
  });
  const call: Harness['call'] = async (method, path, input = {}, as = owner) =>
    engine.handle({
      method,
      segments: path.split('/').filter((part) => part !== ''),
      input,
      principal: as,
      sudo: as.name === 'owner',
      mount,
      path: `/v1/${mount}/${path}`,
    });
  const outcome: Harness['outcome'] = async (...request) => {
    try {
      return await call(...request);
    } catch (error) {
      if (error instanceof EngineError) return error;
      throw error;
    }
  };
  return {
    clock,
    leases,
    effects: () => effects,
    call,
    outcome,
    async read(path, input) {
      const { data } = await call('GET', path, input);
      if (data === undefined) throw new Error(`${path} answered without data`);
      return data;
    },
    write: (path, input, as) => call('POST', path, input, as),
    async refusal(method, path, input, as) {
      const refusal = await outcome(method, path, input, as);
      if (refusal instanceof EngineError) return refusal;
      throw new Error(`${method} ${path} was not refused`);
    },
    endLease,
  };
}

export const startCloud = async (empty = false): Promise<Harness> => startEngine(cloudEngine, 'aws', empty);

export const startDirectory = async (empty = false): Promise<Harness> =>
  startEngine(directoryEngine, 'ldap', empty);
