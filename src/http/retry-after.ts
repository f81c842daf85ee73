/** How long a server asks to wait: `Retry-After` (seconds or a date) and `x-ratelimit-reset` (seconds). */
import type { HttpResponse } from '../catalogue/http.ts';
import { header } from '../catalogue/http.ts';
import { httpDate, timeOf } from './server-time.ts';

const seconds = (text: string): number | undefined =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) * 1000 : undefined;

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
    const moment = httpDate(trimmed);
    return moment === undefined ? [] : [Math.max(0, moment - timeOf(response, now))];
  });
  if (stated.length > 0) return Math.max(...stated);
  const reset = header(response, 'x-ratelimit-reset');
  return response.status === 429 && reset !== undefined ? seconds(reset.trim()) : undefined;
};
