/** The namespaces below the one of the settings, and the mounts that the token can see. */
import { at, isArray, isObject, textAt } from '../../model/json/json.ts';
import type { ScopeLists } from '../service.ts';

/** Types of engines whose group has another name. */
const groupOf: Readonly<Record<string, string>> = { aws: 'cloud' };

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

const scopes: ScopeLists = {
  namespace: {
    path: '/sys/namespaces',
    query: [['list', 'true']],
    names: (document, { namespace }) => {
      const keys = at(document, 'data', 'keys');
      const above = namespace === undefined ? '' : `${withoutSlash(namespace.value)}/`;
      return (isArray(keys) ? keys : []).flatMap((key) =>
        typeof key === 'string' ? [{ name: above + withoutSlash(key) }] : [],
      );
    },
  },
  mount: {
    path: '/sys/internal/ui/mounts',
    names: (document) => {
      const secret = at(document, 'data', 'secret');
      return Object.entries(isObject(secret) ? secret : {}).map(([path, mount]) => {
        const type = textAt(mount, 'type') ?? '';
        return { name: withoutSlash(path), engine: groupOf[type] ?? type };
      });
    },
  },
};

export default scopes;
