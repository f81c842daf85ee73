/** Makes an update in which only given settings change. */
import type { Example, Operation } from '../catalogue/operation.ts';
import type { Parameters } from '../catalogue/parameter.ts';

interface Update {
  readonly id: string;
  readonly summary: string;
  readonly only?: readonly string[];
  readonly note?: string;
  readonly examples: readonly Example[];
}

/** An update keeps omitted settings, so every parameter is optional. */
const optional = <Ps extends Parameters>(parameters: Ps, only: readonly string[] | undefined): Ps =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([key, parameter]) => {
      if (parameter.in !== 'body') return [[key, parameter] as const];
      const { default: _default, required: _required, ...kept } = parameter;
      return only === undefined || only.includes(key) ? [[key, kept] as const] : [];
    }),
  ) as Ps;

export const updateOf = <Ps extends Parameters>(
  write: Operation<Ps>,
  { only, note, ...said }: Update,
): Operation<Ps> => {
  // The gate reviews the request of `omitted`: it is `write`, with the risks that are left out here.
  const { risks: _risks, rules: _rules, permission: _creates, ...shared } = write;
  return {
    ...shared,
    ...said,
    description:
      'Reads the object, shows each setting that changes, and writes it. Settings that are not given keep their ' +
      `values. If nothing differs, nothing is written.${note === undefined ? '' : ` ${note}`}`,
    parameters: optional(write.parameters, only),
    omitted: write,
  };
};
