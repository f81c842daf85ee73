/** How a service is asked for the holder of a token. */
import type { Json, JsonObject } from '../../../model/json/json.ts';
import type { Operation } from '../../../model/catalogue/operation.ts';

export interface Inquiry {
  readonly operation: Operation;
  /** The holder, as a row shows it; what the service does not report is absent. */
  readonly holder: (document: Json) => JsonObject;
  /** A 404 means that the token belongs to no user. */
  readonly hasOthers?: true;
}
