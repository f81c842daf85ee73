import type { Command } from './command.ts';
import type { Field } from './field.ts';
import { isStateKind } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Parameter, Parameters } from './parameter.ts';
import { documentedName } from './parameter.ts';
import { memoize } from '../system/values/memoize.ts';
import { isSensitive } from './shown.ts';

export interface Setting {
  /** The keys of nested settings are dotted: `vcs-repo.branch`. */
  readonly key: string;
  readonly type: Parameter['type'] | Field['type'];
  readonly summary: string;
  readonly input: string | undefined;
  readonly parameter: Parameter | undefined;
  /** The value of an undocumented setting after a write that omits it. */
  readonly default: Field['default'];
  readonly secret: boolean;
  readonly fixed: boolean;
  readonly creation: boolean;
}

const bodyOf = (command: Command | undefined): Parameters =>
  Object.fromEntries(
    (command?.operations ?? [])
      .flatMap(({ operation }) => Object.entries(operation.parameters))
      .filter(([, { in: where, repeatsInput }]) => where === 'body' && repeatsInput === undefined),
  );

const keyOf = (kind: ObjectKind, input: string, parameter: Parameter): string => {
  const documented = documentedName(input, parameter);
  return Object.hasOwn(kind.fields, documented) ? documented : input;
};

const ofParameters = (kind: ObjectKind): readonly Setting[] => {
  const { write, name, fields, omitsFields = [] } = kind;
  const creates = bodyOf(write?.create);
  const updates = bodyOf(write?.update);
  const nested = Object.keys(updates).filter((key) => key.includes('.'));
  return Object.entries({ ...creates, ...updates, ...creates }).flatMap(([input, parameter]): Setting[] => {
    const key = keyOf(kind, input, parameter);
    const updated = updates[input] !== undefined;
    const shown = Object.hasOwn(fields, key);
    const secret = isSensitive(parameter);
    // An object whose members are settings is written through them.
    if (key === name.field || omitsFields.includes(key) || nested.some((one) => one.startsWith(`${key}.`)))
      return [];
    if (!shown && !secret && updated) return [];
    const { type, summary } = parameter;
    return [
      {
        key,
        type,
        summary,
        input,
        parameter,
        default: undefined,
        secret,
        fixed: shown && !updated,
        creation: !shown && !secret,
      },
    ];
  });
};

const ofFields = (kind: ObjectKind, known: readonly Setting[]): readonly Setting[] => {
  const whole = kind.write?.documentParameter !== undefined;
  return Object.entries(kind.fields).flatMap(([key, field]: [string, Field]): Setting[] => {
    if (field.readOnly === true || known.some((one) => one.key === key)) return [];
    if (whole ? key.includes('.') || field.sensitive === true : field.source !== 'recorded') return [];
    const { type, summary } = field;
    return [
      {
        key,
        type,
        summary,
        input: undefined,
        parameter: undefined,
        default: field.default,
        secret: false,
        fixed: false,
        creation: false,
      },
    ];
  });
};

export const settingsOf = memoize((kind: ObjectKind): readonly Setting[] => {
  if (kind.write?.documentParameter !== undefined) return ofFields(kind, []);
  if (!isStateKind(kind.kind)) return [];
  const documented = ofParameters(kind);
  return [...documented, ...ofFields(kind, documented)];
});
