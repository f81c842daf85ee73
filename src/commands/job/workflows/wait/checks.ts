/** Checks of unhealthy running allocations, by services that the jobs server keeps. */
import { quoted } from '../../../../catalogue/text/server-text.ts';
import { TrivetError } from '../../../../system/error.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, listAt, own, textAt } from '../../../../documents/json/json.ts';
import { mapBounded } from '../../../../run/lists/bounded.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { lacking } from '../../../../services/products.ts';
import { allocationChecks } from '../../operations/placement.ts';

export type CheckResults = ReadonlyMap<string, Json>;

/** Most causes repeat. */
const most = 5;

/** The server does not know the checks of other providers. */
export const hasChecks = (group: Json | undefined): boolean =>
  [group ?? null, ...listAt(group, 'Tasks')]
    .flatMap((one) => listAt(one, 'Services'))
    .some((one) => textAt(one, 'Provider') === 'nomad' && listAt(one, 'Checks').length > 0);

const isDoubtful = (allocation: Json): boolean =>
  textAt(allocation, 'DesiredStatus') === 'run' &&
  textAt(allocation, 'ClientStatus') === 'running' &&
  own(own(allocation, 'DeploymentStatus'), 'Healthy') !== true;

/** Only checks after `since` count; undefined without any. */
export const checksPass = (results: Json | undefined, since: number): boolean | undefined => {
  const all = isObject(results) ? Object.values(results) : [];
  if (all.length === 0) return undefined;
  return all.every(
    (one) => textAt(one, 'Status') === 'success' && Number(own(one, 'Timestamp') ?? 0) * 1000 >= since,
  );
};

export const failingChecks = (results: Json | undefined): string =>
  (isObject(results) ? Object.values(results) : [])
    .filter((one) => textAt(one, 'Status') === 'failure')
    .map((one) => {
      const output = (textAt(one, 'Output') ?? '').trim();
      return `check ${quoted(textAt(one, 'Check') ?? '')} fails${output === '' ? '' : `: ${quoted(output)}`}`;
    })
    .join('; ');

interface Of {
  readonly placed: readonly JsonObject[];
  readonly job?: Json | undefined;
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
}

/** Empty if the token may not read them, or nothing has checks. */
export const checksOf = async (
  session: Session,
  { placed, job, namespace, region }: Of,
  options?: CallOptions,
): Promise<CheckResults> => {
  const checked = new Set(
    listAt(job, 'TaskGroups')
      .filter(hasChecks)
      .map((group) => textAt(group, 'Name')),
  );
  const doubtful = placed.filter(
    (one) =>
      isDoubtful(one) &&
      (job === undefined
        ? own(own(one, 'DeploymentStatus'), 'Healthy') === false
        : checked.has(textAt(one, 'TaskGroup'))),
  );
  if (doubtful.length === 0) return new Map();
  if (lacking(await session.product('jobs'), allocationChecks) !== undefined) return new Map();
  const read = await mapBounded(doubtful.slice(0, most), most, async (one) => {
    const alloc_id = textAt(one, 'ID') ?? '';
    const input = { alloc_id, namespace: namespace ?? textAt(one, 'Namespace'), region };
    try {
      const { document } = await session.lookUp(allocationChecks, input, options);
      return [[alloc_id, document] as const];
    } catch (error) {
      // The checks are optional: node or token may not allow them.
      if (error instanceof TrivetError) return [];
      throw error;
    }
  });
  return new Map(read.flat());
};
