import { listAt, own, textAt } from '../../../documents/json/json.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { inputText } from '../../../catalogue/parameter.ts';
import { tableView } from '../../../catalogue/view.ts';
import { scaleFields } from '../fields.ts';
import { fewer } from './fewer-risk.ts';
import { show } from './show.ts';
import { jobState } from './version-back.ts';
import { evaluationView, ofJob, policyOverride, stale, submitPermission } from '../parts.ts';
import { waitsForIt } from '../wait-conditions.ts';

export const scaleStatus = defineOperation({
  id: 'job.scale-status',
  summary: 'Show counts and scaling events of task groups',
  source: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/scale',
  parameters: { ...ofJob, stale },
  effect: 'read',
  view: tableView({
    fields: scaleFields,
    essential: ['Desired'],
    name: 'group',
    rows: { path: 'TaskGroups', key: 'group' },
    columns: [
      'group',
      ['Desired', 'desired'],
      ['Placed', 'placed'],
      ['Running', 'running'],
      ['Healthy', 'healthy'],
      ['Unhealthy', 'unhealthy'],
      ['Events', 'events'],
    ],
    empty: 'no groups',
  }),
  permission: 'namespace:read-job-scaling or namespace:read-job',
  errors: { 404: 'the job is not found' },
  examples: [
    { summary: 'The counts', argv: 'job scale-status web' },
    { summary: 'Who scaled it and why', argv: "job scale-status web --query 'TaskGroups.app.Events'" },
  ],
});

export const scale = defineOperation({
  id: 'job.scale',
  objectRead: show,
  undo: {
    counters: jobState.counters,
    keptParameters: ['Target'],
    inputFromItems: ([job]) => {
      const [only, ...others] = listAt(job, 'TaskGroups');
      return only === undefined || others.length > 0 ? {} : { Target: textAt(only, 'Name') };
    },
    pick: ([job], { Target: group }) => {
      const found = listAt(job, 'TaskGroups').find((one) => own(one, 'Name') === group);
      return found === undefined
        ? null
        : { Count: own(found, 'Count') ?? null, JobModifyIndex: own(job, 'JobModifyIndex') ?? null };
    },
    reverse: ({ before, input }) =>
      before === null
        ? { because: 'the task group did not exist before' }
        : {
            command: 'job scale',
            input: { Target: inputText(input, 'Target') ?? '', Count: before['Count'] ?? null },
          },
  },
  summary: 'Scale a task group of a job',
  description:
    'Without --message the event says that trivet scaled the group. With --message or --error and no count, ' +
    'only the event is recorded. The server refuses while a deployment is active (exit 6).',
  source: '3 §4.11',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/scale',
  parameters: {
    ...ofJob,
    Target: {
      in: 'body',
      type: 'string',
      pointer: '/Target/Group',
      summary: 'Task group',
      required: true,
      fallback: {},
      default: 'the only one of the job',
      complete: 'group',
      metavar: 'group',
    },
    Count: {
      in: 'body',
      type: 'integer',
      summary: 'New count of the task group',
      limits: { minimum: 0 },
      metavar: 'count',
    },
    Message: {
      in: 'body',
      type: 'text',
      summary: 'Reason, stored with the scaling event',
      default: 'empty (trivet sends "scaled with trivet")',
      metavar: 'text',
    },
    Error: {
      in: 'body',
      type: 'text',
      summary: 'Failure to record instead of a count',
      metavar: 'text',
    },
    Meta: { in: 'body', type: 'json', summary: 'JSON stored with the scaling event', metavar: 'json' },
    PolicyOverride: policyOverride,
  },
  rules: [{ rule: 'atLeastOne', keys: ['Count', 'Message', 'Error'] }],
  // A retry would undo what others scaled in between.
  effect: 'unsafe',
  steps: 'several',
  risks: [fewer(([only = '']) => `Scale {Target} of job {job_id} ${only.slice(only.indexOf('down'))}?`)],
  doneText: '{job_id}: scaled {Target}[ to {Count}][, evaluation {EvalID:8}]',
  lookUp: 'job scale-status {job_id}',
  view: evaluationView,
  permission: submitPermission('scale-job'),
  errors: { 400: 'the job has an active deployment' },
  wait: waitsForIt,
  examples: [
    { summary: 'Run three instances of a group', argv: 'job scale web app 3 --message "launch day"' },
    { summary: 'The only group of a job', argv: 'job scale web 3' },
    { summary: 'Record why nothing was done', argv: 'job scale web app --error "quota is used up"' },
  ],
});
