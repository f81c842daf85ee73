/** Hides the requesting token from raw replies, and from a model what nobody knows. */
import { needsToken } from '../../../catalogue/operation.ts';
import type { Json } from '../../../documents/json/json.ts';
import { masks } from '../../../output/formats/options.ts';
import type { OwnContext } from '../../../run/single/workflow.ts';
import { isKnownRead } from './only-reads.ts';
import type { RawRequest } from './raw-request.ts';
import { hideAll, withoutSecrets, maskedText } from '../../../catalogue/shown.ts';

export const isForModel = ({ session: { io, globals } }: OwnContext): boolean =>
  io.confined !== undefined && !globals.reveal;

export const isHiddenReply = async (context: OwnContext, sent: RawRequest): Promise<boolean> => {
  if (!isForModel(context)) return false;
  const isKnown =
    sent.operation.effect === 'read'
      ? await isKnownRead(context.session, sent)
      : sent.starts.some(({ operation: { method } }) => method === sent.operation.method);
  if (!isKnown)
    context.session.reporter.note(
      'trivet does not know what is secret in this reply: its values are hidden without --reveal',
    );
  return !isKnown;
};

/** A token is printed only in a format for programs, and never in a read-only run. */
export const formatReply = async (
  context: OwnContext,
  { operation }: RawRequest,
  document: Json,
  hidden: boolean,
): Promise<Json> => {
  if (hidden) return hideAll(document, maskedText);
  if (!needsToken(operation)) return document;
  const { session, presenter } = context;
  const endpoint = await session.endpoint(operation.service);
  if (endpoint.readOnly === undefined && !isForModel(context) && !masks(presenter.options)) return document;
  const own = (await endpoint.token())?.value;
  return own === undefined
    ? document
    : withoutSecrets(document, { text: (text) => (text.includes(own) ? maskedText : text) });
};
