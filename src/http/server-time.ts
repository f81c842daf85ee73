import type { HttpResponse } from '../catalogue/http.ts';
import { header } from '../catalogue/http.ts';

/** Milliseconds since the epoch. Only HTTP's form: `Date.parse` accepts far more. */
export const httpDate = (text: string): number | undefined => {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
};

/** The time by the server's clock; `now` if the reply has none. */
export const timeOf = (response: Pick<HttpResponse, 'headers'>, now: number): number =>
  httpDate(header(response, 'date') ?? '') ?? now;
