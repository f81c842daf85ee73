import { merge, requestBuilder } from '../../http/request.ts';
import { violations } from '../../catalogue/check.ts';
import { usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject } from '../../documents/json/json.ts';
import { asReadOne, inputOfRead, resetsOf, sentBy } from '../../catalogue/operation.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { documentedName, isRequired } from '../../catalogue/parameter.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { isUnset } from '../../catalogue/setting.ts';
import { plainText } from '../../output/text/value.ts';
import type { Product } from '../../services/product.ts';
import { subjectOf } from '../../services/subject.ts';
import { comparedSettings, snapshot } from '../snapshot.ts';
import { changedBy, changeText } from './settings.ts';
import { showOutcome } from './reply.ts';
import { singleWith } from './single.ts';
import type { OperationContext } from './workflow.ts';
import { itemOfReply } from '../session/outcome.ts';

const asInput = (write: Operation, settings: JsonObject): InputRecord =>
  Object.fromEntries(
    Object.entries(write.parameters).flatMap(([key, parameter]): [string, InputValue][] => {
      const value = settings[documentedName(key, parameter)];
      if (parameter.in !== 'body' || value === undefined || (isUnset(value) && value !== false)) return [];
      return [[key, parameter.type === 'duration' ? plainText(value) : value]];
    }),
  );

const broken = (
  write: Operation,
  product: Product,
  before: JsonObject,
  after: JsonObject,
): readonly string[] => {
  const of = (settings: JsonObject): readonly string[] =>
    violations(
      {},
      write.rules ?? [],
      asInput(write, settings),
      product,
      (key) => `--${key.replaceAll('_', '-')}`,
    );
  const known = of(before);
  return of(after).filter((text) => !known.includes(text));
};

/** The whole object if the write resets omitted settings, else the required ones. */
const kept = (write: Operation, show: Operation, product: Product, now: JsonObject): JsonObject => {
  const fields = fieldsOf(show.view);
  const wanted = (key: string): boolean => {
    const [, parameter] =
      Object.entries(write.parameters).find(([one, of]) => documentedName(one, of) === key) ?? [];
    return parameter?.in === 'body' && isRequired(parameter, product);
  };
  const whole = (key: string): boolean => resetsOf(write) !== undefined && fields[key]?.readOnly !== true;
  return Object.fromEntries(
    Object.entries(now).filter(
      ([key, value]) => value !== undefined && value !== null && (whole(key) || wanted(key)),
    ),
  );
};

const update = async (context: OperationContext): Promise<number> => {
  const { session, operation, input, options, spoken, presenter } = context;
  const { objectRead: show } = operation;
  const write = sentBy(operation);
  if (write === operation || show === undefined)
    throw new Error(`${operation.id} does not declare its write`);
  const named = { ...spoken, ...input };
  const present = await session.lookUp(asReadOne(show), inputOfRead(show, named));
  const now = itemOfReply(present);
  const product = await session.product(operation.service);
  const { body } = requestBuilder(write, { wire: product.wire })(named, options);
  const given = body?.kind === 'json' && isObject(body.value) ? body.value : {};
  const changes = changedBy(write, show, now, given);
  const subject = subjectOf({ operation, input: spoken }) ?? 'it';
  if (changes.length === 0) {
    session.reporter.note(`nothing to change: ${subject} has these settings already`);
    if (write.view.kind === 'message') await presenter.showDocument(write.view, null, []);
    else await showOutcome(context, present);
    return 0;
  }
  const refused = broken(write, product, now, { ...now, ...given });
  if (refused.length > 0 && session.globals.validate) throw usageError(refused.join('\n'));
  for (const text of refused) session.reporter.warn(text);
  session.reporter.note(`${subject} changes:`);
  const texts = changes.map(changeText);
  for (const text of texts) session.reporter.note(`  ${text}`);
  const state = (item: JsonObject): Json => comparedSettings(show, { kind: 'data', data: item });
  const changing = {
    texts,
    state: state(now),
    read: async (): Promise<Json> => comparedSettings(show, await snapshot(session, show, named)),
  };
  const said = { ...options, changes: changing };
  const whole = { ...said, base: merge(kept(write, show, product, now), options.base) };
  if (product.patches?.includes(write.id) !== true)
    return singleWith({ before: () => ({ operation: write, options: whole }) })(context);
  return singleWith({
    before: () => ({ operation: { ...write, method: 'PATCH', omitted: 'kept' }, options: said }),
    explain: (error, { input: sent }) => {
      // A policy of an earlier version, or a gateway, may allow only the documented method.
      if (![403, 405].includes(error.details.status ?? 0)) return error;
      session.reporter.note(
        `the server refuses to change single settings of ${subject} (${error.details.status}): the whole object is written`,
      );
      return session.call(write, sent, whole);
    },
  })(context);
};

export default update;
