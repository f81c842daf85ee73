import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Read } from '../catalogue/operation.ts';

export interface Inquiry {
  readonly operation: Read;
  readonly holder: (document: Json) => JsonObject;
  /** As lists of the service show the holder. */
  readonly names?: (document: Json) => readonly string[];
  /** `expires` of the holder reports the end. */
  readonly hasEnd?: true;
  /** A 404: the token belongs to no user. */
  readonly hasOthers?: true;
}
