import { changeRows } from '../../catalogue/change-rows.ts';
import type { Json } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import type { KnownObjects } from '../../run/known-objects.ts';
import type { RunParts } from '../../run/session/session.ts';
import type { Result, Results } from '../../output/results.ts';
import { resultWord } from '../../run/log/change-log.ts';
import type { Ended, Executed, Item, Summary } from '../../run/plan/plan.ts';
import { Exit } from '../../system/error.ts';

export interface ObjectChange extends Item {
  readonly name: string;
  readonly organization?: string | undefined;
  readonly namespace?: string | undefined;
  readonly mount?: string | undefined;
}

export interface ChangeEnd extends Ended {
  readonly reason?: string | undefined;
  readonly more?: Readonly<Record<string, Json>>;
  readonly once?: boolean;
}

export const changeResults = (
  { presenter }: Pick<RunParts, 'presenter'>,
  what: string,
  resumed: boolean,
  known: KnownObjects,
): Promise<Results> =>
  presenter.results(changeRows, {
    known,
    what: what.replaceAll(' ', '-'),
    durable: true,
    append: resumed,
    rows: true,
  });

const resultOf = (one: ObjectChange, end: ChangeEnd): Result => {
  const cells = { name: one.name, result: resultWord(end.exit), reason: end.reason ?? null };
  const { organization, namespace, mount } = one;
  const where = {
    ...(organization === undefined ? {} : { organization }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(mount === undefined ? {} : { mount }),
  };
  const lookUp = end.lookUp === undefined ? {} : { lookUp: end.lookUp };
  const value = { ...cells, exit: end.exit, ...where, ...lookUp, ...end.more };
  return { value, cells: { ...cells, ...where }, once: end.once === true, failed: cells.result !== 'done' };
};

/** Counted apart from other failures, since a person looks at these. */
const isLocked = ({ more }: ChangeEnd): boolean => textAt(more?.['error'], 'reason') === 'already-locked';

export class ChangeRows {
  #locked = 0;
  #made = 0;
  #waits = 0;

  result(one: ObjectChange, end: ChangeEnd): Result {
    if (isLocked(end)) this.#locked += 1;
    if (end.made === true) this.#made += 1;
    if (end.made === true && end.exit === Exit.unknown) this.#waits += 1;
    return resultOf(one, end);
  }

  summary({ done }: Executed): Summary & { readonly isUndoable: boolean } {
    return {
      failures: this.#locked > 0 ? `${this.#locked} already locked` : undefined,
      waits: this.#waits,
      isUndoable: done + this.#made > 0,
    };
  }
}
