/** test/seeds/1-workspaces.md, section 2.5. */
import type { Json } from '../contract.ts';
import { may } from './call.ts';
import type { Call } from './call.ts';
import { currentConfigurationVersionId, toJson } from './document.ts';
import type { Resource } from './document.ts';
import { badParameter } from './errors.ts';
import type { Workspace } from './model.ts';
import * as related from './related.ts';
import { hasTagBindings, tagBindings } from './tag-bindings.ts';

type Resolve = (workspace: Workspace, call: Call) => readonly (Resource | undefined)[];

function currentRunConfiguration(workspace: Workspace): string | undefined {
  return workspace.runs.at(-1)?.configurationVersionId;
}

/** By documented name; a nested name includes the resources on its path. */
const RESOLVERS: Readonly<Record<string, Resolve>> = {
  current_configuration_version: (workspace) => [
    related.configurationVersion(workspace, currentConfigurationVersionId(workspace)),
  ],
  'current_configuration_version.ingress_attributes': (workspace) => {
    const id = currentConfigurationVersionId(workspace);
    return [related.configurationVersion(workspace, id), related.ingressAttributes(workspace, id)];
  },
  current_run: (workspace) => [related.run(workspace, workspace.runs.at(-1)?.id)],
  'current_run.configuration_version': (workspace) => [
    related.run(workspace, workspace.runs.at(-1)?.id),
    related.configurationVersion(workspace, currentRunConfiguration(workspace)),
  ],
  'current_run.configuration_version.ingress_attributes': (workspace) => [
    related.run(workspace, workspace.runs.at(-1)?.id),
    related.configurationVersion(workspace, currentRunConfiguration(workspace)),
    related.ingressAttributes(workspace, currentRunConfiguration(workspace)),
  ],
  'current_run.plan': (workspace) => [
    related.run(workspace, workspace.runs.at(-1)?.id),
    related.plan(workspace.runs.at(-1)),
  ],
  locked_by: (workspace) => [related.lockHolder(workspace)],
  organization: (workspace, { store }) => [related.organization(store.organizationOf(workspace))],
  outputs: (workspace, call) => related.outputs(workspace, may(call, workspace, 'admin')),
  project: (workspace, { store }) => [related.project(store.projectOf(workspace))],
  readme: (workspace) => [related.readme(workspace)],
  effective_tag_bindings: (workspace) => tagBindings(workspace, 'effective-tag-bindings'),
};

export function readInclude({ request, context }: Call): readonly string[] {
  const names = request.query
    .getAll('include')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names) {
    const isKnown =
      name === 'effective_tag_bindings' ? hasTagBindings(context) : Object.hasOwn(RESOLVERS, name);
    if (!isKnown) throw badParameter(`Invalid include parameter: '${name}'.`, 'include');
  }
  return names;
}

/** Each resource once; absent without `include`. */
export function included(
  call: Call,
  names: readonly string[],
  workspaces: readonly Workspace[],
): { readonly included?: Json } {
  if (names.length === 0) return {};
  const found = new Map<string, Resource>();
  for (const workspace of workspaces) {
    for (const name of names) {
      for (const resource of RESOLVERS[name]?.(workspace, call) ?? []) {
        if (resource !== undefined) found.set(`${resource.type} ${resource.id}`, resource);
      }
    }
  }
  return { included: [...found.values()].map(toJson) };
}
