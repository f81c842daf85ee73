import { shellWord } from '../catalogue/text/shell-words.ts';
import { matchesPattern } from '../catalogue/check.ts';
import { usageError } from '../system/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../catalogue/parameter.ts';
import { flagName, isRequired } from '../catalogue/parameter.ts';
import type { ServerProduct } from '../catalogue/product.ts';
import type { Endpoint } from '../config/endpoint.ts';
import type { Product } from './product.ts';

export const fallbackOf = (parameter: Parameter, { family }: ServerProduct): string | undefined => {
  const { fallback } = parameter;
  if (fallback === undefined || typeof fallback === 'string') return fallback;
  return fallback[family] ?? fallback.generic;
};

const fromContext = (parameter: Parameter, operation: Operation, endpoint: Endpoint): string | undefined => {
  const { context } = endpoint;
  switch (parameter.context) {
    case 'organization':
      return context.organization?.value;
    case 'namespace':
      return context.namespace?.value;
    case 'region':
      return context.region?.value;
    case 'mount':
      // The group of an operation is named like its engine: pki, ldap, cloud.
      return context.mounts[operation.id.split('.')[0] ?? '']?.value;
    case undefined:
      return undefined;
    default:
      return parameter.context satisfies never;
  }
};

export const inScopes = (
  operation: Operation,
  input: InputRecord,
  endpoint: Endpoint,
  product: Product,
): InputRecord => {
  const filled: Record<string, InputValue | undefined> = { ...input };
  const { parameters } = operation;
  for (const key in parameters) {
    const parameter = parameters[key];
    if (parameter?.context === undefined || input[key] !== undefined) continue;
    filled[key] = fromContext(parameter, operation, endpoint) ?? fallbackOf(parameter, product);
  }
  return filled;
};

/** @throws TrivetError usage, if a required value is missing */
export const withContext = (
  operation: Operation,
  input: InputRecord,
  endpoint: Endpoint,
  product: Product,
): InputRecord => {
  let filled: Record<string, InputValue | undefined> | undefined;
  const { parameters } = operation;
  for (const key in parameters) {
    const parameter = parameters[key];
    if (parameter === undefined || input[key] !== undefined) continue;
    const value = fromContext(parameter, operation, endpoint) ?? fallbackOf(parameter, product);
    if (value !== undefined) {
      filled ??= { ...input };
      filled[key] = fitting(value, key, parameter);
    }
    // A field of the body may be in --body or --set, which were checked before.
    else if (parameter.in !== 'body' && isRequired(parameter, product)) throw missing(key, parameter);
  }
  return filled ?? input;
};

const fitting = (value: string, key: string, parameter: Parameter): string => {
  const pattern = parameter.limits?.pattern;
  if (pattern === undefined || matchesPattern(pattern, value)) return value;
  throw usageError(
    `--${flagName(key, parameter)} is "${value}", and must be ${parameter.limits?.meaning ?? `of the form ${pattern}`}`,
  );
};

const missing = (key: string, parameter: Parameter): Error =>
  parameter.context === 'organization'
    ? usageError(
        'no organization is given',
        'Give org/name, --organization, TRIVET_ORGANIZATION, or set one in the profile.',
      )
    : usageError(`${parameter.metavar ?? `--${flagName(key, parameter)}`} is required`);

const plainText = (value: NonNullable<InputValue>): string => {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : value.toString();
};

/** Replaces `{key}` by shell words, several for a list, none for an absent value. */
export const fillTemplate = (template: string, input: InputRecord): string =>
  template
    .replaceAll(/\{([^}]+)\}/g, (_, key: string) => {
      const value = input[key];
      if (value === undefined || value === null) return '';
      const words = Array.isArray(value) ? value : [value];
      return words.map((word) => shellWord(plainText(word))).join(' ');
    })
    .trim();

export const fillText = (template: string, input: InputRecord): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, key: string) => {
    const value = input[key];
    if (value === undefined || value === null) return '';
    return plainText(value);
  });
