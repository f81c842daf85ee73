import { ControlRefusal } from './body.ts';

const MOST_SNAPSHOTS = 100;

interface Snapshot {
  readonly taken: number;
  readonly restore: () => Promise<void>;
}

/** What a snapshot remembers: the functions return how to restore it. */
export interface Rememberer {
  now(): number;
  remember(): Promise<() => Promise<void>>;
  reset(): Promise<void>;
}

export interface Snapshots {
  take(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  drop(name: string): void;
  list(): readonly { readonly name: string; readonly taken: string }[];
  /** Makes the current state the one of the start. */
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
