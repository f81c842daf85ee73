/** How long a server asks to wait: `Retry-After` (seconds or a date) and `x-ratelimit-reset` (seconds). */
import type { HttpResponse } from './http.ts';
import { header } from './http.ts';

const seconds = (text: string): number | undefined =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) * 1000 : undefined;

/** Only the form that HTTP allows: `Date.parse` alone takes far too much for a date. */
const date = (text: string): number | undefined => {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
};

/**
 * Milliseconds to wait, 0 for a moment that has passed; undefined when the server says nothing that can be read.
 * A date counts from the server's own clock where the reply has one.
 */
export const statedDelay = (
  response: Pick<HttpResponse, 'headers' | 'status'>,
  now: number,
): number | undefined => {
  const stated = (response.headers['retry-after'] ?? []).flatMap((text) => {
    const trimmed = text.trim();
    const plain = seconds(trimmed);
    if (plain !== undefined) return [plain];
    const moment = date(trimmed);
    return moment === undefined ? [] : [Math.max(0, moment - (date(header(response, 'date') ?? '') ?? now))];
  });
  if (stated.length > 0) return Math.max(...stated);
  const reset = header(response, 'x-ratelimit-reset');
  return response.status === 429 && reset !== undefined ? seconds(reset.trim()) : undefined;
};
