import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';
import { textAt } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';
import type { PlacedBy } from '../service.ts';

const view = recordView({ fields: {}, name: 'ID', columns: [], open: true });

const common = {
  service: 'jobs',
  method: 'GET',
  parameters: {
    id: { in: 'path', type: 'string', summary: 'ID of the object', required: true },
  },
  effect: 'read',
  view,
  examples: [],
} as const;

const allocation = defineOperation({
  ...common,
  id: 'allocation.scope',
  summary: 'Show an allocation',
  source: {
    page: 'https://developer.hashicorp.com/nomad/api-docs/allocations#read-allocation',
    servers: ['nomad'],
  },
  path: '/v1/allocation/{id}',
});

const deployment = defineOperation({
  ...common,
  id: 'deployment.scope',
  summary: 'Show a deployment',
  source: {
    page: 'https://developer.hashicorp.com/nomad/api-docs/deployments#read-deployment',
    servers: ['nomad'],
  },
  path: '/v1/deployment/{id}',
});

const objects = [
  { show: allocation, path: /^\/v1\/(?:client\/)?allocation\/([^/]+)/ },
  { show: allocation, path: /^\/v1\/client\/fs\/[^/]+\/([^/]+)/ },
  { show: deployment, path: /^\/v1\/deployment\/(?:[a-z-]+\/)?([\da-f-]{8,})/ },
];

export const placedBy: PlacedBy = (request) => {
  const { query } = request;
  const path = routed(request.path);
  const [, ofQuery] = query.find(([name]) => name === 'allocID') ?? [];
  const found = objects.flatMap(({ show, path: pattern }) => {
    const [, id] = pattern.exec(path) ?? [];
    return id === undefined ? [] : [{ show, id }];
  })[0];
  const [show, id] = ofQuery === undefined ? [found?.show, found?.id] : [allocation, ofQuery];
  if (show === undefined || id === undefined) return undefined;
  return {
    show,
    input: { id },
    scopeIn: (document) => {
      const namespace = textAt(document, 'Namespace');
      return namespace === undefined ? undefined : { namespace };
    },
  };
};
