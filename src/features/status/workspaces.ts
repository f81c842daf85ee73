import { unmarked } from '../../catalogue/text/mark.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { list } from '../../commands/workspace/operations/list.ts';
import { readList } from '../../run/lists/list.ts';
import type { Look, StatusRow } from './row.ts';
import { parseTime } from '../../output/text/time.ts';
import { unreadable } from './row.ts';

const failed: ReadonlySet<string> = new Set(['errored']);

const waiting: ReadonlySet<string> = new Set([
  'planned',
  'cost_estimated',
  'policy_checked',
  'policy_override',
  'policy_soft_failed',
  'post_plan_completed',
]);

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const timeIn = (item: JsonObject, related: string, state: string): number | undefined => {
  const at = textAt(item[`${related}.status-timestamps`], `${state.replaceAll('_', '-')}-at`);
  return at === undefined ? undefined : parseTime(at);
};

const rowsOf = (item: JsonObject, organization: string): readonly StatusRow[] => {
  const common = {
    service: 'workspaces',
    name: textAt(item, 'name') ?? '',
    scope: organization,
    many: 'workspaces',
    about: { kind: 'workspace', name: `${organization}/${textAt(item, 'name') ?? ''}`, flags: {} },
  } as const;
  const rows: StatusRow[] = [];
  if (own(item, 'locked') === true) {
    const holder = text(item['holder']);
    const reason = unmarked(text(item['locked-reason']));
    const detail = [holder === '' ? '' : `by ${holder}`, reason].filter(Boolean).join(': ');
    const since = timeIn(item, 'locked-by', 'plan-queueable');
    const whose = detail === '' ? undefined : detail;
    rows.push({ ...common, kind: 'lock', state: 'locked', detail, whose, attention: false, since });
  }
  const run = text(item['current-run.status']);
  // Such a run is applied automatically, so no person is needed.
  const waits = waiting.has(run) && item['auto-apply'] !== true;
  if (failed.has(run) || waits) {
    const message = text(item['current-run.message']);
    const since = timeIn(item, 'current-run', run);
    const instance = textAt(item, 'current-run');
    rows.push({ ...common, kind: 'run', state: run, detail: message, attention: true, since, instance });
  }
  return rows;
};

const look: Look = async ({ session, endpoint }) => {
  const organization = endpoint.context.organization?.value;
  if (organization === undefined) {
    const detail = 'no organization is configured: trivet profile set NAME --default-organization ORG';
    const row = { service: 'workspaces', kind: 'service', name: 'workspaces', scope: '' } as const;
    return [{ ...row, state: 'not asked', detail, attention: false }];
  }
  const rows: StatusRow[] = [];
  try {
    const input = { organization_name: organization, include: ['current_run', 'locked_by'] as const };
    const scope = { part: 'organization', name: organization } as const;
    for await (const { items } of readList(session, list, input, { scope }))
      for (const item of items) rows.push(...rowsOf(item, organization));
  } catch (error) {
    rows.push(unreadable('workspaces', 'workspaces', organization, error));
  }
  return rows;
};

export default look;
