/** Changes when V8 optimizes functions, inside the process (decision 23). */
import { isBun } from './executable.ts';

interface Tiering {
  /** Calls up to which it saves time. */
  readonly limit: number;
  readonly flags: readonly string[];
}

/** Below this, V8 has hardly begun to optimize. */
const few = 200;

/** Calls that are over in less time than V8 takes to optimize their functions. */
const short = 4000;

// Maglev's code is good enough for a second of work, so that TurboFan's does not pay off.
const maglevOnly = '--invocation-count-for-turbofan=30000';
const late: readonly Tiering[] = [
  { limit: short, flags: [maglevOnly, '--invocation-count-for-maglev=2000'] },
  { limit: 20_000, flags: [maglevOnly] },
];

/** By Node's major version, and for no other: V8 prints an error for a flag that it does not know. */
const tierings: Readonly<Record<string, readonly Tiering[]>> = {
  20: [
    { limit: short, flags: ['--interrupt-budget=1000000'] },
    // V8 waits longer for larger functions, which most of those of a request are.
    {
      limit: Number.POSITIVE_INFINITY,
      flags: ['--ticks-before-optimization=2', '--bytecode-size-allowance-per-tick=1000'],
    },
  ],
  22: [
    { limit: short, flags: ['--invocation-count-for-turbofan=30000'] },
    // Without Maglev, the code before TurboFan's is slow.
    { limit: Number.POSITIVE_INFINITY, flags: ['--invocation-count-for-turbofan=500'] },
  ],
  24: late,
  26: late,
};

/** Changes when V8 optimizes, for work that is done that many times within seconds: V8 expects a server. */
export const expectMany = (times: number): void => {
  if (isBun || times < few) return;
  const major = /^\d+/.exec(process.versions.node)?.[0] ?? '';
  const tiering = tierings[major]?.find(({ limit }) => times <= limit);
  if (tiering === undefined) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of tiering.flags) setFlagsFromString(flag);
};
