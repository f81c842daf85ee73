/** Canonical names: two spellings of one object become one. */
import { parametersOf } from './command.ts';
import { spellingOf } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Parameter } from './parameter.ts';

export const withoutSlash = (path: string): string => path.replace(/\/$/, '');

export const storageNamespace = (namespace: string | undefined): string => {
  const name = (namespace ?? '').replaceAll(/^\/+|\/+$/g, '');
  return name === 'root' ? '' : name;
};

/**
 * Joins namespace and mount: `mount: a/pki`, and `mount: pki` in the namespace `a`, are one mount, and only the
 * server knows where the namespace ends.
 */
export const pathFromRoot = (namespace: string | undefined, mount: string): string =>
  [storageNamespace(namespace), mount]
    .join('/')
    .split('/')
    .filter((name) => name !== '')
    .join('/');

/** Takes the spelling that the server keeps. Serial numbers stay as typed, since it reads every spelling. */
export const storageText = ({ slashes, complete }: Parameter, text: string): string => {
  const whole = slashes === 'folder' ? withoutSlash(text) : text;
  return spellingOf(complete ?? '') === 'lower case' ? whole.toLowerCase() : whole;
};

export const storageName = ({ show, name: { input } }: ObjectKind, name: string): string => {
  const parameter = parametersOf(show)[input];
  return parameter === undefined ? name : storageText(parameter, name);
};
