import type { Attribute, Body, Expression } from './syntax.ts';

const RIGHT_SIDE = new Set([
  'regexp',
  'version',
  'semver',
  'set_contains',
  'set_contains_any',
  'set_contains_all',
]);

function literal(value: string, like: Attribute): Expression {
  return { kind: 'literal', value, at: like.at };
}

function expand(item: Attribute): readonly Attribute[] {
  const operator: Attribute = { name: 'operator', value: literal(item.name, item), at: item.at };
  if (RIGHT_SIDE.has(item.name)) return [operator, { ...item, name: 'value' }];
  if (item.name === 'distinct_property') return [operator, { ...item, name: 'attribute' }];
  if (item.name !== 'distinct_hosts') return [item];
  const enabled = item.value.kind !== 'literal' || item.value.value !== false;
  return enabled ? [operator] : [];
}

export function sugared(shape: string, body: Body): Body {
  if (shape !== 'Constraint' && shape !== 'Affinity') return body;
  const attributes = body.attributes.flatMap(expand);
  if (attributes.some((item) => item.name === 'operator')) return { ...body, attributes };
  const first = attributes[0];
  if (first === undefined) return body;
  return {
    ...body,
    attributes: [...attributes, { name: 'operator', value: literal('=', first), at: first.at }],
  };
}
