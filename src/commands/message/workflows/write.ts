/** Sends all fields, since the server clears what an update omits. Warns of messages shown without login. */
import { Buffer } from 'node:buffer';
import { isObject, own, textAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { usageError } from '../../../system/error.ts';
import type { InputRecord, InputValue } from '../../../catalogue/parameter.ts';
import type { create } from '../operations.ts';
import { show, update } from '../operations.ts';
import { parseTime } from '../../../output/text/time.ts';
import { showMessage } from './show.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

type WriteContext = OperationContext<typeof create | typeof update, { readonly id?: string | undefined }>;
type Written = WriteContext['input'];

/** Some replies have `{title, href}`. */
const linkOf = (link: Json | undefined): InputValue | undefined => {
  if (!isObject(link)) return undefined;
  const [title, href] = [textAt(link, 'title'), textAt(link, 'href')];
  if (title !== undefined && href !== undefined) return { [title]: href };
  const entries = Object.entries(link).flatMap(([name, url]) =>
    typeof url === 'string' ? [[name, url] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

const inputOf = (data: Json | undefined): InputRecord => {
  const message = textAt(data, 'message');
  const authenticated = own(data, 'authenticated');
  const options = own(data, 'options');
  const plain = (key: string): string | undefined => textAt(data, key) || undefined;
  return {
    title: plain('title'),
    message: message === undefined ? undefined : Buffer.from(message, 'base64'),
    start_time: plain('start_time'),
    end_time: plain('end_time'),
    type: plain('type'),
    authenticated: typeof authenticated === 'boolean' ? authenticated : undefined,
    link: linkOf(own(data, 'link')),
    options: isObject(options)
      ? Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value ?? null]))
      : undefined,
  };
};

const merged = async ({ session, operation, input, options }: WriteContext): Promise<Written> => {
  if (operation.id !== update.id) return input;
  const { document } = await session.lookUp(show, { id: input.id ?? '' });
  // A flag wins over --body, and --body over the server.
  const kept = Object.entries(inputOf(own(document, 'data'))).filter(
    ([key]) => own(options.base, key) === undefined,
  );
  const all: Record<string, InputValue | undefined> = Object.fromEntries(kept);
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined) all[key] = value;
  }
  // The server clears fields that are left out.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
};

const refuseBackwards = ({ start_time: start = '', end_time: end }: Written): void => {
  const [from, until] = [parseTime(start), parseTime(end ?? '')];
  if (from !== undefined && until !== undefined && until <= from) {
    throw usageError(`--end-time ${end} is not after the start ${start}`);
  }
};

export default singleWith<WriteContext>({
  before: async (context) => {
    const { session, options } = context;
    const input = await merged(context);
    if (session.globals.validate) refuseBackwards(input);
    if ((input.authenticated ?? own(options.base, 'authenticated')) === false) {
      session.reporter.note('warning: a message before login is public: anyone can read it without a token');
    }
    return { input };
  },
  show: showMessage,
});
