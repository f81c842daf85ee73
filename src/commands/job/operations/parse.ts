import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { jobFields } from '../fields.ts';
import { namespace, orSubmit } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';

export const parse = defineOperation({
  id: 'job.parse',
  summary: 'Parse a job file into JSON',
  description:
    'The server parses the file; trivet puts the content of file("NAME") and filebase64("NAME") into it, from files below the ' +
    'folder of the job file. Other functions that read files do not work. Variables come from ' +
    'NOMAD_VAR_name, --var-file and --var; the last one wins. trivet sends --var values as var-file text, ' +
    'because real servers ignore VariableFlags.',
  source: '3 §4.3',
  service: 'jobs',
  method: 'POST',
  path: '/v1/jobs/parse',
  parameters: {
    namespace,
    region,
    JobHCL: {
      in: 'body',
      type: 'text',
      summary: 'Job file in HCL',
      required: true,
      metavar: 'file',
    },
    Canonicalize: {
      in: 'body',
      type: 'boolean',
      summary: 'Fill unset fields with defaults',
      default: 'false',
    },
    Variables: {
      in: 'body',
      type: 'text',
      summary: 'HCL2 variables in var-file format',
      default: 'empty',
      metavar: '@file',
    },
    VariableFlags: {
      in: 'body',
      type: 'map',
      summary: 'Variables as key=value, sent as they are',
      default: 'none',
      metavar: 'key=value',
    },
    HCLv1: {
      in: 'body',
      type: 'boolean',
      flag: 'hcl-v1',
      summary: 'Use the legacy parser',
      default: 'false',
    },
  },
  effect: 'read',
  view: recordView({
    fields: jobFields,
    essential: ['ID', 'Name'],
    name: 'ID',
    columns: [
      ['ID', 'id'],
      ['Name', 'name'],
      ['Namespace', 'namespace'],
      ['Type', 'type'],
      ['TaskGroups', 'groups'],
    ],
  }),
  permission: orSubmit('parse-job'),
  errors: { 400: 'the file cannot be parsed' },
  examples: [
    { summary: 'As JSON', argv: 'job parse web.nomad.hcl -o json' },
    {
      summary: 'With defaults and a variable',
      argv: 'job parse web.nomad.hcl --canonicalize --var color=green',
    },
  ],
});
