/** test/seeds/2-secrets.md §2.2, §4.2. */
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { InputCondition, Rule } from '../../../catalogue/rule.ts';

export const keyBits = {
  in: 'body',
  type: 'integer',
  summary: 'Key size: rsa 2048, 3072, 4096; ec 224-521',
  default: '0 (rsa 2048, ec 256)',
  zero: { parameter: 'key_type', values: { rsa: 2048, ec: 256 } },
  metavar: 'bits',
} as const;

const rsa: readonly number[] = [0, 2048, 3072, 4096];

/** Servers ignore the bits for ed25519, and for `any` with a request. */
export const keyBitsRules: readonly Rule[] = [
  { rule: 'oneOf', parameter: 'key_bits', values: rsa, when: { parameter: 'key_type', is: ['rsa'] } },
  {
    rule: 'oneOf',
    parameter: 'key_bits',
    values: rsa,
    when: { parameter: 'key_type', not: true },
    because: 'the key type is rsa unless --key-type says otherwise',
  },
  {
    rule: 'oneOf',
    parameter: 'key_bits',
    values: [0, 224, 256, 384, 521],
    when: { parameter: 'key_type', is: ['ec'] },
  },
];

export const generatedKey = {
  type: {
    in: 'path',
    type: 'string',
    summary: 'Where the key goes: returned once, internal, managed',
    required: true,
    enum: ['exported', 'internal', 'kms'],
    metavar: 'exported|internal|kms',
  },
  key_type: {
    in: 'body',
    type: 'string',
    summary: 'Algorithm of the key',
    enum: ['rsa', 'ed25519', 'ec'],
    default: 'rsa',
    metavar: 'rsa|ed25519|ec',
  },
  key_bits: keyBits,
  managed_key_name: {
    in: 'body',
    type: 'string',
    summary: 'Name of the managed key, for kms',
    default: 'empty',
    metavar: 'name',
  },
  managed_key_id: {
    in: 'body',
    type: 'string',
    summary: 'UUID of the managed key, for kms',
    default: 'empty',
    limits: {
      pattern: '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
      meaning: 'a UUID',
    },
    metavar: 'uuid',
  },
} as const satisfies Parameters;

/** Only such a reply has the key. */
export const keyIsExported = { parameter: 'type', is: ['exported'] } as const satisfies InputCondition;

export const generatedKeyRules: readonly Rule[] = [
  ...keyBitsRules,
  {
    rule: 'atLeastOne',
    keys: ['managed_key_name', 'managed_key_id'],
    when: { parameter: 'type', is: ['kms'] },
  },
  { rule: 'atMostOne', keys: ['managed_key_name', 'managed_key_id'] },
];
