/** Runs the program with one file call failing, on a folder of its own, and judges what it says and leaves. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { launcher } from '../support/program.ts';
import { find } from '../support/pty.ts';
import { runCli } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Stage {
  readonly sandbox: Sandbox;
  /** The path of a file in the folder of the run. */
  readonly at: (name: string) => string;
  /** The content of that file; undefined if there is none. */
  readonly read: (name: string) => string | undefined;
  /** Runs trivet with the same settings and nothing failing, in this process. */
  readonly trivet: (argv: readonly string[], stdin?: string) => Promise<Result>;
  /** Runs the program in a process of its own, which can be killed. */
  readonly program: (argv: readonly string[]) => Promise<Result>;
}

export interface Scenario {
  readonly name: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** What is there before the command runs. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  /** Whether what the command promises was done, completely. */
  readonly done: (stage: Stage, result: Result) => Promise<boolean> | boolean;
  /** Whether nothing is damaged if it was not done. */
  readonly intact?: (stage: Stage) => Promise<boolean> | boolean;
  /** What was made and can be found nowhere; undefined where there is nothing. */
  readonly lost?: (stage: Stage, result: Result) => Promise<string | undefined>;
  /** What it says that is not true, or leaves unsaid although its page promises it; undefined where there is nothing. */
  readonly untrue?: (stage: Stage, result: Result) => string | undefined;
  /** Further exit codes of a failure that it reports in its own words. */
  readonly codes?: readonly number[];
  /** Its exit code is that of another program, so that its own failures are 125. */
  readonly passesOn?: true;
}

/** A file call of a run. */
interface Call {
  readonly number: number;
  readonly name: string;
  readonly file: string;
}

export interface Fault extends Call {
  readonly code: ErrorName;
}

export interface Finding {
  readonly scenario: string;
  readonly fault: string;
  readonly why: string;
  readonly said: string;
}

/** `KILL`: the run is killed before the call. */
type ErrorName = 'KILL' | 'EIO' | 'ENOSPC' | 'EACCES' | 'EROFS' | 'ESTALE';

/** Linux's number, which Node does not know for every system. */
const numbers: Readonly<Record<ErrorName, number>> = { ...constants.errno, ESTALE: 116, KILL: 0 };

const reading = ['read', 'pread', 'stat', 'fstat', 'lstat', 'statx', 'readlink', 'getdents', 'access'];
const errorsOf = ({ name }: Call): readonly ErrorName[] => {
  if (reading.includes(name)) return ['EIO', 'EACCES', 'ESTALE'];
  return name === 'open' ? ['EIO', 'EACCES', 'ENOSPC', 'ESTALE'] : ['EIO', 'ENOSPC', 'EROFS', 'EACCES'];
};

/** Every fault of a run with these calls. */
export const faultsOf = (calls: readonly Call[]): readonly Fault[] =>
  calls.flatMap((call) => errorsOf(call).map((code) => ({ ...call, code })));

const built = { path: undefined as string | undefined, why: undefined as string | undefined };

const build = (): void => {
  if (built.path !== undefined || built.why !== undefined) return;
  if (process.platform !== 'linux') built.why = 'file calls can be made to fail only on Linux';
  else if (find('cc') === undefined) built.why = 'there is no C compiler';
  if (built.why !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'trivet-failing-call-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'failing-call');
  const source = join(import.meta.dirname, 'failing-call.c');
  const compiled = spawnSync('cc', ['-O1', '-o', program, source], { encoding: 'utf8' });
  if (compiled.status !== 0) {
    built.why = `the C compiler fails: ${compiled.stderr.slice(0, 200)}`;
    return;
  }
  const trial = spawnSync(program, [join(folder, 'log'), folder, '0', '5', 'true'], { encoding: 'utf8' });
  if (trial.status === 0) built.path = program;
  else built.why = `this system forbids to filter calls: ${trial.stderr.trim()}`;
};

/** Why no file call can be made to fail here; undefined if it can. */
export const whyNot = (): string | undefined => {
  build();
  return built.why;
};

const started = (
  argv: readonly string[],
  options: { env: Record<string, string>; cwd: string; stdin: string },
) =>
  new Promise<Result>((resolve, reject) => {
    const [program = '', ...words] = argv;
    const child = spawn(program, words, { env: options.env, cwd: options.cwd });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const [stdout, stderr] = [Buffer.concat(out).toString('utf8'), Buffer.concat(err).toString('utf8')];
      resolve({ code, signal, stdout, stderr });
    });
  });

const callsIn = (log: string): readonly Call[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [number = '', name = '', ...file] = line.split(' ');
      return { number: Number(number), name, file: file.join(' ') };
    });

/** Runs a scenario with a fault, or without one, on a fresh sandbox and folder; `judge` sees what is left. */
const perform = async <T>(
  scenario: Scenario,
  fault: Fault | undefined,
  judge: (stage: Stage, result: Result, calls: readonly Call[]) => Promise<T>,
): Promise<T> => {
  const sandbox = await startSandbox();
  const base = mkdtempSync(join(tmpdir(), 'trivet-fault-'));
  const folder = join(base, 'home');
  try {
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      TMPDIR: join(folder, 'tmp'),
      UV_THREADPOOL_SIZE: '1',
      ...environmentOf(sandbox),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
    };
    const at = (name: string): string => join(folder, name);
    const stage: Stage = {
      sandbox,
      at,
      read: (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined),
      trivet: async (argv, stdin) => {
        const { code, stdout, stderr } = await runCli(argv, { env, cwd: folder, stdin: stdin ?? '' });
        return { code, signal: null, stdout, stderr };
      },
      program: (argv) => started([launcher, ...argv], { env, cwd: folder, stdin: '' }),
    };
    await scenario.prepare?.(stage);
    const log = join(base, 'log');
    const failing = [String(fault?.number ?? 0), String(numbers[fault?.code ?? 'EIO'])];
    const argv = [built.path ?? '', log, folder, ...failing, launcher, ...scenario.argv];
    const result = await started(argv, { env, cwd: folder, stdin: scenario.stdin ?? '' });
    return await judge(stage, result, callsIn(readFileSync(log, 'utf8')));
  } finally {
    await sandbox.close();
    rmSync(base, { recursive: true, force: true });
  }
};

/** The file calls of a run in which none fails. */
export const callsOf = (scenario: Scenario): Promise<readonly Call[]> =>
  perform(scenario, undefined, async (stage, result, calls) => {
    if (result.code !== 0 || !(await scenario.done(stage, result))) {
      throw new Error(`${scenario.name} fails without a fault (${result.code}): ${result.stderr}`);
    }
    return calls;
  });

const complaint = async (scenario: Scenario, stage: Stage, result: Result): Promise<string | undefined> => {
  const { code, signal, stderr } = result;
  if (signal !== null) return `it ended by ${signal}`;
  if (/a defect of trivet|bun\.report|\n {4}at |node:internal/.test(stderr)) return 'it calls itself broken';
  const done = await scenario.done(stage, result);
  if (code === 0) return done ? undefined : 'it reports success, and it is not done';
  const own = [3, 74, ...(scenario.passesOn === true ? [125] : []), ...(scenario.codes ?? [])];
  if (code === null || !own.includes(code)) return `the exit code is ${code}`;
  // A scenario with codes of its own gives the reasons of those as rows.
  const rows = scenario.codes?.includes(code) === true ? result.stdout : '';
  if (`${stderr}${rows}`.trim() === '') return 'it says nothing';
  if (/Unknown system error|unknown error|\(E[A-Z]+\)/.test(stderr)) return 'it has no words for the error';
  if (!done && (await scenario.intact?.(stage)) === false) return 'something is damaged';
  const lost = await scenario.lost?.(stage, result);
  if (lost !== undefined) return `nothing names ${lost}`;
  const untrue = scenario.untrue?.(stage, result);
  if (untrue !== undefined) return untrue;
  if (/Nothing was (?:sent|changed)/.test(stderr) && done) return 'it says that nothing was changed';
  return undefined;
};

/** Kills the run before one of its file calls; `judge` sees what is left. */
export const killedAt = <T>(
  scenario: Scenario,
  call: Call,
  judge: (stage: Stage, result: Result) => Promise<T>,
): Promise<T> => perform(scenario, { ...call, code: 'KILL' }, judge);

/** What is wrong after a fault; undefined if nothing is. */
export const tryFault = (scenario: Scenario, fault: Fault): Promise<Finding | undefined> =>
  perform(scenario, fault, async (stage, result) => {
    const why = await complaint(scenario, stage, result);
    if (why === undefined) return undefined;
    const where = fault.file.replace(stage.at(''), '');
    return {
      scenario: scenario.name,
      fault: `${fault.number} ${fault.name} ${where}: ${fault.code}`,
      why,
      said: `${result.code} ${result.stderr.replaceAll(stage.at(''), '')}`,
    };
  });
