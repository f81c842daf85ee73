/** Runs the lines of a batch: words become invocations, and their results are values. */
import { effectOfCommand } from '../../run/invocation/inside.ts';
import type { Inside, ItemCheck, ItemResult } from '../../run/invocation/inside.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import { readWords } from '../../cli/read-words.ts';
import { routeFor } from '../../cli/route.ts';
import type { Route } from '../../cli/route.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Effect } from '../../catalogue/operation.ts';
import { errorFacts } from '../../run/error-facts.ts';
import { refuseLine } from './refuse-line.ts';

/** A line that prints help. */
const helpResult = async (catalogue: Catalogue, { path }: Route): Promise<ItemResult> => {
  const output = await (await import('../../cli/help/help.ts')).helpText(catalogue, path);
  return { exit: Exit.ok, output, error: null, lookUp: undefined, once: false };
};

/** A line that could be read when it was checked, and cannot any more: its file is gone. */
const refused = (error: unknown): ItemResult => {
  if (!(error instanceof TrivetError)) throw error;
  const facts = errorFacts(error, (text) => text);
  return { exit: error.exit, output: null, error: facts, lookUp: undefined, once: false };
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
    return readWords(outer.program, found, outer.world, defaults);
  }

  /**
   * Checks the words as far as possible without a request.
   * @param looks reads what decides about a question, too; a run that goes on judges each line at its turn
   * @throws TrivetError, like a run of these words
   */
  async check(argv: readonly string[], looks: boolean): Promise<ItemCheck> {
    const found = await routeFor(this.#catalogue, argv);
    if (found.asksHelp) return { server: undefined, once: false };
    const invocation = await this.#read(found);
    refuseLine(invocation, this.#inside.outer.world);
    const checked = await this.#inside.check(invocation);
    await this.#inside.refuseUnanswered(invocation, looks);
    return checked;
  }

  /**
   * @param checked `check` accepted the words, so their checks are not repeated
   * @param change what of the invocation is changed before it is run
   * @param item the number of the line
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
      return refused(error);
    }
    return this.#inside.run(change === undefined ? invocation : change(invocation), checked, item);
  }

  /** What the words mean; undefined for help, and for words that can no longer be read. */
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

  /** The most dangerous effect of the command that the words mean; `unsafe` if they mean none. */
  async effect(argv: readonly string[]): Promise<Effect> {
    const { leaf } = await routeFor(this.#catalogue, argv);
    return leaf === undefined ? 'unsafe' : effectOfCommand(leaf.declared);
  }

  /** The command that shows whether the change of these words happened; sends nothing. */
  async lookUp(argv: readonly string[]): Promise<string | undefined> {
    const invocation = await this.invocation(argv);
    return invocation && this.#inside.lookUp(invocation);
  }
}
