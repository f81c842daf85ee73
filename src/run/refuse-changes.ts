import { Exit, localError, TrivetError } from '../system/error.ts';
import type { Command } from '../catalogue/command.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { inputText } from '../catalogue/parameter.ts';
import type { ServiceName } from '../catalogue/product.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Endpoint } from '../config/endpoint.ts';
import { profilesPath } from '../config/file/profile-file.ts';
import { profileInUse, readOnlyProfile, readOnlyRun } from '../config/read-only.ts';
import type { Globals } from './given-globals.ts';
import type { Io } from '../system/io.ts';

export const onlyReads = ({ effect, view, returnedOnce }: Operation): boolean =>
  effect === 'read' && view.kind !== 'credentials' && returnedOnce === undefined;

/** @param what completes "this run is read-only, and": `job.stop changes the server` */
export const refusedByReadOnly = (
  source: NonNullable<Endpoint['readOnly']>,
  what: string,
  io: Io,
): TrivetError => {
  if (typeof source === 'object') {
    const { variable, part, value, used } = source;
    return localError(
      `${used} is used, ${variable} says ${part} ${shellWord(value)}, and ${what}`,
      `Unset ${variable}; --${part} also says which, where the command has it.`,
    ).with({ details: { effect: 'not-sent' } });
  }
  const file = profilesPath(io);
  return new TrivetError('read-only', Exit.denied, `${source} allows reads only, and ${what}`, {
    effect: 'not-sent',
    hint:
      source.startsWith('profile') && file !== undefined
        ? `Choose another profile with --profile, or remove readOnly from ${file}.`
        : `${source.startsWith('TRIVET_') ? 'Unset' : 'Leave out'} ${source} to allow changes.`,
  });
};

/**
 * @param spoken the typed words of the command
 * @throws TrivetError exit 4 for a change, and for a read of credentials
 */
export const refuseChange = (
  operation: Operation,
  source: NonNullable<Endpoint['readOnly']>,
  io: Io,
  spoken = operation.id,
): void => {
  if (onlyReads(operation)) return;
  const what = operation.effect === 'read' ? 'gives credentials' : 'changes something';
  throw refusedByReadOnly(source, `${spoken} ${what}`, io);
};

const refuseByProfiles = (names: readonly (string | undefined)[], what: string, io: Io): void => {
  const source =
    readOnlyRun(io) ??
    names
      .filter((name) => name !== undefined)
      .map((name) => readOnlyProfile(name, io))
      .find((found) => found !== undefined);
  if (source !== undefined) throw refusedByReadOnly(source, what, io);
};

interface Servers {
  readonly io: Io;
  endpoint(service: ServiceName): Promise<Pick<Endpoint, 'readOnly'>>;
}

/**
 * Refuses a command by what it declares to change: profiles, a service, or objects of several.
 * @throws TrivetError exit 4 if the environment or an affected profile allows only reads
 */
export const refuseOwnChange = async (
  { path, changes, service }: Command,
  input: InputRecord,
  { profile }: Pick<Globals, 'profile'>,
  servers: Servers,
): Promise<void> => {
  const { io } = servers;
  const inUse = profileInUse(profile, io);
  if (changes === 'profiles') {
    refuseByProfiles([inUse, inputText(input, 'name')], `${path} changes profiles`, io);
  } else if (service === undefined) {
    refuseByProfiles([inUse], `${path} changes something`, io);
  } else {
    const { readOnly } = await servers.endpoint(service).catch((error: unknown) => {
      // The settings of a service that the command does not change may be wrong. Other errors are defects.
      if (error instanceof TrivetError) return { readOnly: undefined };
      throw error;
    });
    if (readOnly !== undefined) throw refusedByReadOnly(readOnly, `${path} changes something`, io);
  }
};
