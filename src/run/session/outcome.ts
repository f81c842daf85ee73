/** What a request brought. */
import type { HttpResponse } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Term } from '../../catalogue/term.ts';
import type { Product } from '../../services/product.ts';

export interface Outcome {
  readonly operation: Operation;
  /** As sent: context filled, names resolved. */
  readonly input: InputRecord;
  readonly document: Json;
  readonly response: HttpResponse;
  readonly product: Product;
  /** When what was given ends, whatever the document says. */
  readonly term?: Term | undefined;
}
