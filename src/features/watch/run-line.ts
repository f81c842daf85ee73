import { routeFor } from '../../cli/route.ts';
import { readWords } from '../../cli/read-words.ts';
import { createRun } from '../../run/create-run.ts';
import type { Program } from '../../run/session/session.ts';
import { failed } from '../../run/invocation/invoke.ts';
import { shellWords } from '../../catalogue/text/shell-words.ts';
import { Exit, usageError } from '../../system/error.ts';
import { onceTypedAheadArrived } from '../../output/full/typed-ahead.ts';
import { version } from '../../version.ts';
import type { Io } from '../../system/io.ts';
import { createSink } from '../../system/output.ts';
import { createReporter } from '../../run/reporter.ts';
import { invokeAny } from '../../run/invocation/invoke-any.ts';
import { helpText } from '../../cli/help/help.ts';

/** @returns its exit code; nothing is thrown */
const runWords = async (program: Program, words: readonly string[], io: Io): Promise<number> => {
  try {
    const found = await routeFor(program.catalogue, words);
    if (found.asksHelp) {
      await createSink(io.stdout).write(await helpText(program.catalogue, found.path));
      return Exit.ok;
    }
    const invocation = { ...(await readWords(program, found, io)), words };
    const parts = await createRun({ program, io, globals: invocation.given.globals, version });
    try {
      const { exit, error } = await invokeAny(invocation, { parts, checked: false, inside: false });
      if (error !== undefined) parts.session.reporter.error(error);
      await parts.session.reporter.flush();
      return exit;
    } finally {
      await parts.close();
    }
  } catch (thrown) {
    const { exit, error } = failed(thrown, false);
    const reporter = createReporter({
      version,
      sink: createSink(io.stderr, 'standard error'),
      quiet: false,
      verbose: false,
      json: false,
      paint: (_, text) => text,
    });
    if (error !== undefined) reporter.error(error);
    await reporter.flush();
    return exit;
  }
};

/** Drops keys that were typed during the command. */
const anyKey = (io: Io, question: string): Promise<void> => {
  const terminal = io.terminal?.();
  if (terminal === undefined) return Promise.resolve();
  const { input } = terminal;
  if (input.isTTY === true) input.setRawMode?.(true);
  return new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    input.resume();
    onceTypedAheadArrived(() => {
      input.once('data', () => onceTypedAheadArrived(resolve));
      io.stdout.write(question);
    });
  }).finally(() => {
    if (input.isTTY === true) input.setRawMode?.(false);
    input.pause();
    terminal.close();
  });
};

/** @returns its exit code; undefined if it is not a line of trivet */
export const runLine = async (program: Program, line: string, io: Io): Promise<number | undefined> => {
  const [first, ...words] = shellWords(line) ?? [];
  if (first !== 'trivet' || words.length === 0)
    throw usageError('the line must begin with trivet and a command');
  if (words[0] === 'watch') throw usageError('trivet watch is already running');
  io.stdout.write(`$ ${line}\n`);
  const exit = await runWords(program, words, io);
  await anyKey(io, `\n[exit ${exit}] Press a key to go back.\n`);
  return exit;
};
