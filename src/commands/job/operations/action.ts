import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { actionFields } from '../fields.ts';
import { namespace, ofJob, readPermission, jobId } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';

export const actions = defineOperation({
  id: 'job.actions',
  summary: "List the actions that a job's tasks define",
  source: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/actions',
  parameters: { job_id: jobId, namespace, region },
  effect: 'read',
  reply: 'null',
  view: tableView({
    fields: actionFields,
    essential: ['Name', 'TaskName'],
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
  undo: { because: 'what a command did is not known' },
  summary: 'Run an action of a job',
  description:
    'Runs in an allocation, passes the output on as it comes, and exits with the exit code of the action; 125 ' +
    'means that trivet itself failed. Without --alloc-id it takes the only running allocation that has the ' +
    'action; if there are several, it lists them. With --every-allocation lines are prefixed and the worst ' +
    'exit code is returned. With --tty the action has the terminal until it ends.',
  source: '3 §4.12',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/action',
  parameters: {
    ...ofJob,
    action: {
      in: 'query',
      type: 'string',
      summary: 'Action, as named in the job file',
      required: true,
      complete: 'action',
      metavar: 'action',
    },
    alloc_id: {
      in: 'query',
      type: 'string',
      summary: 'Allocation ID, or its first characters',
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
      summary: 'Send the token in the first frame',
      default: 'false',
    },
  },
  effect: 'unsafe',
  lookUp: 'job allocations {job_id}',
  view: { kind: 'message', text: 'ran {action}' },
  permission:
    'namespace:alloc-exec, and namespace:alloc-node-exec if the task driver lacks file system isolation',
  examples: [
    { summary: 'In the only running allocation', argv: 'job action web greet' },
    { summary: 'A shell', argv: 'job action web console --tty' },
  ],
});
