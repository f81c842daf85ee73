/** `/-/reset`, `/-/snapshot`, `/-/restore`: states to which the services and the clock return. */
import type { Json } from '../contract.ts';
import type { ControlHandler } from './context.ts';
import { ControlRefusal, readObject } from './context.ts';

const MOST_SNAPSHOTS = 100;

interface Snapshot {
  readonly taken: number;
  readonly restore: () => Promise<void>;
}

/** What a snapshot remembers: the functions return how to restore it. */
export interface Rememberer {
  now(): number;
  remember(): Promise<() => Promise<void>>;
  /** Returns to the state of the start. */
  reset(): Promise<void>;
}

export interface Snapshots {
  take(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  drop(name: string): void;
  list(): readonly { readonly name: string; readonly taken: string }[];
  /** Makes the present state the one of the start. */
  becomeStart(): Promise<void>;
  reset(): Promise<void>;
}

export function createSnapshots(rememberer: Rememberer): Snapshots {
  const kept = new Map<string, Snapshot>();
  let start: (() => Promise<void>) | undefined;
  const find = (name: string): Snapshot => {
    const snapshot = kept.get(name);
    if (snapshot === undefined) throw new ControlRefusal(404, `There is no snapshot "${name}".`);
    return snapshot;
  };
  return {
    async take(name) {
      if (!kept.has(name) && kept.size >= MOST_SNAPSHOTS) {
        throw new ControlRefusal(409, `There are ${MOST_SNAPSHOTS} snapshots. Delete one first.`);
      }
      kept.set(name, { taken: rememberer.now(), restore: await rememberer.remember() });
    },
    restore: async (name) => find(name).restore(),
    drop(name) {
      find(name);
      kept.delete(name);
    },
    list: () => [...kept].map(([name, { taken }]) => ({ name, taken: new Date(taken).toISOString() })),
    async becomeStart() {
      start = await rememberer.remember();
    },
    async reset() {
      await rememberer.reset();
      await start?.();
    },
  };
}

function nameOf(request: Parameters<ControlHandler>[0]): string {
  const { name } = readObject(request, ['name']);
  if (typeof name !== 'string' || name === '' || name.length > 200) {
    throw new ControlRefusal(400, 'Send {"name": "…"} with at most 200 characters.');
  }
  return name;
}

export const takeSnapshot: ControlHandler = async (request, { snapshots }) => {
  await snapshots.take(nameOf(request));
  return { status: 204 };
};

export const restoreSnapshot: ControlHandler = async (request, { snapshots }) => {
  await snapshots.restore(nameOf(request));
  return { status: 204 };
};

export const dropSnapshot: ControlHandler = (request, { snapshots }) => {
  snapshots.drop(nameOf(request));
  return { status: 204 };
};

export const listSnapshots: ControlHandler = (_request, { snapshots }) => ({
  status: 200,
  body: { snapshots: snapshots.list().map((one): Json => ({ ...one })) },
});

export const reset: ControlHandler = async (_request, { snapshots }) => {
  await snapshots.reset();
  return { status: 204 };
};
