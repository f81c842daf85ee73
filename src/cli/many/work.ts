/** Does the work for each object of a change of many: the command for that one object. */
import { Exit, usageError } from '../../model/error.ts';
import type { Json } from '../../model/json/json.ts';
import { isObject, textAt } from '../../model/json/json.ts';
import type { ObjectKind } from '../../model/catalogue/kind.ts';
import { writeJson } from '../../model/json/lossless.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import type { ItemRunner } from '../../engine/item.ts';
import type { ChangeEnd, ObjectChange } from '../../runs/run-changes.ts';
import { serviceOf } from '../../services/index.ts';
import type { Selected } from './selected.ts';
import { wordsOf } from './selected.ts';

/** The change of one object. */
export interface ObjectLine extends ObjectChange {
  readonly argv: readonly string[];
  readonly object: Selected;
}

/** The line contains an ID, since names may change; a person knows the object by its name. */
const named = ({ name, address }: Selected, text: string | undefined): string | undefined =>
  name === address ? text : text?.replaceAll(address, name);

const endOf = async (runner: ItemRunner, { argv, object }: ObjectLine): Promise<ChangeEnd> => {
  const { exit, output, error, lookUp, once } = await runner.run(argv, true);
  const reason = named(object, textAt(error, 'message'));
  return {
    exit,
    lookUp,
    reason,
    more: { output, error: isObject(error) && reason !== undefined ? { ...error, message: reason } : error },
    once,
  };
};

/** Whether the object already has the change of an earlier run; undefined if its state does not show it. */
const wasMade = async (
  runner: ItemRunner,
  kind: ObjectKind,
  operation: Operation,
  { address, flags }: Selected,
): Promise<boolean | undefined> => {
  const { made } = operation;
  if (made === undefined && operation.method !== 'DELETE') return undefined;
  const { exit, output } = await runner.run(
    [...kind.show.path.split(' '), ...wordsOf(flags), '--', address],
    false,
  );
  if (exit === Exit.notFound) return operation.method === 'DELETE' ? true : undefined;
  if (exit !== Exit.ok) return undefined;
  if (made === undefined) return false;
  const view = kind.show.operations[0]?.operation.view;
  const item = view && serviceOf(kind.service).readItems(output, view)[0];
  return item && made(item);
};

/**
 * Shows the requests of the lines, one after the other.
 * @throws TrivetError, for a line whose request cannot be shown
 */
export async function* requestsOf(runner: ItemRunner, lines: readonly ObjectLine[]): AsyncGenerator<Json> {
  for (const { argv, name } of lines) {
    const { exit, output, error } = await runner.run(argv, true);
    if (exit !== Exit.ok) throw usageError(`${name}: ${textAt(error, 'message') ?? `exit ${exit}`}`);
    yield output;
  }
}

/**
 * The servers of the lines' requests, each once.
 * @throws TrivetError, for the first line that could not run, before anything is sent
 */
export const serversOf = async (
  runner: ItemRunner,
  lines: readonly ObjectLine[],
): Promise<readonly Json[]> => {
  const servers = new Map<string, Json>();
  for (const { argv } of lines) {
    const { server } = await runner.check(argv);
    if (server !== undefined) servers.set(writeJson(server), server);
  }
  return [...servers].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, server]) => server);
};

/** How lines are run, repeated and looked up. */
export const workOf = (runner: ItemRunner, kind: ObjectKind, operation: Operation) => ({
  run: (line: ObjectLine) => endOf(runner, line),
  // An update sets a state, so a second one changes nothing more.
  isHarmless: () => Promise.resolve(operation.effect === 'idempotent' || operation.partial === true),
  lookUp: async (line: ObjectLine, command: string | undefined): Promise<ChangeEnd> => {
    const made = await wasMade(runner, kind, operation, line.object);
    if (made === true) return { exit: Exit.ok, more: { found: true } };
    if (made === false) return endOf(runner, line);
    const lookUp = command ?? (await runner.lookUp(line.argv));
    return {
      exit: Exit.unknown,
      lookUp,
      reason: 'an earlier run sent it, and its outcome is unknown',
    };
  },
});
