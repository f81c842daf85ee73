import { groupedBy } from '../../system/values/grouped.ts';
import { age } from '../../output/text/time.ts';
import type { StatusRow } from './row.ts';

export const combined = 'similar rows are combined; --all shows each one';

/** Each urgent row has a reason of its own to show, so more of them are shown. */
const most = { usual: 5, attention: 10 } as const;

const named = 3;

const namesOf = (rows: readonly [StatusRow, ...StatusRow[]]): string => {
  const [{ whose: common }] = rows;
  const some = rows.slice(0, named);
  if (rows.some(({ whose }) => whose !== common))
    return some.map(({ name, whose }) => [name, whose].filter(Boolean).join(' ')).join('; ');
  const names = some.map(({ name }) => name).join(', ');
  return common === undefined ? names : `${common}: ${names}`;
};

const foldedRow = (rows: readonly [StatusRow, ...StatusRow[]], now: number): StatusRow => {
  const [first] = rows;
  const { service, kind, many = `${kind}s`, state, attention, ends } = first;
  const scopes = new Set(rows.map(({ scope }) => scope));
  const soonest = ends === undefined ? '' : `first ${age(ends, now)}: `;
  return {
    service,
    kind,
    name: `${rows.length} ${many}`,
    scope: scopes.size === 1 ? first.scope : `${scopes.size} places`,
    state,
    detail: `${soonest}${namesOf(rows)} and ${rows.length - named} more`,
    attention,
  };
};

export const folded = (rows: readonly StatusRow[], now: number): readonly StatusRow[] => {
  const groups = groupedBy(rows, (row) => `${row.attention} ${row.service} ${row.kind} ${row.state}`);
  return [...groups.values()].flatMap((group) =>
    group.length > (group[0].attention ? most.attention : most.usual) ? [foldedRow(group, now)] : group,
  );
};
