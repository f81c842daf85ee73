import { EngineError } from '../engine.ts';
import { idOfNamespace, joined } from '../namespace-path.ts';
import { keysReply, nothingThere } from '../routes.ts';
import type { SystemContext, SystemRoutes } from './request.ts';

export function namespaceRoutes({
  namespace,
  namespaces,
  mounts,
  effects,
  product,
}: SystemContext): SystemRoutes {
  const view = (name: string): { readonly id: string; readonly path: string } => {
    const path = joined(namespace, name);
    return { id: idOfNamespace(path), path: `${path}/` };
  };
  return {
    namespaces: { LIST: () => keysReply(namespaces.below(namespace).map((name) => `${name}/`)) },
    'namespaces/:name': {
      GET({ param }) {
        if (!namespaces.below(namespace).includes(param('name'))) throw nothingThere();
        return { data: view(param('name')) };
      },
      POST({ request, param }) {
        const name = param('name');
        if (!/^[\w-]+$/u.test(name) || ['root', 'sys', 'auth'].includes(name)) {
          throw new EngineError(400, `"${name}" is not allowed as the name of a namespace`);
        }
        if (mounts.inTheWay(name) !== undefined) {
          throw new EngineError(400, `path is already in use at ${name}/`);
        }
        if (!namespaces.below(namespace).includes(name)) {
          namespaces.add(joined(namespace, name), true);
          effects.record({
            service: 'secrets',
            method: request.method,
            path: request.path,
            what: `namespace.created ${joined(namespace, name)}`,
          });
        }
        return { data: view(name) };
      },
      async DELETE({ request, param }) {
        const path = joined(namespace, param('name'));
        const isOpenBao = product === 'openbao';
        if (!namespaces.below(namespace).includes(param('name'))) {
          return isOpenBao ? { status: 200, warnings: ['requested namespace does not exist'] } : {};
        }
        if (namespaces.below(path).length > 0) {
          throw new EngineError(400, 'unable to delete namespace containing child namespaces');
        }
        await namespaces.remove(path);
        const { method } = request;
        effects.record({ service: 'secrets', method, path: request.path, what: `namespace.deleted ${path}` });
        return isOpenBao ? { data: { status: 'in-progress' } } : {};
      },
    },
  };
}
