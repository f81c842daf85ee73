import type { Envelope } from '../envelope.ts';
import { bareSchema, listOf, object, without } from '../envelope.ts';

const leaseKeys = ['lease_id', 'lease_duration', 'renewable'];

const envelope: Envelope = (view, fields) => {
  const data =
    view.kind === 'table'
      ? object({
          keys: listOf({ type: 'string' }),
          key_info: { type: ['object', 'null'], additionalProperties: bareSchema(fields) },
        })
      : { ...bareSchema(without(fields, (key) => leaseKeys.includes(key))), type: ['object', 'null'] };
  return object({
    request_id: { type: 'string' },
    lease_id: { type: 'string' },
    lease_duration: { type: 'integer' },
    renewable: { type: 'boolean' },
    data,
    warnings: { type: ['array', 'null'], items: { type: 'string' } },
    // A wrapped reply has this instead of the data.
    wrap_info: { type: ['object', 'null'] },
  });
};

export default envelope;
