/** What a request brought. */
import type { HttpResponse } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Product } from '../../services/product.ts';

export interface Outcome {
  readonly operation: Operation;
  /** As sent: context filled, names resolved. */
  readonly input: InputRecord;
  readonly document: Json;
  readonly response: HttpResponse;
  readonly product: Product;
  /** What was lent ends then, whatever the document says; milliseconds since the epoch. */
  readonly ends?: number | undefined;
}
