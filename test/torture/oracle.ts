/** What must hold after a run, whatever was broken: the promises of docs/promises.md in code. */
import type { Operation } from '../../src/catalogue/operation.ts';
import { mayRepeat } from '../../src/catalogue/operation.ts';
import { leaks } from '../safety/canary-forms.ts';
import type { CliResult } from '../support/run-cli.ts';
import { words } from '../support/run-cli.ts';
import type { Carried } from './fault-proxy.ts';
import type { Prepared } from './stage.ts';
import { canarySecret, canaryToken } from './stage.ts';

/** A run without faults, to compare with. */
export interface Baseline {
  /** Verbs of the effect log, in order. */
  readonly effects: readonly string[];
  /** The beginning of the request line that has the effect, such as `POST /v1/jobs`. */
  readonly own: string | undefined;
  readonly output: string;
  readonly carried: readonly Carried[];
}

export interface Observed {
  readonly result: CliResult;
  readonly milliseconds: number;
}

const verbs = ({ sandbox }: Prepared): readonly string[] =>
  sandbox.effects.list().map(({ what }) => what.split(' ')[0] ?? '');

const later =
  /^(?:allocation\.(?!restarted)|deployment\.(?!promoted|failed)|evaluation\.|lease\.(?:created|expired))/;

/** Names that a server generates each time: keys of maps by identifier. */
const madeUp = /^[0-9a-f]{8}-[0-9a-f-]{27}$|^(?:[0-9a-f]{2}:)+[0-9a-f]{2}$|^[A-Za-z0-9]{24}$/;

/** The keys and lengths of a document, and the types of its scalars, so that times and identifiers do not count. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value)
    .map(([key, inner]) => `${madeUp.test(key) ? '*' : key} ${JSON.stringify(shape(inner))}`)
    .sort();
};

const outputShape = (text: string): string => {
  try {
    return JSON.stringify(shape(JSON.parse(text)));
  } catch {
    return text;
  }
};

/** Changes that leave no trace in the effect log: only the traffic shows how often they were sent. */
export const unlogged: ReadonlySet<string> = new Set(['lease.unwrap']);

/** The path of a request line without identifiers, which differ from one sandbox to the next. */
const sameTarget = (line: string, own: string): boolean => {
  const segments = (text: string): readonly string[] =>
    text.split(/[ /]/).map((part) => (madeUp.test(part) ? '*' : part));
  return segments(line).join('/') === segments(own).join('/');
};

/** The length of a body that follows a head. */
const bodyLength = (head: string, rest: string): number => {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (!/^transfer-encoding: *chunked/im.test(head)) return 0;
  const end = /(?:^|\r\n)0\r\n\r\n/.exec(rest);
  return end === null ? rest.length : end.index + end[0].length;
};

/** The beginnings of the request lines of a connection, which may be kept for several requests. */
export const requestLines = ({ request }: Pick<Carried, 'request'>): readonly string[] => {
  const found: string[] = [];
  for (let rest = request.toString('latin1'); rest !== '';) {
    const [line] = /^[A-Z]+ [^ ?\r\n]*/.exec(rest) ?? [];
    if (line !== undefined) found.push(line);
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const after = rest.slice(end + 4);
    rest = after.slice(bodyLength(rest.slice(0, end), after));
  }
  return found;
};

export const baselineOf = (operation: Operation, prepared: Prepared, result: CliResult): Baseline => {
  const lines = prepared.proxy.carried().flatMap(requestLines);
  // Effects of a scheduler may come before it.
  const first = prepared.sandbox.effects.list().find(({ what }) => !later.test(what));
  const logged = first === undefined ? '' : `${first.method} ${first.path}`;
  // Effects on leases are logged by the lease; requests before the change come first.
  const own = lines.find((line) => sameTarget(line, logged)) ?? lines.at(-1);
  return {
    // Effects of a scheduler afterwards may or may not be there yet.
    effects: verbs(prepared).filter((verb) => !later.test(verb)),
    own: operation.effect === 'read' ? undefined : own,
    output: outputShape(result.stdout),
    carried: prepared.proxy.carried(),
  };
};

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly lookUp: string | undefined;
  readonly effect: string | undefined;
}

/** The last line of stderr under `-o json`. */
export const reportedError = (stderr: string): ReportedError => {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  try {
    const { error } = JSON.parse(line) as { error?: Partial<ReportedError> };
    const { code = '', message = '', lookUp, effect } = error ?? {};
    return { code, message, lookUp, effect };
  } catch {
    return { code: '', message: '', lookUp: undefined, effect: undefined };
  }
};

/** Values of the replies that are secrets, by their documented names. */
export const secretsIn = (carried: readonly Carried[]): readonly string[] =>
  carried.flatMap(({ reply }) =>
    [
      ...reply
        .toString('latin1')
        .matchAll(
          /"(?:private_key|secret_key|security_token|password|last_password|client_token)":\s*"((?:[^"\\]|\\.){8,})"/g,
        ),
    ].map((match) => match[1] ?? ''),
  );

/** An action passes on the exit code of its command, so its error text says what codes say elsewhere. */
const codeOf = (operation: Operation, result: CliResult): number => {
  if (operation.id !== 'job.action' || result.code !== 125) return result.code;
  const { code } = reportedError(result.stderr);
  return code === 'unknown-outcome' ? 9 : code === 'unreachable' ? 8 : 1;
};

const ordinary = new Set([0, 1, 4, 5, 6, 7, 8, 9, 124]);

const count = (verbs: readonly string[], verb: string): number => verbs.filter((one) => one === verb).length;

/** How often the request that has the effect was sent, and not one whose path only begins like it. */
export const timesSent = (carried: readonly Pick<Carried, 'request'>[], own: string | undefined): number =>
  own === undefined ? 0 : carried.flatMap(requestLines).filter((line) => sameTarget(line, own)).length;

/** The change was made, and the wait for its result could not be read: only a restart waits without --wait. */
const isMadeUnseen = ({ id }: Operation, code: number, effect: string | undefined): boolean =>
  id === 'job.restart' && code === 9 && effect === 'done';

const effectFaults = (
  operation: Operation,
  prepared: Prepared,
  baseline: Baseline,
  code: number,
  effect: string | undefined,
): readonly string[] => {
  const found: string[] = [];
  // Schedulers add effects later; those of the request are known from the run without faults.
  const effects = verbs(prepared).filter((verb) => baseline.effects.includes(verb));
  const sent = timesSent(prepared.proxy.carried(), baseline.own);
  const read = operation.effect === 'read';
  for (const verb of new Set(baseline.effects)) {
    const happened = count(effects, verb);
    const once = count(baseline.effects, verb);
    if (operation.effect !== 'harmless' && happened > once) found.push(`${verb} ${happened} times`);
    if (code === 0 && happened < once) found.push(`exit 0 without ${verb}`);
  }
  if (!mayRepeat(operation.effect) && sent > 1) found.push(`was sent ${sent} times`);
  if (read && prepared.sandbox.effects.list().length > 0) found.push('a read has effects');
  if (code !== 0 && code !== 9 && effects.length > 0) found.push(`exit ${code} with ${effects.join(', ')}`);
  if (code === 9 && read) found.push('exit 9 of a read');
  if (effect === undefined ? code !== 0 && !read : code === 0 || read) found.push(`effect ${effect}`);
  const isUnknown = effect === 'unknown' || isMadeUnseen(operation, code, effect);
  if ((code === 9) !== isUnknown) found.push(`exit ${code} says ${effect}`);
  if (effect === 'not-sent' && sent > 0) found.push('it was sent, and says that it was not');
  if (code === 9 && !read && sent === 0) found.push('exit 9 and nothing was sent');
  return found;
};

const leakFaults = (prepared: Prepared, result: CliResult): readonly string[] => {
  const found: string[] = [];
  for (const secret of [canaryToken, canarySecret]) {
    for (const [name, text] of [
      ['stdout', result.stdout],
      ['stderr', result.stderr],
    ] as const) {
      if (leaks(text, secret).length > 0) found.push(`${name} holds ${secret.slice(-6)}`);
    }
  }
  for (const secret of secretsIn(prepared.proxy.carried())) {
    if (result.stderr.includes(secret)) found.push('stderr holds a secret of the reply');
  }
  return found;
};

const lookUpFaults = async (prepared: Prepared, result: CliResult): Promise<readonly string[]> => {
  const { lookUp } = reportedError(result.stderr);
  if (lookUp === undefined) return ['exit 9 without a look-up'];
  const [program, ...argv] = words(lookUp);
  if (program !== 'trivet') return [`the look-up is ${lookUp}`];
  const looked = await prepared.straight(argv);
  return looked.code === 0 || looked.code === 5
    ? []
    : [`the look-up ${lookUp} ends with ${looked.code}: ${looked.stderr}`];
};

const settled = async (open: () => number): Promise<boolean> => {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (open() === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
};

/** Everything that is wrong with a run; empty if every promise held. `limit` in milliseconds. */
export const faultsOf = async (
  operation: Operation,
  prepared: Prepared,
  baseline: Baseline,
  { result, milliseconds }: Observed,
  limit: number,
): Promise<readonly string[]> => {
  const code = codeOf(operation, result);
  const { effect } = reportedError(result.stderr);
  const found = [
    ...effectFaults(operation, prepared, baseline, code, effect),
    ...leakFaults(prepared, result),
    ...(ordinary.has(code) ? [] : [`exit ${code}: ${result.stderr.slice(0, 300)}`]),
    ...(milliseconds > limit ? [`took ${Math.round(milliseconds)} ms`] : []),
    ...prepared.leftovers().map((name) => `left ${name}`),
  ];
  if (code === 0 && outputShape(result.stdout) !== baseline.output) found.push('exit 0 with other output');
  const hasOutput = code === 0 || operation.id === 'job.action' || isMadeUnseen(operation, code, effect);
  if (!hasOutput && result.stdout !== '') found.push(`exit ${code} with output`);
  if (/\n\s+at .*:\d+:\d+/.test(result.stderr)) found.push('a stack trace');
  if (!(await settled(() => prepared.proxy.open()))) found.push('a connection is left open');
  // A test of the catalogue says which operations must have one.
  const looks = code === 9 && operation.lookUp !== undefined;
  return looks ? [...found, ...(await lookUpFaults(prepared, result))] : found;
};
