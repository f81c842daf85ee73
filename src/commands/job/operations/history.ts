import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView, tableView } from '../../../catalogue/view.ts';
import { jobFields, submissionFields } from '../fields.ts';
import { ofJob, readPermission, stale } from '../parts.ts';

export const submission = defineOperation({
  id: 'job.submission',
  summary: 'Show the job file of a version',
  description:
    'Shows only a source that was supplied at registration; the server keeps the last 6 of a job. --field ' +
    'Source prints the file itself. The default is the current version.',
  source: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/submission',
  part: 'submission of job',
  parameters: {
    ...ofJob,
    version: {
      in: 'query',
      type: 'integer',
      flag: 'job-version',
      summary: 'Version of the job',
      required: true,
      complete: 'job-version',
      limits: { minimum: 0 },
      metavar: 'version',
    },
  },
  effect: 'read',
  view: recordView({
    fields: submissionFields,
    essential: ['Source'],
    name: 'JobID',
    columns: [
      ['JobID', 'job'],
      ['Version', 'version'],
      ['Format', 'format'],
      ['VariableFlags', 'variable flags'],
      ['Variables', 'variables'],
      ['Source', 'source'],
    ],
  }),
  errors: { 404: 'no source was supplied, or it is no longer kept' },
  examples: [
    { summary: 'Of the current version', argv: 'job submission web' },
    { summary: 'The job file that version 3 came from', argv: 'job submission web 3 --field Source' },
  ],
});

export const versions = defineOperation({
  id: 'job.versions',
  summary: 'List the versions of a job',
  description: 'Newest first. With --diffs each version is followed by its changes.',
  source: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}/versions',
  parameters: {
    ...ofJob,
    diffs: {
      in: 'query',
      type: 'boolean',
      summary: 'Include what each version changed',
      default: 'false',
    },
    stale,
  },
  effect: 'read',
  view: tableView({
    fields: jobFields,
    essential: ['ID', 'Version'],
    name: 'Version',
    rows: { path: 'Versions' },
    columns: [
      ['Version', 'version'],
      ['Stable', 'stable'],
      ['Stop', 'stopped'],
      ['Status', 'status'],
      ['JobModifyIndex', 'job modify index'],
      ['VersionTag.Name', 'tag'],
      ['SubmitTime', 'submitted'],
    ],
    order: '-Version',
    empty: 'no versions',
  }),
  permission: readPermission,
  errors: { 404: 'the job is not found' },
  examples: [
    { summary: 'The versions', argv: 'job versions web' },
    { summary: 'And what each one changed', argv: 'job versions web --diffs' },
  ],
});

export const differenceView = recordView({
  fields: {
    ID: { type: 'text', summary: 'Job ID', refers: 'job', rank: 0 },
    From: { type: 'integer', summary: 'Version that is compared', rank: 1 },
    To: { type: 'integer', summary: 'Version that it is compared with', rank: 1 },
    Type: { type: 'text', summary: 'Edited, or None without a difference', rank: 0 },
    Fields: { type: 'list', summary: 'Fields of the job that differ' },
    Objects: { type: 'list', summary: 'Objects of the job that differ' },
    TaskGroups: { type: 'list', summary: 'Groups that differ, with their tasks' },
  },
  essential: ['Type'],
  name: 'ID',
  columns: ['ID', 'From', 'To', 'Type'],
});
