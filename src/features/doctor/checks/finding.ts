import type { Endpoint, Token } from '../../../config/endpoint.ts';
import type { Session } from '../../../run/session/session.ts';
import { Exit, severity, worstFirst } from '../../../system/error.ts';
import type { TrivetError } from '../../../system/error.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import type { ServiceName } from '../../../catalogue/product.ts';

type Check =
  | 'address'
  | 'tls'
  | 'server'
  | 'product'
  | 'clock'
  | 'token'
  | 'organization'
  | 'mounts'
  | 'permissions';

type Status = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Finding {
  readonly service: ServiceName;
  readonly check: Check;
  readonly status: Status;
  readonly detail: string;
  readonly next?: string | undefined;
  readonly exit?: number | undefined;
  readonly facts?: JsonObject | undefined;
}

export interface Findings {
  ok(check: Check, detail: string, facts?: JsonObject): Finding;
  skipped(check: Check, detail: string, next?: string): Finding;
  warning(check: Check, detail: string, next: string, facts?: JsonObject): Finding;
  problem(check: Check, exit: number, detail: string, next?: string, facts?: JsonObject): Finding;
  /** The exit code of a failed command; a code without a check is a plain failure. */
  failure(check: Check, error: TrivetError): Finding;
}

export const findingsOf = (service: ServiceName): Findings => {
  const problem: Findings['problem'] = (check, exit, detail, next, facts) => ({
    service,
    check,
    status: 'problem',
    detail,
    next,
    exit,
    facts,
  });
  return {
    ok: (check, detail, facts) => ({ service, check, status: 'ok', detail, facts }),
    skipped: (check, detail, next) => ({ service, check, status: 'skipped', detail, next }),
    warning: (check, detail, next, facts) => ({ service, check, status: 'warning', detail, next, facts }),
    problem,
    failure: (check, error) => {
      const exit = error.exit === Exit.deadline ? Exit.unreachable : error.exit;
      return problem(
        check,
        worstFirst.includes(exit) ? exit : Exit.refused,
        error.message,
        error.details.hint,
      );
    },
  };
};

export const worstOf = (findings: readonly Finding[]): Finding | undefined => {
  const rank = ({ exit }: Finding): number => severity(exit ?? Exit.refused);
  return findings.filter(({ status }) => status === 'problem').sort((a, b) => rank(a) - rank(b))[0];
};

export const formatFinding = ({ service, check, status, detail, next, exit, facts }: Finding): JsonObject => {
  const all: Readonly<Record<string, Json | undefined>> = { service, check, status, detail };
  return { ...all, next: next ?? null, exit: exit ?? null, facts: facts ?? {} };
};

export type Examine = (
  session: Session,
  endpoint: Endpoint,
  token: Token | undefined,
  findings: Findings,
  namespaces?: readonly string[],
) => Promise<readonly Finding[]>;
