/** Fills values into path templates; a folded `..` would reach another resource. */
import { usageError } from '../system/error.ts';
import type { Parameter, Parameters } from '../catalogue/parameter.ts';
import { flagName } from '../catalogue/parameter.ts';
import { storageText } from '../catalogue/storage-path.ts';
import { percentDecoded } from './decoded.ts';

const controls = /\p{Cc}/u;

const unsafe = (segment: string, slashesAllowed: boolean, whole: string): string | undefined => {
  if (segment.trim() === '') {
    if (segment === whole) return 'is empty';
    return whole.endsWith('/')
      ? 'ends in a slash: it is a folder of names'
      : 'has an empty part: it must not start with a slash, nor have two together';
  }
  if (!segment.isWellFormed()) return 'is not well-formed text';
  for (const form of [segment, percentDecoded(segment), percentDecoded(percentDecoded(segment))]) {
    if (form === '.' || form === '..') return `is "${form}", which would address another resource`;
    if (controls.test(form)) return 'contains a control character';
    if (form.includes('\\')) return 'contains a backslash';
    if (!slashesAllowed && form.includes('/')) return 'contains a slash';
    if (slashesAllowed && form.split('/').some((part) => part === '.' || part === '..')) {
      return 'contains a "." or ".." part, which would address another resource';
    }
  }
  return undefined;
};

/** Object names have no spaces; names of mounts and people may. */
const unnamed = (segment: string, { complete, context }: Parameter): string | undefined =>
  complete !== undefined && context === undefined && /\s/u.test(segment) ? 'contains a space' : undefined;

const encode = (segment: string): string =>
  encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Most names match, and need no encoding; only the colons of serial numbers do. */
const ordinary = /^[\w~:-][\w.~:-]*$/;

const expandOne = (key: string, parameter: Parameter, given: string): string => {
  const value = storageText(parameter, given);
  if (ordinary.test(value)) return value.includes(':') ? value.replaceAll(':', '%3A') : value;
  const parts = parameter.slashes === 'path' || parameter.slashes === 'folder' ? value.split('/') : [value];
  for (const part of parts) {
    const why = unsafe(part, parameter.slashes === 'kept', value) ?? unnamed(part, parameter);
    if (why !== undefined) {
      const spoken = parameter.metavar ?? flagName(key, parameter);
      throw usageError(`${spoken} ${why}`);
    }
  }
  return parts.map(encode).join('/');
};

export const pathExpander = (
  template: string,
  parameters: Parameters,
): ((valueOf: (key: string) => string | undefined) => string) => {
  // Texts and names in turn: `/a/`, `b`, `/c`, `/d`, ``.
  const parts = template.split(/\{([^}]+)\}/);
  return (valueOf) => {
    let path = parts[0] ?? '';
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index] ?? '';
      const optional = name.startsWith('/');
      const key = optional ? name.slice(1) : name;
      const parameter = parameters[key];
      if (parameter === undefined) throw new Error(`no path parameter ${key} in ${template}`);
      const value = valueOf(key);
      if (value !== undefined) path += `${optional ? '/' : ''}${expandOne(key, parameter, value)}`;
      else if (!optional) throw usageError(`${parameter.metavar ?? flagName(key, parameter)} is required`);
      path += parts[index + 1] ?? '';
    }
    return path;
  };
};
