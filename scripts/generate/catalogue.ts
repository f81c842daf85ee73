/** Every command of every group, for the build-time readers of the catalogue. */
import type { Group } from '../../src/catalogue/catalogue.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { program } from '../../src/main.ts';
import { loadServices } from './services.ts';

export interface LoadedGroup {
  readonly group: Group;
  readonly commands: readonly Command[];
}

/** With all services, which the readers need too. */
export const loadCatalogue = async (): Promise<readonly LoadedGroup[]> => {
  await loadServices();
  return Promise.all(
    program.catalogue.groups.map(async (group) => ({ group, commands: await group.load() })),
  );
};
