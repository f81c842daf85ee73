import { tableView } from './view.ts';

export const changeRows = tableView({
  fields: {
    name: { type: 'text', summary: 'Object', rank: 0 },
    result: {
      type: 'text',
      summary: 'done, failed, or unknown',
      tones: { done: 'good', failed: 'bad', unknown: 'warn' },
      rank: 0,
    },
    reason: { type: 'text', summary: 'Why it failed', rank: 1 },
    organization: { type: 'text', summary: 'Organization of the object, where its name does not say it' },
    namespace: { type: 'text', summary: 'Namespace of the object, where it has one', rank: 0, scope: {} },
    mount: {
      type: 'text',
      summary: 'Mount of the object, where it was found',
      rank: 0,
      scope: { optional: true },
    },
    exit: { type: 'integer', summary: 'Exit code of the change of the object' },
    lookUp: { type: 'text', summary: 'Command that shows whether the change was made' },
    output: { type: 'object', summary: 'Reply of the server, as -o json prints it for one object' },
    error: { type: 'object', summary: 'Error, as -o json reports it for one object' },
    found: { type: 'boolean', summary: 'An earlier run made the change; this run found it' },
  },
  columns: ['name', 'result', 'reason'],
  name: 'name',
  empty: 'Nothing was changed.',
});
