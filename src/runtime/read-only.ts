/** Refuses what a read-only run must not do, before anything is asked or sent. */
import { Exit, TrivetError } from '../model/error.ts';
import type { Command } from '../model/command.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { inputText } from '../model/parameter.ts';
import type { ServiceName } from '../model/product.ts';
import type { Source } from '../profiles/endpoint.ts';
import { profilesPath } from '../profiles/profile-file.ts';
import { profileInUse, readOnlyProfile, readOnlyVariable } from '../profiles/read-only.ts';
import type { Globals } from './globals.ts';
import type { World } from './world.ts';

/** True for what changes nothing and gives no credentials. */
export const onlyReads = ({ effect, view, once }: Operation): boolean =>
  effect === 'read' && view.kind !== 'credentials' && once === undefined;

/** @param what follows "this run is read-only, and": `job.stop changes the server` */
export const refusedByReadOnly = (source: Source, what: string, world: World): TrivetError => {
  const file = profilesPath(world);
  return new TrivetError('read-only', Exit.denied, `${source} allows reads only, and ${what}`, {
    effect: 'not-sent',
    hint:
      source.startsWith('profile') && file !== undefined
        ? `Choose another profile with --profile, or take readOnly out of ${file}.`
        : `Unset ${source} to allow changes.`,
  });
};

/**
 * @param spoken how the operation is called: the words of its command
 * @throws TrivetError exit 4 when the operation changes something or gives credentials
 */
export const refuseChange = (
  operation: Operation,
  source: Source,
  world: World,
  spoken = operation.id,
): void => {
  if (onlyReads(operation)) return;
  const what = operation.effect === 'read' ? 'gives credentials' : 'changes something';
  throw refusedByReadOnly(source, `${spoken} ${what}`, world);
};

const refuseByProfiles = (names: readonly (string | undefined)[], what: string, world: World): void => {
  const source =
    readOnlyVariable(world.env) ??
    names
      .filter((name) => name !== undefined)
      .map((name) => readOnlyProfile(name, world))
      .find((found) => found !== undefined);
  if (source !== undefined) throw refusedByReadOnly(source, what, world);
};

/** Where requests would go, and whether changes may. */
interface Servers {
  readonly world: World;
  readonly endpoint: (service: ServiceName) => Promise<{ readonly readOnly?: Source | undefined }>;
}

/**
 * For commands of the tool's own, by what they declare to change: the profiles (the one that is named, or the one in
 * use), a service, or objects of several services.
 * @throws TrivetError exit 4 when the environment, or a profile that it is about, allows reads only
 */
export const refuseOwnChange = async (
  { path, changes, service }: Command,
  input: InputRecord,
  { profile }: Globals,
  { world, endpoint }: Servers,
): Promise<void> => {
  const inUse = profileInUse(profile, world);
  if (changes === 'profiles') {
    refuseByProfiles([inUse, inputText(input, 'name')], `${path} changes profiles`, world);
  } else if (service === undefined) {
    refuseByProfiles([inUse], `${path} changes something`, world);
  } else {
    // It may have to do with another service only.
    const { readOnly } = (await endpoint(service).catch(() => undefined)) ?? {};
    if (readOnly !== undefined) throw refusedByReadOnly(readOnly, `${path} changes something`, world);
  }
};
