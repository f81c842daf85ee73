import type { Json } from '../../../../documents/json/json.ts';
import { own, textAt } from '../../../../documents/json/json.ts';

/** Milliseconds from nanoseconds; undefined for 0, by which the server means none. */
export const nanosAt = (value: Json | undefined, key: string): number | undefined => {
  const found = own(value, key);
  const isTime = (typeof found === 'number' || typeof found === 'bigint') && Number(found) !== 0;
  return isTime ? Number(found) / 1e6 : undefined;
};

/** Milliseconds; also undefined for Go's zero time. */
export const timeAt = (value: Json | undefined, key: string): number | undefined => {
  const time = Date.parse(textAt(value, key) ?? '');
  return time > 0 ? time : undefined;
};
