/**
 * Faults for testing scripts, given as specs.
 *
 *     spec   := kind [ ':' amount ] [ '@' filter ]
 *     kind   := a status from 400 to 599 | reset | hangup | lost | stall | garbage | slow
 *     amount := the number of requests affected, default 1; for `slow` a duration (`200ms`, `2s`) for every request
 *     filter := [ METHOD ' ' ] text that the path contains; default: every request
 *
 * - `429:3`               the first 3 requests get 429 and are not carried out (429, 503: with `Retry-After: 1`)
 * - `503:2@/organizations` the first 2 requests whose path contains `/organizations`
 * - `reset:1`             the request is read, not carried out, and the connection is reset
 * - `hangup:1`            like `reset`, but the connection is closed cleanly
 * - `lost:1@POST /jobs`   the request is carried out, then the connection is closed without a reply
 * - `stall:1`             the request is read, but never gets a reply
 * - `garbage:1`           the reply is not HTTP
 * - `slow:200ms`          every reply is delayed by 200 ms
 *
 * The first spec that matches and is not used up applies; `slow` applies in addition.
 * The control endpoints under `/-/` are never affected.
 */

export type FaultKind = 'status' | 'reset' | 'hangup' | 'lost' | 'stall' | 'garbage';

export interface Fault {
  readonly kind: FaultKind;
  readonly status: number;
}

export interface FaultStatus {
  readonly spec: string;
  readonly applied: number;
  /** Null: without an end. */
  readonly remaining: number | null;
}

export interface FaultPlan {
  take(method: string, path: string): { readonly fault: Fault | undefined; readonly delay: number };
  list(): readonly FaultStatus[];
  /** All or none: throws for a spec outside the grammar. */
  add(specs: readonly string[]): void;
  /** Drops the first `number` specs, by default all. */
  clear(number?: number): void;
  /** Returns to the specs of the start. */
  reset(): void;
}

interface Rule {
  readonly spec: string;
  applied: number;
  readonly fault: Fault | undefined;
  readonly delay: number;
  readonly method: string | undefined;
  readonly text: string;
  remaining: number;
}

function parse(spec: string): Rule {
  const at = spec.indexOf('@');
  const [kind = '', amount, ...rest] = (at === -1 ? spec : spec.slice(0, at)).split(':');
  const filter = /^(?:([A-Z]+) )?(.*)$/s.exec(at === -1 ? '' : spec.slice(at + 1));
  const bad = (why: string): Error => new Error(`fault '${spec}': ${why}`);
  if (rest.length > 0) throw bad('at most one amount');
  if (at !== -1 && (filter?.[2] ?? '') === '' && filter?.[1] === undefined) throw bad('nothing after @');
  const common = { spec, applied: 0, method: filter?.[1], text: filter?.[2] ?? '' };
  if (kind === 'slow') {
    const [, number, unit] = /^(\d{1,6})(ms|s)$/.exec(amount ?? '') ?? [];
    if (number === undefined) throw bad('slow needs a duration such as 200ms or 2s');
    const delay = Number(number) * (unit === 's' ? 1000 : 1);
    return { ...common, fault: undefined, delay, remaining: Number.POSITIVE_INFINITY };
  }
  if (amount !== undefined && !/^[1-9]\d{0,8}$/.test(amount)) throw bad('the amount must be a number from 1');
  const remaining = Number(amount ?? 1);
  if (/^[45]\d\d$/.test(kind)) {
    return { ...common, fault: { kind: 'status', status: Number(kind) }, delay: 0, remaining };
  }
  switch (kind) {
    case 'reset':
    case 'hangup':
    case 'lost':
    case 'stall':
    case 'garbage':
      return { ...common, fault: { kind, status: 0 }, delay: 0, remaining };
    default:
      throw bad('not a status from 400 to 599, reset, hangup, lost, stall, garbage or slow');
  }
}

export function createFaultPlan(specs: readonly string[]): FaultPlan {
  let rules = specs.map(parse);
  const matches = (rule: Rule, method: string, path: string): boolean =>
    (rule.method === undefined || rule.method === method) && path.includes(rule.text);
  return {
    take(method, path) {
      let fault: Fault | undefined;
      let delay = 0;
      for (const rule of rules) {
        if (rule.remaining === 0 || !matches(rule, method, path)) continue;
        if (rule.fault === undefined) {
          rule.applied += 1;
          delay += rule.delay;
        } else if (fault === undefined) {
          rule.applied += 1;
          rule.remaining -= 1;
          fault = rule.fault;
        }
      }
      return { fault, delay };
    },
    list: () =>
      rules.map(({ spec, applied, remaining }) => ({
        spec,
        applied,
        remaining: Number.isFinite(remaining) ? remaining : null,
      })),
    add(more) {
      rules.push(...more.map(parse));
    },
    clear(number) {
      rules = number === undefined ? [] : rules.slice(number);
    },
    reset() {
      rules = specs.map(parse);
    },
  };
}
