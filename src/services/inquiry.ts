import type { Json, JsonObject } from '../documents/json/json.ts';
import type { ReadOne } from '../catalogue/operation.ts';

export interface Inquiry {
  readonly operation: ReadOne;
  readonly holder: (document: Json) => JsonObject;
  readonly names?: (document: Json) => readonly string[];
  readonly hasEnd?: true;
  readonly hasOthers?: true;
}
