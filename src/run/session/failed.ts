/** Errors of requests without a token or a usable reply. Loaded only for those. */
import type { Sent } from '../../http/retry.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Call } from '../../services/call.ts';
import type { CallOptions } from './session.ts';
import { readDocument } from '../../services/document.ts';
import { unlike } from '../../services/expected.ts';
import {
  elsewhere,
  garbledReply,
  isAbsent,
  replyFailure,
  transportFailure,
  unauthenticated,
} from '../../services/outcome.ts';
import { isUnknownToken } from './own-token.ts';

/** @throws TrivetError unless the reply means an empty list or, with `mayBeAbsent`, no object */
const nothingIn = (
  call: Call<CallOptions>,
  { response, attempts, reached }: Sent,
  reporter: { warn(text: string): void },
): Json => {
  const { operation, service } = call;
  const empty = service.emptyList?.(operation, response);
  if (empty !== undefined) {
    const where = elsewhere(call);
    if (where !== undefined) reporter.warn(`the list is empty, or this is not the API. ${where}`);
    return empty;
  }
  const document = readDocument(response, operation);
  if (response.status < 200 || response.status >= 300) {
    if (call.how.mayBeAbsent === true && isAbsent(call, response)) return null;
    throw replyFailure(call, response, reached).with({ details: { attempts } });
  }
  const why = document.ok ? unlike(call, response, document.value) : document.why;
  throw garbledReply(call, response, why ?? 'unreadable');
};

export default { isUnknownToken, nothingIn, transportFailure, unauthenticated };
