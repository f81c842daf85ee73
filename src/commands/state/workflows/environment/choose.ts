import type { Catalogue } from '../../../../catalogue/catalogue.ts';
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Fault } from '../../../../documents/located.ts';
import { usageError } from '../../../../system/error.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';
import { setting } from '../../../../system/environment.ts';
import { safe } from '../../../../output/text/safe.ts';
import { readText } from '../../../../system/read-file.ts';
import type { Io } from '../../../../system/io.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { OwnContext } from '../../../../run/single/workflow.ts';
import { faulty } from '../files/files.ts';
import type { Layers } from '../files/files.ts';
import { diskTree, environmentsFile, isBelow } from '../files/tree.ts';
import { declarableKinds } from '../objects/operand.ts';
import type { DeclaredEnvironments, FileEnvironment, EnvironmentInput } from './declared-environments.ts';
import { environmentsIn } from './declared-environments.ts';
import { suggest } from '../../../../run/suggest.ts';
import { readYaml } from '../../../../documents/read-yaml.ts';

export interface ChosenEnvironment {
  readonly environment: FileEnvironment;
  readonly root: string;
  readonly folders: readonly string[];
  readonly faults: readonly (readonly [path: string, fault: Fault])[];
}

export interface ChosenFiles {
  readonly session: Session;
  readonly chosen: ChosenEnvironment | undefined;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The search ends at the root of the repository. */
const rootAbove = (start: string, { cwd }: Io): string | undefined => {
  for (let folder = resolve(cwd, start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, environmentsFile)))
      return isAbsolute(start) ? folder : relative(cwd, folder) || '.';
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
};

const rootOf = (operands: readonly string[], io: Io): string | undefined => {
  const starts = operands.length === 0 ? ['.'] : operands.filter((one) => one !== '-');
  const roots = new Set(
    starts.map((one) => rootAbove(isFolder(resolve(io.cwd, one)) ? one : dirname(one), io)),
  );
  if (roots.size > 1)
    throw usageError(`the operands belong to different files ${environmentsFile}`, 'Name those of one.');
  return [...roots][0];
};

export const readEnvironments = async (
  catalogue: Catalogue,
  text: string,
  path: string,
): Promise<DeclaredEnvironments> => {
  const { documents, faults } = readYaml(text, path);
  const declared = environmentsIn(documents, await declarableKinds(catalogue));
  return { ...declared, faults: [...faults, ...declared.faults] };
};

/** The environments of the folder or one above it; empty without a file. */
export const environmentNames = async (
  catalogue: Catalogue,
  folder: string,
  io: Io,
): Promise<readonly string[]> => {
  const root = rootOf([folder], io);
  if (root === undefined) return [];
  const path = join(root, environmentsFile);
  const { environments } = await readEnvironments(catalogue, await readText(path, io), path);
  return environments.map(({ name }) => name);
};

export const faultyFile = (faults: ChosenEnvironment['faults']): Error =>
  faulty(faults.flatMap(([path, fault]) => texts([fault], path)));

const texts = (faults: readonly Fault[], path: string): readonly string[] =>
  faults.map(({ place, text }) => `${path}:${place.line}:${place.column}: ${safe(text)}`);

/** The command line names the profile too, since a writer of trivet.yaml must not choose servers. */
const sessionFor = (
  { session, sessionOf }: Pick<OwnContext, 'session' | 'sessionOf'>,
  { name, profile }: FileEnvironment,
  allowed: readonly string[],
): Session => {
  if (profile === undefined) return session;
  const given = session.globals.profile ?? setting(session.io.env, 'TRIVET_PROFILE')?.value;
  if (given === profile) return session;
  if (given !== undefined)
    throw usageError(`environment ${name} belongs to profile "${profile}", and "${given}" was given`);
  if (allowed.includes(profile)) return sessionOf(profile);
  throw usageError(
    `environment ${name} belongs to profile "${profile}", which the command does not name`,
    `Give --profile ${profile}, or allow it: --allow-profile ${profile}`,
  );
};

const foldersOf = (environments: readonly FileEnvironment[], root: string): readonly string[] =>
  environments.flatMap(({ layers }) => layers.map(({ path }) => join(root, path)));

/** Layers would be taken for separate objects. */
const refuseLayers = async (
  { program, io }: Session,
  operands: readonly string[],
  root: string,
): Promise<void> => {
  const path = join(root, environmentsFile);
  const folders = operands.filter((one) => one !== '-' && isFolder(resolve(io.cwd, one)));
  // A program may not read above its folders.
  if (folders.length === 0 || io.mayRead?.(path) === false) return;
  const { environments, faults } = await readEnvironments(program.catalogue, await readText(path, io), path);
  const layers = new Set(foldersOf(environments, root));
  const spans = (folder: string): boolean =>
    isBelow(root, folder) || [...layers].filter((layer) => isBelow(layer, folder)).length > 1;
  const spanning = folders.find(spans);
  if (spanning === undefined) return;
  if (faults.length > 0) throw faulty(texts(faults, path));
  throw usageError(
    `${spanning} holds the files of several environments`,
    `Give --env with one of them: ${environments.map(({ name }) => name).join(', ')}.`,
  );
};

/** @throws TrivetError usage: no such environment, or a profile that the command does not name */
export const chooseFiles = async (
  context: Pick<OwnContext, 'session' | 'sessionOf'>,
  operands: readonly string[],
  input: EnvironmentInput,
): Promise<ChosenFiles> => {
  const { session } = context;
  const { io } = session;
  const root = rootOf(operands, io);
  if (input.env === undefined) {
    if (operands.length === 0) throw usageError('no file is named', 'Name files or folders, or give --env.');
    if (root !== undefined) await refuseLayers(session, operands, root);
    return { session, chosen: undefined };
  }
  if (operands.includes('-')) throw usageError('--env reads files of trivet.yaml, not standard input');
  if (root === undefined)
    throw usageError(
      `--env ${input.env}: there is no ${environmentsFile} here or above`,
      `To write one: ${suggest(session, 'export KIND --dir FOLDER --init')}`,
    );
  const path = join(root, environmentsFile);
  const { environments, faults } = await readEnvironments(
    session.program.catalogue,
    await readText(path, io),
    path,
  );
  const environment = environments.find(({ name }) => name === input.env);
  if (environment === undefined) {
    if (faults.length > 0) throw faulty(texts(faults, path));
    const names = environments.map(({ name }) => name);
    const [near] = closest(input.env, names, 1);
    throw usageError(
      `${path} has no environment "${input.env}"${near === undefined ? '' : `. Did you mean "${near}"?`}`,
      `It has ${names.join(', ') || 'none'}.`,
    );
  }
  const folders = foldersOf(environments, root);
  const chosen = { environment, root, folders, faults: faults.map((fault) => [path, fault] as const) };
  return { session: sessionFor(context, environment, input['allow-profile'] ?? []), chosen };
};

export const layersOf = (
  { chosen, session }: ChosenFiles,
  operands: readonly string[],
): { readonly layers: Layers; readonly faults: ChosenEnvironment['faults'] } => {
  if (chosen === undefined) return { layers: [operands], faults: [] };
  const { root, environment } = chosen;
  const layers = environment.layers.map(({ path, place }) => ({ path: join(root, path), place }));
  const tree = diskTree(session.io);
  const faultOf = (path: string): string | undefined => {
    if (!existsSync(resolve(session.io.cwd, path))) return `the folder ${path} does not exist`;
    return tree.isInside(path, root)
      ? undefined
      : `the folder leads out of the folder of ${environmentsFile}`;
  };
  return {
    layers: layers.filter(({ path }) => faultOf(path) === undefined).map(({ path }) => [path]),
    faults: [
      ...chosen.faults,
      ...layers.flatMap(({ path, place }) => {
        const text = faultOf(path);
        return text === undefined ? [] : [[join(root, environmentsFile), { place, text }] as const];
      }),
    ],
  };
};
