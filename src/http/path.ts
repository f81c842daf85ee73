/** Path templates and the values that may stand in them. A folded `..` would reach another resource. */
import { usageError } from '../model/error.ts';
import type { Parameter, Parameters } from '../model/parameter.ts';
import { flagName } from '../model/parameter.ts';
import { decoded } from './decoded.ts';

const controls = /\p{Cc}/u;

const unsafe = (segment: string, slashesAllowed: boolean): string | undefined => {
  if (segment.trim() === '') return 'is empty';
  if (!segment.isWellFormed()) return 'is not well-formed text';
  for (const form of [segment, decoded(segment), decoded(decoded(segment))]) {
    if (form === '.' || form === '..') return `is "${form}", which would address another resource`;
    if (controls.test(form)) return 'holds a control character';
    if (form.includes('\\')) return 'holds a backslash';
    if (!slashesAllowed && form.includes('/')) return 'holds a slash';
    if (slashesAllowed && form.split('/').some((part) => part === '.' || part === '..')) {
      return 'holds a "." or ".." part, which would address another resource';
    }
  }
  return undefined;
};

const encode = (segment: string): string =>
  encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Most names: nothing in it has a meaning in a path, and it is encoded as it is. */
const ordinary = /^[\w~-][\w.~-]*$/;

const expandOne = (key: string, parameter: Parameter, value: string): string => {
  if (ordinary.test(value)) return value;
  const whole = parameter.folder === true ? value.replace(/\/$/, '') : value;
  const parts = parameter.hierarchical === true ? whole.split('/') : [whole];
  for (const part of parts) {
    const why = unsafe(part, parameter.opaque === true);
    if (why !== undefined) {
      const spoken = parameter.metavar ?? flagName(key, parameter);
      throw usageError(`${spoken} ${why}`, 'Nothing was sent.');
    }
  }
  return parts.map(encode).join('/');
};

/**
 * Expands `{name}` and `{/name}` (an optional last segment).
 * @throws TrivetError usage for a missing or unsafe value
 */
export const expandPath = (
  template: string,
  parameters: Parameters,
  valueOf: (key: string) => string | undefined,
): string =>
  template.replaceAll(/\{(\/?)([^}]+)\}/g, (_, slash: string, key: string) => {
    const value = valueOf(key);
    const parameter = parameters[key];
    if (parameter === undefined) throw new Error(`no path parameter ${key} in ${template}`);
    if (value === undefined) {
      if (slash === '/') return '';
      throw usageError(`${parameter.metavar ?? flagName(key, parameter)} is required`);
    }
    return `${slash}${expandOne(key, parameter, value)}`;
  });
