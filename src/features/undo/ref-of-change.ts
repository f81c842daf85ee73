import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { Ref } from '../../catalogue/ref.ts';
import { refOf } from '../../catalogue/ref.ts';
import type { Scope } from '../../catalogue/target.ts';
import { withSortedKeys } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';

const scopeIn = (
  { namespace }: Pick<RecordedChange, 'namespace'>,
  { parameters }: Operation,
  input: InputRecord,
): Scope => {
  const parts = Object.entries(parameters).flatMap(([key, { context, default: usual }]) => {
    const value = inputText(input, key) ?? (context === 'namespace' ? usual : undefined);
    return context === undefined || value === undefined ? [] : [[context, value] as const];
  });
  return { ...(namespace === undefined ? {} : { namespace }), ...Object.fromEntries(parts) };
};

/**
 * Its kind is the read of its state, so that a workspace and its tags are taken back apart; its name is the input
 * without the scope.
 * @param operation has the parameters of the input
 */
export const refOfChange = (
  change: RecordedChange,
  operation: Operation,
  kind: string,
  input: InputRecord = change.input,
): Ref => {
  const names = Object.entries(input).flatMap(([key, value]) => {
    const isName = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isName && operation.parameters[key]?.context === undefined ? [[key, value] as const] : [];
  });
  return refOf(
    { kind },
    { service: operation.service, address: change.url, scope: scopeIn(change, operation, input) },
    writeJson(withSortedKeys(Object.fromEntries(names))),
  );
};
