/** The help topics on objects that are selected: conditions, and changes of many. */
import { entry, paragraphs, section, wrap } from '../../src/cli/help/text.ts';

export const whereTopic = (): string =>
  paragraphs(
    "--where 'FIELD OP VALUE' keeps only the objects that satisfy it; given several times, those that satisfy all. Fields are " +
      'those of the object, under FIELDS in the help of the command that shows it; TAB completes them.',
  ) +
  section('OPERATORS', [
    entry('=', 'Equal. Of a list: one element is. FIELD= is true of a field without a value.', 12),
    entry('!=', 'Not equal. Of a list: no element is. FIELD!= is true of a field with a value.', 12),
    entry(
      '~',
      'Contains the text; of a list, one element does. With * (any characters) or ? (one) a pattern for the whole text or element.',
      12,
    ),
    entry(
      '< <= > >=',
      'Of versions, times, durations and numbers. Also as lt, le, gt and ge with spaces around.',
      12,
    ),
  ]) +
  section('VALUES', [
    entry(
      'versions',
      '1.6, 1.9.8. A constraint such as ~> 1.5.0 has no order: it is left out, and counted.',
      12,
    ),
    entry(
      'times',
      '2026-12-31T18:00:00Z, a day, or relative to now: -90d is 90 days ago, +30d in 30 days.',
      12,
    ),
    entry('durations', '90s, 15m, 1h30m, 7d, or seconds.', 12),
  ]) +
  section('QUOTES', [
    wrap(
      'Always put a condition in single quotes, in bash, zsh and fish alike. Without them < and > name files (an empty ' +
        'file called 1.6 is the usual sign), * and ~ can become file names, and ! is history in an interactive bash. ' +
        "The words lt, le, gt and ge need quotes for their spaces only: --where 'terraform-version lt 1.6'.",
      2,
    ),
  ]) +
  section('WHAT CANNOT BE CHECKED', [
    wrap(
      'The server filters where it can, and trivet checks every match again. Fields that a list does not report are ' +
        'read from each object. A field that the server does not report at all is exit 7: a condition is never taken as true ' +
        "or as empty. A field that is null satisfies only FIELD=''.",
      2,
    ),
  ]) +
  section('EXAMPLES', [
    '  $ trivet workspace list --where tag=prod --where locked=false',
    "  $ trivet workspace list --where 'terraform-version<1.6'",
    "  $ trivet job list --where 'SubmitTime<-90d' --where Status=dead",
    '  $ trivet pki role list --where allow_any_name=true',
  ]);

export const manyTopic = (): string =>
  paragraphs(
    'A command that changes one object can change many: give a selection instead of the object. Conditions are explained ' +
      'in trivet help where.',
  ) +
  section('SELECTIONS', [
    entry("--where 'FIELD OP VALUE'", 'Objects that satisfy it; repeated, they must satisfy all', 32),
    entry('--all', 'Every object of the list', 32),
    entry('-', 'Objects on standard input: names, or lines of -o jsonl --fields NAME,SCOPE', 32),
  ]) +
  section('BEFORE ANYTHING IS CHANGED', [
    wrap(
      'On a terminal trivet shows the objects in a table and asks once, with their number and the server; --yes answers. ' +
        'With --all, and for commands that want the name of one object typed, type the number, or give --confirm N.',
      2,
    ),
    entry('--dry-run', 'Shows the objects and the requests; changes nothing', 32),
    entry('--expect N, --expect N-M', 'Exit 2 unless this many match, even when none does', 32),
    entry('--limit N', 'Changes only the first N, and says how many are left', 32),
  ]) +
  section('WHILE IT RUNS', [
    entry('--parallel N', 'Objects changed at once; default 4', 32),
    entry('--rate N', 'Changes started in a second, 0 for no limit', 32),
    wrap(
      'Each object has a row: NAME, RESULT (done, failed, unknown), REASON. -o jsonl prints each row when it is known, ' +
        '-o json and yaml one list. Ten failures in a row stop the run. Exit 0: all are done, or nothing matched. Exit 10: some ' +
        'failed or were not started.',
      2,
    ),
  ]) +
  section('AFTER A STOP', [
    wrap(
      'A journal records the objects and what became of each. trivet prints its path at the start, and after a failure the ' +
        'command that continues: --resume JOURNAL skips what is done, repeats what failed, and settles changes that were sent and got no reply: done if something proves it, repeated if the object is as it was before, otherwise unknown; --retry-unknown repeats those. Conditions are not evaluated again. A journal of another command, server or list is refused, ' +
        'and so is one in use. apply keeps such a journal too.',
      2,
    ),
  ]) +
  section('A COMMAND AFTER --', [
    wrap(
      'trivet workspace lock --where ... -- COMMAND locks all of the workspaces or none, runs COMMAND once, and unlocks them.',
      2,
    ),
  ]) +
  section('EXAMPLES', [
    '  $ trivet workspace lock --where tag=prod --reason CHG-1 --expect 11 --yes',
    '  $ trivet workspace unlock --where locked-reason=CHG-1 --expect 11 --yes',
    "  $ trivet job stop --where 'ID~import-*' --dry-run",
    '  $ trivet workspace tag add - stale --yes <names',
  ]);
