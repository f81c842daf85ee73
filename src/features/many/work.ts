import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject, textAt } from '../../documents/json/json.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { saysJson } from '../../output/formats/formats.ts';
import { ofOneItem, readGlobals } from '../../run/given-globals.ts';
import type { Globals } from '../../run/given-globals.ts';
import type { ChangeEnd, ObjectChange } from './rows.ts';
import type { StepState } from '../../run/log/change-log.ts';
import type { Basis } from '../../run/log/proof.ts';
import type { Io } from '../../system/io.ts';
import type { Inside, ItemResult } from '../../run/invocation/inside.ts';
import { refusedItem } from '../../run/invocation/inside.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import type { Selected } from './selected.ts';
import { Proof } from '../../run/plan/proof-of-item.ts';
import { isMade, waitAgain } from '../../run/plan/wait-again.ts';
import { isSelectionKey } from '../../cli/spelled.ts';
import { withoutWords } from '../../run/invocation/without-words.ts';

export interface ObjectLine extends ObjectChange {
  readonly invocation: Invocation;
  readonly object: Selected;
}

const withoutSelection = (input: InputRecord): InputRecord =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !isSelectionKey(key)));

interface PerObject {
  change(object: Selected): Invocation;
}

/** Values are passed on and not command lines, so that no name can be taken for a flag. */
export const perObjectOf = ({ command: changing, given }: Invocation, env: Io['env']): PerObject => {
  const { dryRun, curl, output } = given.globals;
  const isShown = dryRun || curl;
  const inherited = ofOneItem(given.globals);
  const known = new Map<string, Globals>();
  /** Objects are shared, so that what they decide is found once. */
  const globalsFor = (command: Command, { flags }: Selected, shown: boolean): Globals => {
    const key = JSON.stringify([command.path, flags]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const read = readGlobals(new Map(Object.entries(flags)), { env, command }, inherited);
    // People read requests as text.
    const format = shown && !saysJson(output) ? 'table' : 'json';
    const globals: Globals = { ...read, output: format, quiet: true };
    known.set(key, globals);
    return globals;
  };
  const place = objectOf(changing)?.place ?? '';
  const input = withoutSelection(given.input);
  const takesMount = Object.hasOwn(parametersOf(changing), 'mount');
  return {
    change: (object) => {
      const { address, flags } = object;
      const scope = takesMount && flags['mount'] !== undefined ? { mount: flags['mount'] } : {};
      const globals = globalsFor(changing, object, isShown);
      const { body, set } = given;
      return withoutWords(changing, globals, { ...input, ...scope, [place]: address }, { body, set });
    },
  };
};

const reasons = {
  person: 'an earlier run sent it, and nothing proves whether it was made',
  changed: 'an earlier run made only its first part, and somebody has changed the object since',
};

/** The request has the ID, since names may change; the text shows the name. */
const named = ({ name, address }: Selected, text: string | undefined): string | undefined =>
  name === address ? text : text?.replaceAll(address, name);

const endOf = async (
  inside: Inside,
  invocation: Invocation,
  { object, number }: Pick<ObjectLine, 'object' | 'number'>,
): Promise<ChangeEnd> => {
  const result = await inside.run(invocation, true, number);
  return formatEnd(object, {
    ...result,
    made: await isMade(inside.outer.program.catalogue, result, invocation, true),
  });
};

const formatEnd = (
  object: Selected,
  { exit, output, error, lookUp, once, made, warnings = [] }: ItemResult & Pick<ChangeEnd, 'made'>,
): ChangeEnd => {
  const message = named(object, textAt(error, 'message'));
  const reason = made === true && message !== undefined ? `the change was made, but ${message}` : message;
  return {
    exit,
    lookUp,
    // Not all that was requested may be done.
    reason: reason ?? (named(object, warnings.join('; ')) || undefined),
    more: { output, error: isObject(error) && message !== undefined ? { ...error, message } : error },
    once,
    made,
  };
};

export async function* requestsOf(
  inside: Inside,
  lines: readonly ObjectLine[],
  refused: RefusedLines,
  left: (text: string) => void,
): AsyncGenerator<Json> {
  for (const line of lines) {
    const { invocation, name } = line;
    const why = refused.get(line);
    if (why !== undefined) {
      left(`${wordOf(name)}: ${why.message}`);
      continue;
    }
    const { exit, output, error } = await inside.run(invocation, true);
    if (exit === Exit.ok) yield output;
    else left(`${wordOf(name)}: ${textAt(error, 'message') ?? `exit ${exit}`}`);
  }
}

type RefusedLines = ReadonlyMap<ObjectLine, TrivetError>;

/**
 * An object that no request can name fails in its turn, so that it does not block the others.
 * @throws TrivetError of the first line, before anything is sent, if none could run
 */
export const checkObjects = async (
  inside: Inside,
  lines: readonly ObjectLine[],
): Promise<{ readonly servers: readonly Json[]; readonly refused: RefusedLines }> => {
  const servers = new Map<string, Json>();
  const refused = new Map<ObjectLine, TrivetError>();
  for (const line of lines) {
    try {
      const { server } = await inside.check(line.invocation);
      if (server !== undefined) servers.set(writeJson(server), server);
    } catch (error) {
      if (!(error instanceof TrivetError) || error.exit !== Exit.usage) throw error;
      refused.set(line, error);
    }
  }
  const [first] = refused.values();
  if (first !== undefined && refused.size === lines.length) throw first;
  const inOrder = [...servers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { servers: inOrder.map(([, server]) => server), refused };
};

/** @param refused objects that fail without a request */
export const workOf = (inside: Inside, refused: RefusedLines) => {
  const proof = new Proof(inside);
  const run = (line: ObjectLine, basis: Basis | undefined): Promise<ChangeEnd> => {
    const error = refused.get(line);
    return error === undefined
      ? endOf(inside, proof.marked(line.invocation, basis), line)
      : Promise.resolve(formatEnd(line.object, refusedItem(error)));
  };
  return {
    prove: ({ invocation }: ObjectLine, id: string) => proof.basis(invocation, id),
    run,
    isHarmless: ({ invocation }: ObjectLine) => proof.isHarmless(invocation),
    lookUp: async (line: ObjectLine, known: StepState): Promise<ChangeEnd> => {
      const verdict = await proof.verdict(line.invocation, known);
      if (verdict === 'done') {
        const waited = await waitAgain(inside, line.invocation);
        return waited === undefined
          ? { exit: Exit.ok, more: { found: true } }
          : formatEnd(line.object, waited);
      }
      if (verdict === 'again') return run(line, known.basis);
      const lookUp = known.lookUp ?? (await inside.lookUp(line.invocation));
      return { exit: Exit.unknown, lookUp, reason: reasons[verdict] };
    },
  };
};
