import { TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { GroupVerdict } from '../../commands/job/verdicts.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { AttentionRow, Looking } from '../../run/session/session.ts';

export interface StatusRow extends AttentionRow {
  readonly since?: number | undefined;
  /** Restarts of the worst group's tasks, and replacements of its allocations. */
  readonly restarts?: number;
  readonly groups?: readonly GroupVerdict[];
  /** The ID of a run; not shown. */
  readonly instance?: string | undefined;
  /** The time until which the row needs nobody. */
  readonly acknowledged?: { readonly until: number; readonly why: string };
  /** Also shown for rows that were combined. */
  readonly whose?: string | undefined;
  /** The exit code of a failed read; not shown. */
  readonly exit?: number;
}

const acknowledgedText = ({ until, why }: NonNullable<StatusRow['acknowledged']>, detail: string): string =>
  `acknowledged until ${rfc3339(until)}: ${why}${detail === '' ? '' : `; ${detail}`}`;

export const rowName = (
  { kind, scope, name }: Pick<StatusRow, 'kind' | 'scope' | 'name'>,
  whole: boolean,
): string => (whole && scope !== '' ? `${kind}:${scope}/${name}` : `${kind}:${name}`);

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

export type Look = (looking: Looking) => Promise<readonly StatusRow[]>;

export const width = 16;

const states: Readonly<Record<number, string>> = {
  1: 'unreadable',
  3: 'misconfigured',
  4: 'denied',
  5: 'not found',
  7: 'unavailable',
};

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
