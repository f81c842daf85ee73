/** The input that names an object, for another operation on it. */
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';

export const pathOf = (operation: Operation, input: InputRecord): InputRecord =>
  Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) =>
      parameter.in === 'path' ? [[key, input[key]] as const] : [],
    ),
  );
