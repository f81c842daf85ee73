import { pathFromRoot } from '../../../../catalogue/storage-path.ts';
import type { ObjectName } from './desired.ts';
import { spokenIn } from './desired.ts';

/** Plans and receipts of other versions have this text. */
export const stepObject = ({ kind, name, scope }: ObjectName): string => {
  const { organization = '', namespace = '', mount } = scope;
  if (mount === undefined) return JSON.stringify([kind.kind, organization, namespace, '', name]);
  const path = pathFromRoot(namespace, mount);
  return JSON.stringify([kind.kind, organization, '', path, kind.singleton === true ? path : name]);
};

export const spokenStepObject = (object: string): string => {
  let parts: unknown;
  try {
    parts = JSON.parse(object);
  } catch {
    parts = undefined;
  }
  if (!Array.isArray(parts)) return object;
  const [kind = '', organization = '', namespace = '', mount = '', name = ''] = parts.map(String);
  const scope = { organization, namespace, mount: mount === name ? '' : mount };
  return spokenIn(kind, name, scope);
};
