import { quoted } from '../catalogue/text/server-text.ts';
import type { ErrorDetails, TrivetError } from '../system/error.ts';
import type { JsonObject } from '../documents/json/json.ts';

/** The server's words, which are marked so that they do not look like trivet's. */
export const foreignIn = ({ server, lockedBy }: ErrorDetails): readonly string[] =>
  [server, lockedBy].flatMap((part) => (part === undefined || part === '' ? [] : [part, quoted(part)]));

export const errorFacts = (
  error: TrivetError,
  hidden: (text: string, foreign: readonly string[]) => string,
): JsonObject => {
  const { details } = error;
  const foreign = foreignIn(details);
  const said = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : hidden(text, foreign);
  return {
    code: error.code,
    exit: error.exit,
    effect: error.effect,
    message: said(error.message),
    hint: said(details.hint),
    status: details.status,
    request: said(details.request),
    server: said(details.server),
    lookUp: said(details.lookUp),
    reason: details.reason,
    lockedBy: said(details.lockedBy),
  };
};
