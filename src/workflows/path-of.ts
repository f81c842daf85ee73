/** The input that names an object, for another operation on it. */
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';

export const pathOf = (operation: Operation, input: InputRecord): InputRecord =>
  Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) =>
      parameter.in === 'path' ? [[key, input[key]] as const] : [],
    ),
  );
