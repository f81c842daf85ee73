/** What a reply without a usable document means: that there is nothing, or a failure. */
import type { Sent } from '../../http/retry.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Asked } from '../../services/asked.ts';
import { readDocument } from '../../services/document.ts';
import { unlike } from '../../services/expected.ts';
import { elsewhere, garbledReply, isAbsent, replyFailure } from '../../services/outcome.ts';

/**
 * The document that stands for a reply which says that there is nothing: an empty list, or, if it `mayBeAbsent`, no
 * such object.
 * @throws TrivetError for any other reply
 */
export const nothingIn = (
  asked: Asked,
  { response, attempts, reached }: Sent,
  mayBeAbsent: boolean,
  reporter: { warn(text: string): void },
): Json => {
  const { operation, service } = asked;
  const empty = service.emptyList?.(operation, response);
  if (empty !== undefined) {
    const where = elsewhere(asked);
    if (where !== undefined) reporter.warn(`the list is empty, or this is not the API. ${where}`);
    return empty;
  }
  const document = readDocument(response, operation);
  if (response.status < 200 || response.status >= 300) {
    if (mayBeAbsent && isAbsent(asked, response)) return null;
    throw replyFailure(asked, response, reached).with({ details: { attempts } });
  }
  const why = document.ok ? unlike(asked, response, document.value) : document.why;
  throw garbledReply(asked, response, why ?? 'unreadable');
};
