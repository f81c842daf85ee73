import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import { tableView } from '../../catalogue/view.ts';
import { paceFlags, receiptFlag } from '../../catalogue/many-flags.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'batch run',
    summary: 'Run many command lines; resume after a stop',
    description:
      'The file has one command per line, without the word trivet: words as a shell would split them, or a JSON ' +
      'array of words; # starts a comment. All lines are checked before anything is sent: if one cannot be run, ' +
      'the exit code is 2 and each such line is listed by number. A watch, a command about this machine, and - for ' +
      'standard input cannot be a line. Items do not wait for one another: --parallel ' +
      '1 keeps the order of the lines. Each result is a line of JSON; -o json and yaml print one list of them, -o ' +
      'table, csv, tsv and md a row for each. Its item is the number of the line. With --receipt FILE every item is recorded before it is sent and ' +
      'after its result is written: trivet changes continue FILE skips what is done, retries what may be retried, ' +
      'and looks up items of unknown outcome instead of sending them twice. A receipt belongs to its lines and ' +
      'servers, and to one run at a time. Results with secrets that could not be written are kept in a recovery file. --yes, ' +
      '--timeout, --profile, --dry-run and --no-validate apply to every line. The items share their ' +
      'connections; a token command runs at most once a minute.',
    positional: [{ name: 'file' }],
    local: {
      file: {
        in: 'local',
        type: 'string',
        summary: 'File of command lines, - for standard input',
        complete: 'file',
        metavar: 'file',
      },
      parallel: { ...paceFlags.parallel, summary: 'Items in flight at once' },
      rate: { ...paceFlags.rate, summary: 'Items started per second; 0: no limit' },
      receipt: { ...receiptFlag, summary: 'File that records every item' },
      resume: toggle('Continue the run of the receipt'),
      'retry-unknown': toggle('With --resume, send items of unknown outcome again'),
      'stop-on-error': toggle('Start no more items after a failure'),
    },
    view: tableView({
      fields: {
        item: { type: 'integer', summary: 'Number of the line, from 1', rank: 0 },
        result: {
          type: 'text',
          summary: 'done, failed, or unknown',
          tones: { done: 'good', failed: 'bad', unknown: 'warn' },
          rank: 0,
        },
        exit: { type: 'integer', summary: 'Exit code of the line' },
        command: { type: 'text', summary: 'Words of the line', rank: 1, narrowest: 16 },
        reason: { type: 'text', summary: 'Why it failed', rank: 1 },
      },
      columns: ['item', 'result', 'exit', 'command', 'reason'],
      name: 'item',
      empty: 'No item was run.',
    }),
    workflow: () => import('../../features/batch/run.ts'),
    requests: 'items',
    exits: [Exit.denied, Exit.unavailable, Exit.partial],
    prints: 'text',
    aliases: ['exec', 'apply'],
    examples: [
      {
        summary: 'Eight at once, resumable',
        argv: 'batch run changes.txt --parallel 8 --receipt changes.receipt',
      },
    ],
  }),
];

export default commands;
