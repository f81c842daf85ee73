/** Requests get address, token, retries and errors like operations. */
import { isUtf8 } from 'node:buffer';
import type { Outcome } from '../../../run/session/outcome.ts';
import { header } from '../../../catalogue/http.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { isWhole } from '../../../output/present.ts';
import { safe } from '../../../output/text/safe.ts';
import { refuseChange, refusedByReadOnly } from '../../../run/refuse-changes.ts';
import { givesOnce } from '../../../run/presenter/one-time-secrets.ts';
import { warnOf } from '../../../run/single/reply.ts';
import type { OwnContext, Workflow } from '../../../run/single/workflow.ts';
import { isForModel, isHiddenReply, formatReply } from './hidden-reply.ts';
import { callOfRaw, judgedCall, mostLiteral } from './call.ts';
import { ofEngine } from './engine.ts';
import { isKnownRead } from './only-reads.ts';
import type { RawInput, RawRequest } from './raw-request.ts';
import { rawRequest } from './raw-request.ts';

/** @throws TrivetError exit 4 for a read-only run, unless the request is known to read */
const refuseMore = async ({ session }: OwnContext, sent: RawRequest): Promise<void> => {
  const { operation, change } = sent;
  const { readOnly } = await session.endpoint(operation.service);
  if (readOnly === undefined || session.globals.dryRun || session.globals.curl) return;
  refuseChange(change ?? operation, readOnly, session.io);
  if (await isKnownRead(session, sent)) return;
  const what = `trivet does not know whether ${operation.method} ${operation.path} changes something or gives secrets`;
  throw refusedByReadOnly(readOnly, what, session.io);
};

/** @throws TrivetError for a one-time secret that nobody would get, since a model is not shown it */
const refuseLoss = (context: OwnContext, { operation: { method, path }, starts, own }: RawRequest): void => {
  if (!isForModel(context) || !mostLiteral([...starts, ...own]).some(({ operation }) => givesOnce(operation)))
    return;
  throw new TrivetError(
    'confined',
    Exit.denied,
    `secrets in replies are hidden, and the secret that ${method} ${path} gives once would be lost`,
    {
      effect: 'not-sent',
      hint: 'A person can start trivet mcp with --reveal to show secrets in the conversation.',
    },
  );
};

/** Whether the type of the reply is not JSON, and no format or part was chosen. */
const isUnchanged = ({ presenter, session }: OwnContext, { response }: Outcome): boolean =>
  response.body.length > 0 &&
  session.globals.output === undefined &&
  presenter.options.format !== 'json' &&
  isWhole(presenter.options) &&
  header(response, 'content-type')?.includes('json') === false;

/** A terminal gets harmless text, and no other bytes. */
const showUnchanged = async (
  { presenter, session: { reporter } }: OwnContext,
  { response }: Outcome,
): Promise<void> => {
  const { body } = response;
  if (!presenter.options.terminal) return presenter.write(body);
  if (!isUtf8(body)) {
    const type = safe(header(response, 'content-type') ?? '');
    reporter.note(`${body.length} bytes of ${type} are not shown on a terminal: give --out FILE`);
    return undefined;
  }
  const text = safe(Buffer.from(body).toString('utf8'), { multiline: true });
  return presenter.write(text.endsWith('\n') ? text : `${text}\n`);
};

const run: Workflow<RawInput> = async (context) => {
  const { session, presenter, input } = context;
  const typed = await rawRequest(session, input);
  await refuseMore(context, typed);
  const sent = await ofEngine(session, typed, 'unknown');
  const { operation, options } = callOfRaw(sent, input.data);
  refuseLoss(context, sent);
  if (session.io.confined === true && operation.effect !== 'read' && options.like === undefined)
    throw new TrivetError(
      'confined',
      Exit.denied,
      `no command sends ${operation.method} ${operation.path}, so trivet does not know what it changes: a person has to send it`,
      { effect: 'not-sent' },
    );
  const outcome = await session.call(operation, {}, options);
  warnOf(context, outcome);
  const hidden = await isHiddenReply(context, sent);
  // A raw change gives its reply only once, such as the token of a log-in.
  if (operation.effect !== 'read' && outcome.response.body.length > 0) presenter.keepUnlessShown(outcome);
  if (!isUnchanged(context, outcome))
    await presenter.showRaw(await formatReply(context, sent, outcome.document, hidden));
  else if (!hidden) await showUnchanged(context, outcome);
  return 0;
};

export const raw = judgedCall;
export default run;
