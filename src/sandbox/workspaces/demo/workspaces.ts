/** Every system in every environment. */
import { identifier } from '../identifiers.ts';
import type { Organization, Workspace } from '../model.ts';
import { newWorkspace } from '../new-workspace.ts';
import { INITIAL_SETTINGS } from '../settings.ts';
import type { WorkspaceStore } from '../store.ts';
import { ENVIRONMENTS, SYSTEMS } from './projects.ts';
import type { Environment, System } from './projects.ts';
import { history } from './runs.ts';
import { setApart } from './special.ts';

const DAY = 86_400_000;

const RESOURCES: Readonly<Record<Environment, number>> = { prod: 42, staging: 17, qa: 0, dev: 0 };

function workspace(system: System, environment: Environment, position: number, start: number): Workspace {
  const name = `${system.name}-${environment}`;
  const createdAt = start - (400 - position * 3) * DAY;
  const past = history(name, position, environment, start, name === 'network-prod');
  const stateAt = past.runs.findLast(({ status }) => status === 'applied')?.createdAt;
  return newWorkspace(
    {
      id: identifier('ws', `demo/${name}`),
      organization: 'demo',
      name,
      projectId: system.project.id,
      createdAt,
    },
    {
      settings: {
        ...INITIAL_SETTINGS,
        description: `${system.purpose}, ${environment}`,
        'source-name': 'demo state',
      },
      tagBindings: new Map([
        ['environment', environment],
        ['team', system.project.name],
        ['cost-center', `cc-${100 + (position % 5)}`],
      ]),
      updatedAt: stateAt ?? createdAt,
      resourceCount: RESOURCES[environment] === 0 ? 0 : RESOURCES[environment] + (position % 9),
      currentState: stateAt === undefined ? undefined : { id: identifier('sv', name), createdAt: stateAt },
      ...past,
    },
  );
}

function flatTags({ name, project }: System, environment: Environment): readonly string[] {
  const cardData = name === 'billing' || name === 'checkout';
  return [environment, project.name, ...(cardData ? ['pci'] : [])];
}

export function addDemoWorkspaces(store: WorkspaceStore, organization: Organization, start: number): void {
  let position = 0;
  for (const environment of ENVIRONMENTS) {
    for (const system of SYSTEMS) {
      const added = workspace(system, environment, position, start);
      for (const name of flatTags(system, environment)) added.tags.add(store.tagNamed(organization, name));
      setApart(added, start);
      store.add(added);
      position += 1;
    }
  }
  const network = store.byName(organization.name, 'network-prod');
  for (const name of ['billing-prod', 'dns-prod', 'payroll-prod', 'storefront-prod']) {
    const consumer = store.byName(organization.name, name);
    if (consumer !== undefined) network?.consumers.add(consumer.id);
  }
}
