/** `main(argv, world)`: the only place where an error becomes text and an exit code. */
import { flagsOf } from './cli/flags.ts';
import { readInput } from './cli/input.ts';
import type { Given } from './cli/input.ts';
import { namesObjects, selects, strayOf } from './cli/many/selects.ts';
import type { Words } from './cli/many/selects.ts';
import { parseWords } from './cli/leaf.ts';
import type { Typed } from './cli/leaf.ts';
import { refuseFlags } from './cli/refuse-flags.ts';
import { index } from './cli/index-of-commands.ts';
import { route } from './cli/route.ts';
import type { Route } from './cli/route.ts';
import { runCommand } from './engine/invocation/run.ts';
import type { CommandRun } from './engine/invocation/run.ts';
import type { Command } from './model/catalogue/command.ts';
import { passesOn } from './model/catalogue/command.ts';
import { Exit, TrivetError, usageError } from './model/error.ts';
import { none } from './model/values/list.ts';
import { whenReady } from './model/values/when-ready.ts';
import { groupNamed, groups } from './groups/groups.ts';
import { saysJson } from './screen/formats/formats.ts';
import { createRun } from './engine/create-run.ts';
import type { RunParts } from './engine/run-parts.ts';
import type { Globals } from './engine/given-globals.ts';
import type { ItemRunner, SharedParts } from './engine/item.ts';
import { withEffect } from './engine/effect.ts';
import { createSink } from './world/output.ts';
import { createReporter } from './engine/reporter.ts';
import type { Reporter } from './engine/reporter.ts';
import type { Session } from './engine/session/session.ts';
import type { World } from './world/world.ts';
import { version } from './version.ts';
import { single } from './workflows/single.ts';
import type { Workflow } from './workflows/workflow.ts';

/** Before the flags are parsed: does the caller read stderr as JSON? */
const wantsJson = (words: readonly string[], world: World): boolean => {
  // What stands after -- is positional, or another program's.
  const cut = words.indexOf('--');
  const argv = cut === -1 ? words : words.slice(0, cut);
  const at = argv.findLastIndex((word) => word === '-o' || word === '--output');
  const joined = argv.findLast((word) => word.startsWith('--output=') || /^-o./.test(word));
  const given = at === -1 ? joined?.replace(/^(?:--output=|-o=?)/, '') : argv[at + 1];
  return saysJson(given ?? world.env['TRIVET_OUTPUT']);
};

/** By path: the lines of a batch ask for few commands many times. */
const commands = new Map<string, Command>();

const commandAt = ({ name, path }: Route): Command | undefined | Promise<Command | undefined> =>
  commands.get(name) ?? loadCommand(path[0] ?? '', name);

const loadCommand = async (group: string, path: string): Promise<Command | undefined> => {
  const found = (await groupNamed(group)?.load())?.find((command) => command.path === path);
  if (found !== undefined) commands.set(path, found);
  return found;
};

const workflows = new Map<Command, Workflow>();

/** The catalogue types a workflow only by its input; what else it is given is decided here. */
const loadWorkflow = async (command: Command): Promise<Workflow> => {
  const found = (command.workflow === undefined ? single : (await command.workflow()).default) as Workflow;
  workflows.set(command, found);
  return found;
};

const workflowOf = (command: Command): Workflow | Promise<Workflow> =>
  workflows.get(command) ?? loadWorkflow(command);

/** The command that words mean, without running it. */
const commandFor = async (argv: readonly string[]): Promise<Command | undefined> => {
  const found = route(argv, index);
  return found.complete ? commandAt(found) : undefined;
};

const lookUpFor = async (
  argv: readonly string[],
  world: World,
  shared: SharedParts,
): Promise<string | undefined> => {
  const found = route(argv, index);
  const command = found.complete ? await commandAt(found) : undefined;
  if (command === undefined) return undefined;
  return (await import('./cli/look-up.ts')).lookUpFor(command, found, world, shared);
};

const refuseUnknown = async (found: Route): Promise<never> => {
  const { unknownCommand } = await import('./cli/unknown.ts');
  throw await unknownCommand(found);
};

const nearNames = async (error: TrivetError, session: Session): Promise<TrivetError> =>
  (await import('./engine/lists/near-names.ts')).withNearNames(error, session);

interface ReadWords extends Words {
  readonly typed: Typed;
}

const refuseGiven = async (error: unknown, command: Command, typed: Typed): Promise<never> => {
  // What standard input holds for the objects was read as the value of a flag.
  if (namesObjects(command, typed)) (await import('./cli/many/unfit.ts')).refuseReadOnce(typed);
  throw error instanceof TrivetError ? withEffect(error, command, 'none') : error;
};

const readGiven = (
  command: Command,
  typed: Typed,
  world: World,
  shared: SharedParts | undefined,
): Given | Promise<Given> => {
  try {
    const reading = readInput(command, typed, world, shared);
    return reading instanceof Promise
      ? reading.catch((error) => refuseGiven(error, command, typed))
      : reading;
  } catch (error) {
    return refuseGiven(error, command, typed);
  }
};

const wordsFor = (
  command: Command,
  { rest, tail }: Route,
  world: World,
  shared: SharedParts | undefined,
): ReadWords | Promise<ReadWords> => {
  if (tail !== undefined && command.tail === true && tail.length === 0) {
    throw usageError('a command is needed after --');
  }
  return whenReady(parseWords(command, flagsOf(command), rest, tail ?? none), (typed) => {
    const child = tail !== undefined;
    // What a line without flags inherits was accepted for the one before it.
    if (child || typed.flags.size > 0 || shared?.plainGlobals.has(command) !== true)
      refuseFlags(command, typed, child, shared?.inherited);
    return whenReady(readGiven(command, typed, world, shared), (given) => ({ command, given, typed }));
  });
};

/** The command that the words mean, and its input: at once if nothing has to be loaded, asked or read. */
const readWords = (
  found: Route,
  world: World,
  shared: SharedParts | undefined,
): ReadWords | Promise<ReadWords> =>
  whenReady(found.complete ? commandAt(found) : undefined, (command) =>
    command === undefined ? refuseUnknown(found) : wordsFor(command, found, world, shared),
  );

/** Runs other command lines inside a run. */
const runnerOf = async (world: World, globals: Globals, { interruption }: RunParts): Promise<ItemRunner> => {
  const { createItemRunner } = await import('./engine/item-runner.ts');
  const { itemCheck } = await import('./cli/item-check.ts');
  const check = itemCheck(readWords);
  return createItemRunner(world, globals, interruption, { commandFor, lookUpFor, check, main: runMain });
};

const print = async (text: string, world: World): Promise<number> => {
  await createSink(world.stdout).write(text);
  return Exit.ok;
};

const showHelp = async (found: Route, world: World): Promise<number> => {
  if (found.unknown !== undefined) return refuseUnknown(found);
  const { helpText } = await import('./generate/help.ts');
  return print(await helpText(found.path), world);
};

/** Runs the command for each of the objects that the words select. */
const runSelected = async (asked: CommandRun, typed: Typed): Promise<number> => {
  const { runSelection } = await import('./cli/many/change-of-many.ts');
  const { parts, command, given, tail, runner } = asked;
  const { session, presenter } = parts;
  const lend = (input: Given, objects: CommandRun['objects']) =>
    runCommand({ ...asked, given: input, checked: true, objects });
  return runSelection({ command, given, typed, session, presenter, tail, runner, lend });
};

/** The error of a command, with its effect and exit code. */
const failureOf = async (
  error: unknown,
  { command, given }: Words,
  parts: RunParts,
  child: boolean,
  shared: SharedParts | undefined,
): Promise<TrivetError> => {
  const plain = asTrivetError(error, given.globals.verbose);
  // A batch of many missing items would list the names as many times.
  const alone = shared === undefined && parts.interrupted() === undefined;
  const hinted = alone && plain.details.missing !== undefined ? await nearNames(plain, parts.session) : plain;
  const known = withEffect(hinted, command, parts.session.standing());
  const own = known.exit === Exit.local && passesOn(command, child);
  const exit = parts.interrupted() ?? (own ? Exit.own : undefined);
  return exit === undefined ? known : known.with({ exit });
};

const runFound = async (
  argv: readonly string[],
  found: Route,
  world: World,
  use: (parts: RunParts) => void,
  shared: SharedParts | undefined,
): Promise<number> => {
  const reading = readWords(found, world, shared);
  const read = reading instanceof Promise ? await reading : reading;
  const { command, given, typed } = read;
  const opened = createRun({ world, globals: given.globals, version, shared });
  const parts = opened instanceof Promise ? await opened : opened;
  use(parts);
  try {
    const loaded = workflowOf(command);
    const asked: CommandRun = {
      parts,
      command,
      given,
      tail: found.tail ?? none,
      words: argv,
      checked: shared?.checked === true,
      workflow: loaded instanceof Promise ? await loaded : loaded,
      runner: () => runnerOf(world, given.globals, parts),
      program: main,
      groups,
      objects: undefined,
    };
    const selecting = shared === undefined && selects({ command, given });
    const stray = selecting ? undefined : strayOf({ command, given });
    if (stray !== undefined) throw (await import('./cli/many/unfit.ts')).aboutMany(stray);
    const code = await (selecting ? runSelected(asked, typed) : runCommand(asked));
    await parts.presenter.finish();
    return parts.interrupted() ?? code;
  } catch (error) {
    throw await failureOf(error, read, parts, found.tail !== undefined, shared);
  } finally {
    const closing = parts.close();
    if (closing !== undefined) await closing;
  }
};

const run = (
  argv: readonly string[],
  world: World,
  use: (parts: RunParts) => void,
  shared?: SharedParts,
): Promise<number> => {
  // `help a b` is `a b --help`.
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const found: Route = route(words, index);
  if (found.asksVersion) return print(`${version}\n`, world);
  if (found.asksHelp || words.length === 0) return showHelp(found, world);
  return runFound(argv, found, world, use, shared);
};

/** Reports any other error as a defect of trivet, with a stack only under `--verbose`. */
const asTrivetError = (error: unknown, verbose: boolean): TrivetError => {
  if (error instanceof TrivetError) return error;
  const text =
    error instanceof Error ? (verbose ? (error.stack ?? error.message) : error.message) : String(error);
  return new TrivetError('defect', Exit.own, `a defect of trivet: ${text}`, {
    hint: 'Please report it, with the output of the same command under --verbose.',
    cause: error,
  });
};

/**
 * Runs one command line.
 * @param argv the words after `trivet`
 * @returns the exit code; nothing is thrown
 */
export const main = (argv: readonly string[], world: World): Promise<number> => runMain(argv, world);

const runMain = async (argv: readonly string[], world: World, shared?: SharedParts): Promise<number> => {
  let reporter: Reporter | undefined;
  try {
    return await run(
      argv,
      world,
      (parts) => {
        reporter = parts.session.reporter;
      },
      shared,
    );
  } catch (error) {
    const verbose = argv.includes('-v') || argv.includes('--verbose');
    const known = asTrivetError(error, verbose);
    reporter ??= createReporter({
      version,
      sink: createSink(world.stderr, 'standard error'),
      quiet: false,
      verbose,
      json: shared !== undefined || wantsJson(argv, world),
      paint: (_, text) => text,
    });
    reporter.error(known);
    return known.exit;
  } finally {
    await reporter?.flush();
  }
};
