import type { Fields } from '../../catalogue/field.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Envelope } from '../envelope.ts';
import { bareSchema, listOf, object, without } from '../envelope.ts';

const resourceSchema = (fields: Fields): JsonObject =>
  object({
    id: { type: 'string' },
    type: { type: 'string' },
    attributes: bareSchema(
      without(
        fields,
        (key) => key === 'id' || key === 'type' || fields[key.split('.')[0] ?? '']?.refers !== undefined,
      ),
    ),
    relationships: { type: 'object' },
  });

const envelope: Envelope = (view, fields) =>
  object(
    {
      data: view.kind === 'table' ? listOf(resourceSchema(fields)) : resourceSchema(fields),
      included: listOf(object({ id: { type: 'string' }, type: { type: 'string' } })),
      meta: { type: 'object' },
    },
    { required: ['data'] },
  );

export default envelope;
