/** How a service is asked for the holder of a token. */
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Read } from '../catalogue/operation.ts';

export interface Inquiry {
  readonly operation: Read;
  /** The holder, as a row shows it; what the service does not report is absent. */
  readonly holder: (document: Json) => JsonObject;
  /** The names under which lists of the service show this holder. */
  readonly names?: (document: Json) => readonly string[];
  /** Its tokens end, and it reports when: `expires` of the holder. */
  readonly hasEnd?: true;
  /** A 404 means that the token belongs to no user. */
  readonly hasOthers?: true;
}
