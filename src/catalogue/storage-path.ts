/** Names as the server has them, so that two spellings of one object are one. */
import { parametersOf } from './command.ts';
import { spellingOf } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Parameter } from './parameter.ts';

/** A path as mounts and namespaces are known by, and an address to compare: both are written with a slash at the end, too. */
export const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** A namespace of the secrets service without slashes around it; the root is empty. */
export const storageNamespace = (namespace: string | undefined): string => {
  const name = (namespace ?? '').replaceAll(/^\/+|\/+$/g, '');
  return name === 'root' ? '' : name;
};

/**
 * The path of a mount from the root. Only the server knows where a namespace ends in it: `mount: a/pki`, and `mount: pki`
 * in the namespace `a`, are one mount.
 */
export const pathFromRoot = (namespace: string | undefined, mount: string): string =>
  [storageNamespace(namespace), mount]
    .join('/')
    .split('/')
    .filter((name) => name !== '')
    .join('/');

/**
 * A value without the slash of a folder, and in the letters that the server keeps. A serial number stays as it was typed:
 * the server reads every spelling.
 */
export const storageText = ({ folder, complete }: Parameter, text: string): string => {
  const whole = folder === true ? withoutSlash(text) : text;
  return spellingOf(complete ?? '') === 'lower case' ? whole.toLowerCase() : whole;
};

/** The name under which the server has an object that was named like this. */
export const storageName = ({ show, name: { input } }: ObjectKind, name: string): string => {
  const parameter = parametersOf(show)[input];
  return parameter === undefined ? name : storageText(parameter, name);
};
