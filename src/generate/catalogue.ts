/** Every command of every group, for the build-time readers of the catalogue. */
import type { Command, Group } from '../model/catalogue/command.ts';
import { groups } from '../groups/groups.ts';

export interface LoadedGroup {
  readonly group: Group;
  readonly commands: readonly Command[];
}

export const loadCatalogue = (): Promise<readonly LoadedGroup[]> =>
  Promise.all(groups.map(async (group) => ({ group, commands: await group.load() })));
