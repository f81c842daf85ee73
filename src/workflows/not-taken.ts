/** Compares the values of a write with the object in its reply: a server can silently keep an old value. */
import { isSensitive, documentedName } from '../model/catalogue/parameter.ts';
import { isSame } from '../model/catalogue/change.ts';
import type { Json } from '../model/json/json.ts';
import { isObject } from '../model/json/json.ts';
import type { Outcome } from '../engine/session/session.ts';
import { find } from '../screen/text/item.ts';
import { plainText } from '../screen/text/value.ts';
import { serviceOf } from '../services/index.ts';
import type { OperationContext } from './workflow.ts';

/** Warns of each typed setting that has another value in the reply; says nothing where the reply is not the object. */
export const warnOfNotTaken = (
  { session, spoken, operation }: Pick<OperationContext, 'session' | 'spoken' | 'operation'>,
  { document, product }: Outcome,
): void => {
  const service = serviceOf(operation.service);
  // A wrapped reply is not the object.
  if (service.viewOf?.(document, operation.view) !== undefined) return;
  const [item] = service.readItems(document, operation.view);
  if (item === undefined) return;
  const reported = (name: string): Json => find(item, name, product.wire) ?? null;
  const given: Readonly<Record<string, unknown>> = spoken;
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const to = given[key] as Json | undefined;
    const name = documentedName(key, parameter);
    if (parameter.in !== 'body' || to === undefined || to === null || isSensitive(parameter)) continue;
    const from = find(item, name, product.wire);
    const { type, zero } = parameter;
    // An object has the other keys of the server, too.
    if (from === undefined || isObject(from) || isSame({ zero, type }, from, to, reported, reported))
      continue;
    session.reporter.warn(`the server did not take ${name}: it reports ${plainText(from, true)}`);
  }
};
