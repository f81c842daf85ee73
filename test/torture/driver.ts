/** Breaks the connections of an operation, one byte at a time, and collects the findings. */
import { setTimeout } from 'node:timers/promises';
import { loopClock } from '../support/loop-clock.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { mayRepeat } from '../../src/catalogue/operation.ts';
import type { Carried, Fault, Side, Recipe } from './fault-proxy.ts';
import type { Baseline } from './oracle.ts';
import { baselineOf, faultsOf, timesSent, unlogged } from './oracle.ts';
import type { Prepared, RunLine } from './stage.ts';
import { prepare } from './stage.ts';

/** Milliseconds for `--timeout`: short, since half of the faults last that long. */
const timeout = 500;
/** What a busy machine may need beyond the promised second. */
const allowance = 5_000;

export interface Finding {
  readonly operation: string;
  readonly fault: Fault;
  readonly code: number;
  readonly problems: readonly string[];
}

export interface Report {
  readonly operation: string;
  readonly effect: string;
  tries: number;
  /** Exit code -> how often. */
  readonly codes: Map<number, number>;
  readonly findings: Finding[];
}

export interface Plan {
  /** Cuts on each side of each connection; `every` means each byte up to 4 KiB, then larger steps. */
  readonly places: number | 'every';
  readonly ways: readonly Recipe[];
  /** Runs at once. */
  readonly width: number;
}

const headLength = (bytes: Buffer): number => {
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? bytes.length : end + 4;
};

/** Where to cut: both ends, both sides of the end of the head, and evenly between. */
export const placesIn = (bytes: Buffer, places: Plan['places']): readonly number[] => {
  const { length } = bytes;
  const head = headLength(bytes);
  const found = new Set([0, 1, head - 1, head, head + 1, length - 1, length]);
  if (places === 'every') {
    for (let at = 0; at <= Math.min(length, 4096); at += 1) found.add(at);
    for (let at = 4096; at < length; at += 509) found.add(at);
  } else {
    for (let step = 1; step <= places; step += 1) found.add(Math.floor((length * step) / (places + 1)));
  }
  return [...found].filter((at) => at >= 0 && at <= length).sort((a, b) => a - b);
};

/** Raw bytes that were changed or repeated at the end cannot be distinguished from other raw bytes. */
const canBeTold = (operation: Operation, way: Recipe, at: number, reply: Buffer): boolean => {
  if (way !== 'duplicate' && (way !== 'garbage' || operation.reply !== 'bytes')) return true;
  if (way === 'duplicate') return at === reply.length || (operation.reply !== 'bytes' && at > 0);
  return at < headLength(reply) || at === reply.length;
};

const sidesOf = (carried: Carried): readonly (readonly [Side, Buffer])[] => [
  ['request', carried.request],
  ['reply', carried.reply],
];

export const faultsFor = (operation: Operation, baseline: Baseline, plan: Plan): readonly Fault[] => {
  const faults: Fault[] = [];
  for (const [connection, carried] of baseline.carried.entries()) {
    for (const [side, bytes] of sidesOf(carried)) {
      for (const at of placesIn(bytes, plan.places)) {
        for (const way of plan.ways) {
          if (way === 'duplicate' && side === 'request') continue;
          if (side === 'reply' && !canBeTold(operation, way, at, bytes)) continue;
          faults.push({ way, side, at, connection, always: false });
          // A retry meets the fault again; an operation that is never repeated cannot.
          const repeats = mayRepeat(operation.effect) && way !== 'stall' && way !== 'duplicate';
          if (repeats) faults.push({ way, side, at, connection, always: true });
        }
      }
    }
  }
  return faults;
};

const more = ['-o', 'json', '--timeout', `${timeout}ms`];

/** Runs once without a fault; throws if the scenario itself fails. */
export const baselineFor = async (operation: Operation, runLine?: RunLine): Promise<Baseline> => {
  const prepared = await prepare(operation, runLine);
  try {
    const result = await prepared.attempt(['-o', 'json', '--timeout', '30s']);
    if (result.code !== 0) {
      throw new Error(
        `${operation.id}: trivet ${prepared.argv.join(' ')}: exit ${result.code}: ${result.stderr}`,
      );
    }
    const baseline = baselineOf(operation, prepared, result);
    if (operation.effect !== 'read' && baseline.effects.length === 0 && !unlogged.has(operation.id)) {
      throw new Error(`${operation.id}: trivet ${prepared.argv.join(' ')} has no effect`);
    }
    return baseline;
  } finally {
    await prepared.close();
  }
};

/** A process that ended has handed its request to the system, but this one may not have read it yet. */
const requestRead = async (prepared: Prepared, baseline: Baseline): Promise<void> => {
  const clock = loopClock();
  const isRead = (): boolean => timesSent(prepared.proxy.carried(), baseline.own) > 0;
  while (!isRead() && clock.elapsed() < allowance) await setTimeout(5);
  clock.stop();
};

const tryOne = async (
  operation: Operation,
  baseline: Baseline,
  prepared: Prepared,
  fault: Fault,
): Promise<Finding> => {
  prepared.proxy.arm(fault);
  const clock = loopClock();
  const result = await prepared.attempt(more);
  const milliseconds = clock.elapsed();
  clock.stop();
  if (result.code === 9) await requestRead(prepared, baseline);
  const requests = Math.max(1, baseline.carried.length);
  const limit = requests * timeout + 1_000 + allowance;
  const problems = await faultsOf(operation, prepared, baseline, { result, milliseconds }, limit);
  return { operation: operation.id, fault, code: result.code, problems };
};

/** Tries every fault of the plan, or those that `choose` selects. */
export const torture = async (
  operation: Operation,
  plan: Plan,
  choose: (faults: readonly Fault[]) => readonly Fault[] = (faults) => faults,
  runLine?: RunLine,
): Promise<Report> => {
  const baseline = await baselineFor(operation, runLine);
  const report: Report = {
    operation: operation.id,
    effect: operation.effect,
    tries: 0,
    codes: new Map(),
    findings: [],
  };
  const left = [...choose(faultsFor(operation, baseline, plan))];
  const work = async (): Promise<void> => {
    let prepared: Prepared | undefined;
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      prepared ??= await prepare(operation, runLine);
      const finding = await tryOne(operation, baseline, prepared, fault);
      report.tries += 1;
      report.codes.set(finding.code, (report.codes.get(finding.code) ?? 0) + 1);
      if (finding.problems.length > 0) report.findings.push(finding);
      const used = prepared.sandbox.effects.list().length > 0 || unlogged.has(operation.id);
      if (used || finding.problems.length > 0) {
        await prepared.close();
        prepared = undefined;
      }
    }
    await prepared?.close();
  };
  await Promise.all(Array.from({ length: plan.width }, work));
  return report;
};

export const describeFinding = ({ operation, fault, code, problems }: Finding): string => {
  const where = `${fault.way} at byte ${fault.at} of the ${fault.side}, connection ${fault.connection}`;
  return `${operation}: ${where}${fault.always ? ' and every later one' : ''}: exit ${code}: ${problems.join('; ')}`;
};

/** What was tried and found, one line for each operation. */
export const table = (reports: readonly Report[]): string => {
  const codes = [...new Set(reports.flatMap((report) => [...report.codes.keys()]))].sort((a, b) => a - b);
  const width = Math.max(10, ...reports.map(({ operation }) => operation.length));
  const row = (name: string, effect: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), effect.padEnd(10), ...cells.map((cell) => String(cell).padStart(7))].join(' ');
  const sum = (of: (report: Report) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  return [
    row('operation', 'effect', ['tries', ...codes.map((code) => `exit ${code}`), 'broken']),
    ...reports.map((report) =>
      row(report.operation, report.effect, [
        report.tries,
        ...codes.map((code) => report.codes.get(code) ?? ''),
        report.findings.length,
      ]),
    ),
    row('all', '', [
      sum(({ tries }) => tries),
      ...codes.map((code) => sum((report) => report.codes.get(code) ?? 0)),
      sum(({ findings }) => findings.length),
    ]),
  ].join('\n');
};
