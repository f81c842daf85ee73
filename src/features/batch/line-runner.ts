import { isCallable } from '../../catalogue/callable.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { parametersOf } from '../../catalogue/command.ts';
import type { Effect } from '../../catalogue/operation.ts';
import { flagName, inputTexts, isPath } from '../../catalogue/parameter.ts';
import { readWords } from '../../cli/read-words.ts';
import type { Route } from '../../cli/route.ts';
import { routeFor } from '../../cli/route.ts';
import type { Inside, ItemCheck, ItemResult } from '../../run/invocation/inside.ts';
import { effectOfCommand, refusedItem } from '../../run/invocation/inside.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { refuseAbsent } from '../../system/read-file.ts';
import type { Io } from '../../system/io.ts';
import { helpText } from '../../cli/help/help.ts';

const outside = 'Run it outside of the batch.';

const refuseLine = (
  { command, given: { input } }: Pick<Invocation, 'command' | 'given'>,
  { stdin }: Pick<Io, 'stdin'>,
): void => {
  if (command.operations.length === 0 && !isCallable(command)) {
    throw usageError(`a batch cannot run trivet ${command.path}`, outside);
  }
  const parameters = parametersOf(command);
  for (const key in input) {
    const parameter = parameters[key];
    if (parameter === undefined) continue;
    if (parameter.keptFor === 'endless' && input[key] === true) {
      throw usageError(`--${flagName(key, parameter)} goes on until it is interrupted`, outside);
    }
    if (isPath(parameter) && (input[key] === '-' || inputTexts(input, key).includes('-')))
      refuseAbsent(stdin);
  }
};

const helpResult = async (catalogue: Catalogue, { path }: Route): Promise<ItemResult> => {
  const output = await helpText(catalogue, path);
  return { exit: Exit.ok, output, error: null, lookUp: undefined, once: false };
};

export class LineRunner {
  readonly #inside: Inside;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  get #catalogue(): Catalogue {
    return this.#inside.outer.program.catalogue;
  }

  #read(found: Route): Promise<Invocation> {
    const { outer, defaults } = this.#inside;
    return readWords(outer.program, found, outer.io, defaults);
  }

  /**
   * @param looks also reads; a run that goes on judges each line in its turn
   * @throws TrivetError, like a run
   */
  async check(argv: readonly string[], looks: boolean): Promise<ItemCheck> {
    const found = await routeFor(this.#catalogue, argv);
    if (found.asksHelp) return { server: undefined, once: false };
    const invocation = await this.#read(found);
    refuseLine(invocation, this.#inside.outer.io);
    const checked = await this.#inside.check(invocation);
    await this.#inside.refuseUnanswered(invocation, looks);
    return checked;
  }

  /**
   * @param checked whether `check` has passed
   * @param change alters the invocation
   */
  async run(
    argv: readonly string[],
    checked: boolean,
    change?: (invocation: Invocation) => Invocation,
    item?: number,
  ): Promise<ItemResult> {
    const found = await routeFor(this.#catalogue, argv);
    if (found.asksHelp) return helpResult(this.#catalogue, found);
    let invocation: Invocation;
    try {
      const reading = this.#read(found);
      invocation = await reading;
    } catch (error) {
      // The line's file was deleted since the check.
      if (error instanceof TrivetError) return refusedItem(error);
      throw error;
    }
    return this.#inside.run(change === undefined ? invocation : change(invocation), checked, item);
  }

  /** Undefined for help, and for words that can no longer be read. */
  async invocation(argv: readonly string[]): Promise<Invocation | undefined> {
    const found = await routeFor(this.#catalogue, argv);
    if (found.asksHelp) return undefined;
    try {
      return await this.#read(found);
    } catch (error) {
      if (error instanceof TrivetError) return undefined;
      throw error;
    }
  }

  async effect(argv: readonly string[]): Promise<Effect> {
    const { leaf } = await routeFor(this.#catalogue, argv);
    return leaf === undefined ? 'unsafe' : effectOfCommand(leaf.declared);
  }

  async lookUp(argv: readonly string[]): Promise<string | undefined> {
    const invocation = await this.invocation(argv);
    return invocation && this.#inside.lookUp(invocation);
  }
}
