/** Whether a success comes from the operation: proxies and login pages also reply with 200 and JSON. */
import type { HttpResponse } from '../catalogue/http.ts';
import { holds } from '../catalogue/check.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { own } from '../documents/json/json.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { fieldsOf } from '../catalogue/view.ts';
import { find } from '../output/text/item.ts';
import type { Call } from './call.ts';

export const isGivenOnce = ({ returnedOnce }: Operation, input: InputRecord): boolean =>
  returnedOnce !== undefined && (returnedOnce === true || holds(returnedOnce, input));

const onceFieldsOf = (operation: Operation, input: InputRecord): readonly string[] =>
  isGivenOnce(operation, input)
    ? Object.entries(fieldsOf(operation.view)).flatMap(([key, { returnedOnce }]) =>
        returnedOnce === true ? [key] : [],
      )
    : [];

const isHeld = (value: Json | undefined): boolean => value !== undefined && value !== null;

const missingIn = (item: JsonObject, { operation, server: { product }, input }: Call): string | undefined => {
  const { view } = operation;
  const essential = 'essential' in view ? (view.essential ?? []) : [];
  // New credentials are complete, but the server may not know a static role's password yet.
  const made = view.kind === 'credentials' && operation.effect !== 'read';
  const isWithout = (value: Json | undefined): boolean => !isHeld(value) || (made && value === '');
  const missing = essential.find((key) => isWithout(find(item, key, product.wire)));
  if (missing !== undefined) return missing;
  const secrets = onceFieldsOf(operation, input);
  const given = secrets.some((key) => (find(item, key, product.wire) ?? '') !== '');
  return secrets.length === 0 || given ? undefined : secrets[0];
};

const isWrapped = ({ request }: Call, document: Json): boolean =>
  request.headers['x-vault-wrap-ttl'] !== undefined && isHeld(own(own(document, 'wrap_info'), 'token'));

const saysNothing = ({ operation, service }: Call, document: Json): boolean =>
  operation.reply === 'null'
    ? document === null
    : operation.reply === 'warned' &&
      own(document, 'data') === null &&
      service.readWarnings(document).length > 0;

/**
 * Why a readable 2xx is not the operation's reply; undefined if it is.
 * @param document of `readDocument`: `null` for no content
 */
export const unlike = (call: Call, response: HttpResponse, document: Json): string | undefined => {
  const { operation, service } = call;
  const { view } = operation;
  if (operation.reply === 'any' || operation.reply === 'any-page') return undefined;
  const success = typeof operation.reply === 'object' ? operation.reply : service.successOf(operation);
  if (!success.includes(response.status)) return `a success has status ${success.join(' or ')}`;
  const empty = response.body.length === 0;
  if (empty && (response.status === 204 || response.status === 202 || view.kind === 'bytes'))
    return undefined;
  if (empty) return 'it is empty';
  if (saysNothing(call, document) || isWrapped(call, document)) return undefined;
  const shape = service.misshapen(document, view) ?? service.otherObject?.(document, operation, call.input);
  const isFree = view.kind === 'bytes' || (view.kind === 'table' && view.essential === undefined);
  if (shape !== undefined || isFree) return shape;
  const items = service.readItems(document, view);
  for (const item of view.kind === 'table' ? items : [items[0] ?? {}]) {
    const missing = missingIn(item, call);
    if (missing !== undefined) return `it has no ${missing}`;
  }
  return undefined;
};
