/** Like OpenBao: `limit` names after `after`. */
import type { Json } from '../contract.ts';
import type { Input } from './coerce.ts';
import { asInteger, asText } from './coerce.ts';
import type { EngineReply } from './engine.ts';
import { nothingThere } from './routes.ts';

function isMap(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function pageOf(reply: EngineReply, input: Input): EngineReply {
  const limit = asInteger(input, 'limit', 0);
  const after = asText(input, 'after', '');
  const names = reply.data?.['keys'];
  if ((limit <= 0 && after === '') || !Array.isArray(names)) return reply;
  const rest = names.filter((name): name is string => typeof name === 'string' && name > after);
  const keys = limit > 0 ? rest.slice(0, limit) : rest;
  if (keys.length === 0) throw nothingThere();
  const info = reply.data?.['key_info'];
  const kept = isMap(info)
    ? { key_info: Object.fromEntries(keys.map((key) => [key, info[key] ?? null])) }
    : undefined;
  return { ...reply, data: { ...reply.data, keys, ...kept } };
}
