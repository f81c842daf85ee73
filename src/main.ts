/** `main(argv, io)`: the entry of the command line. Words become an invocation, and its error becomes text. */
import type { InvocationEnd } from './run/invocation/invoke.ts';
import { failed } from './run/invocation/invoke.ts';
import { invokeAny } from './run/invocation/invoke-any.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { groups } from './commands/groups.ts';
import type { Program } from './run/session/session.ts';
import { readWords, refuseUnknownWords } from './cli/read-words.ts';
import { routeFor } from './cli/route.ts';
import type { Route } from './cli/route.ts';
import { Exit } from './system/error.ts';
import { saysJson } from './output/formats/formats.ts';
import { createRun } from './run/create-run.ts';
import { createSink } from './system/output.ts';
import { createReporter } from './run/reporter.ts';
import type { Reporter } from './run/reporter.ts';
import type { LogIn } from './run/session/session.ts';
import type { Io } from './system/io.ts';
import { version } from './version.ts';

/** Only this file names all groups, and starts features for what lies below. */
export const program: Program = {
  catalogue: createCatalogue(groups),
  changeMany: async (invocation, parts) =>
    (await import('./features/many/change-of-many.ts')).runSelection(invocation, parts),
  takeBack: async (run, receipt) => (await import('./features/undo/on-failure.ts')).takeBackRun(run, receipt),
  attention: {
    authorities: async (looking, mount) =>
      (await import('./features/certificates/attention.ts')).authoritiesOf(looking, mount),
    inventoried: async (looking, present, shown) =>
      (await import('./features/certificates/attention.ts')).inventoriedOf(looking, present, shown),
  },
};

/** Undefined from 80 columns on and in a pipe. */
const helpColumns = ({ isTTY, columns = 80 }: Io['stdout']): number | undefined =>
  isTTY === true && columns > 0 && columns < 80 ? Math.max(40, columns) : undefined;

/** Before flags are parsed. */
const wantsJson = (words: readonly string[], io: Io): boolean => {
  // Words after -- are positionals, or belong to another program.
  const cut = words.indexOf('--');
  const argv = cut === -1 ? words : words.slice(0, cut);
  const at = argv.findLastIndex((word) => word === '-o' || word === '--output');
  const joined = argv.findLast((word) => word.startsWith('--output=') || /^-o./.test(word));
  const given = at === -1 ? joined?.replace(/^(?:--output=|-o=?)/, '') : argv[at + 1];
  return saysJson(given ?? io.env['TRIVET_OUTPUT']);
};

const showHelp = async (found: Route, io: Io): Promise<InvocationEnd> => {
  if (found.unknown !== undefined) return refuseUnknownWords(program.catalogue, found);
  const { helpText } = await import('./cli/help/help.ts');
  const all = found.rest.includes('--all');
  await createSink(io.stdout).write(
    await helpText(program.catalogue, found.path, all, helpColumns(io.stdout)),
  );
  return { exit: Exit.ok, error: undefined };
};

const meant = async (argv: readonly string[], io: Io): Promise<readonly string[] | undefined> => {
  if (argv[0] === 'help') return [...argv.slice(1), '--help'];
  const cut = argv.indexOf('--');
  if (argv[0] !== 'complete' || cut === -1) return argv;
  const { lineOfNames } = await import('./cli/complete.ts');
  const line = await lineOfNames(program.catalogue, argv.slice(cut + 1), io);
  return line && [...line, ...argv.slice(1, cut)];
};

/** @param use called with the run's reporter */
const run = async (
  argv: readonly string[],
  io: Io,
  use: (reporter: Reporter) => void,
): Promise<InvocationEnd> => {
  const words = await meant(argv, io);
  if (words === undefined) return { exit: Exit.ok, error: undefined };
  const found = await routeFor(program.catalogue, words);
  if (found.asksHelp || words.length === 0) return showHelp(found, io);
  const invocation = { ...(await readWords(program, found, io)), words: argv };
  const { globals } = invocation.given;
  const logIn: LogIn = async (question, line) =>
    (await import('./features/log-in.ts')).logIn(question, io, globals, () =>
      main([...line, '--output', 'table'], io),
    );
  const parts = await createRun({ program, io, globals, version, logIn });
  use(parts.session.reporter);
  try {
    return await invokeAny(invocation, { parts, checked: false, inside: false });
  } finally {
    await parts.close();
  }
};

/**
 * @param argv after `trivet`
 * @returns the exit code; nothing is thrown
 */
export const main = async (argv: readonly string[], io: Io): Promise<number> => {
  let reporter: Reporter | undefined;
  const verbose = argv.includes('-v') || argv.includes('--verbose');
  try {
    const { exit, error } = await run(argv, io, (made) => {
      reporter = made;
    }).catch((thrown: unknown) => failed(thrown, verbose));
    if (error === undefined) return exit;
    reporter ??= createReporter({
      version,
      sink: createSink(io.stderr, 'standard error'),
      quiet: false,
      verbose,
      json: wantsJson(argv, io),
      paint: (_, text) => text,
    });
    reporter.error(error);
    return exit;
  } finally {
    await reporter?.flush();
  }
};
