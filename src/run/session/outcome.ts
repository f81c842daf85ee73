import { paginationOf } from '../../catalogue/operation.ts';
import type { HttpResponse } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at } from '../../documents/json/json.ts';
import type { Term } from '../../catalogue/term.ts';
import { serviceOf } from '../../services/index.ts';
import type { Product } from '../../services/product.ts';
import type { ObjectReply } from '../log/sending.ts';

export interface Outcome {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly document: Json;
  readonly response: HttpResponse;
  readonly product: Product;
  /** A term that overrides the one in the document. */
  readonly term?: Term | undefined;
}

export const replyOf = ({ operation, document, product }: Outcome): ObjectReply => ({
  items: document === null ? [] : serviceOf(operation.service).readItems(document, operation.view),
  product,
});

export const itemOfReply = (outcome: Outcome): JsonObject => replyOf(outcome).items[0] ?? {};

/** Whether the items are only a part of the state. */
export const hasMore = ({ operation, document, response }: Outcome): boolean =>
  paginationOf(operation) !== undefined &&
  serviceOf(operation.service).nextPage(operation, response, document, { number: 1, token: undefined }) !==
    undefined;

/** Compares by input, or by name if the input has the object's ID. */
export const isOfObject = ({ input, document }: Outcome, wanted: InputRecord): boolean => {
  const id = at(document, 'data', 'id');
  return Object.entries(wanted).every(([key, value]) => input[key] === value || value === id);
};
