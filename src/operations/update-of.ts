/** Updates of objects that a write replaces or completes: the same settings, and only what is given changes. */
import type { Example, Operation } from '../model/operation.ts';
import type { Parameters } from '../model/parameter.ts';

interface Update {
  readonly id: string;
  readonly summary: string;
  /** Reads the object. */
  readonly show: Operation;
  /** Body parameters that an update can change; default: all. */
  readonly only?: readonly string[];
  /** A list whose new entries are a reason for the question of the write. */
  readonly asksFor?: string;
  readonly note?: string;
  readonly examples: readonly Example[];
}

/** Neither required nor with a default: what is left out stays as it is. */
const optional = <Ps extends Parameters>(parameters: Ps, only: readonly string[] | undefined): Ps =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([key, parameter]) => {
      if (parameter.in !== 'body') return [[key, parameter] as const];
      const { default: _default, required: _required, ...kept } = parameter;
      return only === undefined || only.includes(key) ? [[key, kept] as const] : [];
    }),
  ) as Ps;

/** An operation that reads the object with `show` and sends `write`, changed by what is given. */
export const updateOf = <Ps extends Parameters>(
  write: Operation<Ps>,
  { show, only, asksFor, note, ...said }: Update,
): Operation<Ps> => {
  const { resets: _resets, confirm: _confirm, rules: _rules, ...shared } = write;
  return {
    ...shared,
    ...said,
    description:
      'Reads the object, shows each setting that changes, and writes it: what is not given stays as it is. Without ' +
      `a difference nothing is written.${note === undefined ? '' : ` ${note}`}`,
    parameters: optional(write.parameters, only),
    merges: { show, write, ...(asksFor === undefined ? {} : { asksFor }) },
    partial: true,
  };
};
