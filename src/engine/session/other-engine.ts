/** Engines share paths: a role of one looks like a role of another until it is read. */
import type { TrivetError } from '../../model/error.ts';
import type { InputRecord } from '../../model/catalogue/parameter.ts';

/** True where what was read is an object of another engine, or of no API at all. */
export const isOfOther = (error: TrivetError): boolean => error.code === 'not-the-api';

/** The error before a change of such an object. */
export const refusedThere = (error: TrivetError, { mount }: InputRecord): TrivetError => {
  const hint =
    typeof mount === 'string' ? { hint: `Check whether ${mount} is a mount of this engine (--mount).` } : {};
  return error.with({ details: { effect: 'not-sent', ...hint } });
};
