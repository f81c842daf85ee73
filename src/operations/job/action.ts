import { defineOperation } from '../../model/operation.ts';
import { tableView } from '../../model/view.ts';
import { actionFields } from './fields.ts';
import { namespace, ofJob, readPermission, region, jobId } from './parts.ts';

export const actions = defineOperation({
  id: 'job.actions',
  summary: 'List the actions that the tasks of a job define',
  doc: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/actions',
  parameters: { job_id: jobId, namespace, region },
  effect: 'read',
  nothing: 'null',
  view: tableView({
    fields: actionFields,
    name: 'Name',
    columns: [
      ['Name', 'action'],
      ['TaskGroupName', 'group'],
      ['TaskName', 'task'],
      ['Command', 'command'],
      ['Args', 'arguments'],
    ],
    empty: 'no actions',
  }),
  permission: readPermission,
  examples: [{ summary: 'What can be run', argv: 'job actions web' }],
});

export const action = defineOperation({
  id: 'job.action',
  summary: 'Run an action inside an allocation of a job',
  description:
    "The action's output is passed on as it comes, its exit code is trivet's; when trivet itself fails the exit " +
    'code is 125. Without --alloc-id the one running allocation that has the action is taken; where there are ' +
    'more they are listed. With --tty the terminal is handed over until the action ends.',
  doc: '3 §4.12',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/action',
  parameters: {
    ...ofJob,
    action: {
      in: 'query',
      type: 'string',
      summary: "Name of the action, as defined in the job's task",
      required: true,
      complete: 'action',
      metavar: 'action',
    },
    alloc_id: {
      in: 'query',
      type: 'string',
      summary: 'Allocation: its ID, or the first characters of it',
      required: true,
      complete: 'allocation',
      metavar: 'id',
    },
    task: {
      in: 'query',
      type: 'string',
      summary: 'Task that defines the action',
      required: true,
      metavar: 'name',
    },
    tty: { in: 'query', type: 'boolean', summary: 'Allocate a terminal', default: 'false' },
    ws_handshake: {
      in: 'query',
      type: 'boolean',
      summary: 'Send the token in the first frame and not in a header',
      default: 'false',
    },
  },
  effect: 'unsafe',
  lookUp: 'job allocations {job_id}',
  view: { kind: 'message', text: 'ran {action}' },
  permission:
    'namespace:alloc-exec, and namespace:alloc-node-exec if the task driver lacks file system isolation',
  examples: [
    { summary: 'Where one allocation runs', argv: 'job action web greet' },
    { summary: 'A shell', argv: 'job action web console --tty' },
  ],
});
