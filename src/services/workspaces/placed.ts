import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';
import { at, textAt } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';
import type { PlacedBy } from '../service.ts';
import { staysIn } from './scope.ts';

const show = defineOperation({
  id: 'workspace.scope',
  summary: 'Show a workspace',
  source: '1 §9',
  service: 'workspaces',
  method: 'GET',
  path: '/workspaces/{id}',
  parameters: { id: { in: 'path', type: 'string', summary: 'ID of the workspace', required: true } },
  effect: 'read',
  view: recordView({ fields: {}, name: 'id', columns: [], open: true }),
  examples: [],
});

export const placedBy: PlacedBy = (request) => {
  const [, id] = /^(?:\/api\/v2)?\/workspaces\/([^/]+)/.exec(routed(request.path)) ?? [];
  if (id === undefined) return undefined;
  return {
    show,
    input: { id },
    scopeIn: (document) => {
      const organization = textAt(at(document, 'data', 'relationships', 'organization', 'data'), 'id');
      return organization !== undefined && staysIn(organization, request) ? { organization } : undefined;
    },
  };
};
