/** The rows of `status`: one line for each thing that needs attention. */
import { TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { GroupVerdict } from '../../commands/job/verdicts.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { AttentionRow, Looking } from '../../run/session/session.ts';

export interface StatusRow extends AttentionRow {
  /** When the state began, milliseconds since the epoch; absent where nothing that was read shows it. */
  readonly since?: number | undefined;
  /** How often the tasks of the worst group were restarted, and its allocations replaced. */
  readonly restarts?: number;
  /** The verdict on each task group of a job. */
  readonly groups?: readonly GroupVerdict[];
  /** The ID of a run, which the next one does not have; not shown. */
  readonly instance?: string | undefined;
  /** A person has seen it, and it needs nobody until then. */
  readonly acknowledged?: { readonly until: number; readonly why: string };
  /** Who has it, and why, as in the detail: also said where rows are combined. */
  readonly whose?: string | undefined;
  /** The exit code of a read that failed; not shown. */
  readonly exit?: number;
}

const acknowledgedText = ({ until, why }: NonNullable<StatusRow['acknowledged']>, detail: string): string =>
  `acknowledged until ${rfc3339(until)}: ${why}${detail === '' ? '' : `; ${detail}`}`;

/** How `status acknowledge` names a row; with the scope where that is needed. */
export const rowName = (
  { kind, scope, name }: Pick<StatusRow, 'kind' | 'scope' | 'name'>,
  whole: boolean,
): string => (whole && scope !== '' ? `${kind}:${scope}/${name}` : `${kind}:${name}`);

/** A row as it is shown. */
export const formatRow = ({
  ends: _ends,
  many: _many,
  exit: _exit,
  whose: _whose,
  instance: _instance,
  since,
  groups,
  restarts,
  asOf,
  acknowledged,
  about,
  detail,
  ...row
}: StatusRow): JsonObject => ({
  ...row,
  detail: acknowledged === undefined ? detail : acknowledgedText(acknowledged, detail),
  ...(asOf === undefined ? {} : { 'as-of': rfc3339(asOf) }),
  ...(acknowledged === undefined
    ? {}
    : { acknowledged: { until: rfc3339(acknowledged.until), why: acknowledged.why } }),
  ...(since === undefined ? {} : { since: rfc3339(since) }),
  ...(restarts === undefined ? {} : { restarts }),
  ...(about === undefined ? {} : { about: { ...about, flags: { ...about.flags } } }),
  ...(groups === undefined
    ? {}
    : {
        groups: groups.map(({ since: began, ...group }) => ({
          ...group,
          since: began === undefined ? null : rfc3339(began),
        })),
      }),
});

/** Reads the rows of one service. */
export type Look = (looking: Looking) => Promise<readonly StatusRow[]>;

/** Concurrent requests to one service. */
export const width = 16;

const states: Readonly<Record<number, string>> = {
  1: 'unreadable',
  3: 'misconfigured',
  4: 'denied',
  5: 'not found',
  7: 'unavailable',
};

/** The line for something that could not be read. */
export const unreadable = (service: ServiceName, name: string, scope: string, error: unknown): StatusRow => {
  if (!(error instanceof TrivetError)) throw error;
  const state = states[error.exit] ?? 'unreachable';
  return {
    service,
    kind: 'service',
    many: 'reads',
    name,
    scope,
    state,
    detail: error.message,
    attention: true,
    exit: error.exit,
  };
};
