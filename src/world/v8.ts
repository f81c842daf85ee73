/** Changes when V8 optimizes functions, inside the process (decision 23). */
import { isBun } from './executable.ts';

interface Tiering {
  readonly flags: readonly string[];
  /** Calls up to which it saves time. */
  readonly limit: number;
}

/** Below this, V8 has hardly begun to optimize. */
const few = 1000;

// Maglev's code is good enough for a second of work, so that TurboFan's does not pay off.
const late: Tiering = { flags: ['--invocation-count-for-turbofan=30000'], limit: 20_000 };

/** By Node's major version, and for no other: V8 prints an error for a flag that it does not know. */
const tierings: Readonly<Record<string, Tiering>> = {
  // V8 waits longer for larger functions, which most of those of a request are.
  20: {
    flags: ['--ticks-before-optimization=2', '--bytecode-size-allowance-per-tick=1000'],
    limit: Number.POSITIVE_INFINITY,
  },
  // Without Maglev, the code before TurboFan's is slow.
  22: { flags: ['--invocation-count-for-turbofan=500'], limit: Number.POSITIVE_INFINITY },
  24: late,
  26: late,
};

/** Changes when V8 optimizes, for work that is done that many times within seconds: V8 expects a server. */
export const expectMany = (times: number): void => {
  const tiering = isBun ? undefined : tierings[/^\d+/.exec(process.versions.node)?.[0] ?? ''];
  if (tiering === undefined || times < few || times > tiering.limit) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of tiering.flags) setFlagsFromString(flag);
};
