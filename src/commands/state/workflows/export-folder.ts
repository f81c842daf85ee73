import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Exit, localError, usageError } from '../../../system/error.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { serviceTraits } from '../../../catalogue/product.ts';
import { makeOutputFolder } from '../../../system/make-folder.ts';
import { writeSafely } from '../../../system/safe-file.ts';
import { profileInUse } from '../../../config/read-only.ts';
import { plural } from '../../../output/text/plural.ts';
import type { Session } from '../../../run/session/session.ts';
import type { ChosenFiles } from './environment/choose.ts';
import { layersOf } from './environment/choose.ts';
import type { Exported } from './exported.ts';
import { fileNameOf } from './files/document.ts';
import type { HeldObject } from './files/held.ts';
import { heldIn } from './files/held.ts';
import { environmentsFile, isBelow } from './files/tree.ts';
import { assignedIn, keyOfObject, spokenObject } from './objects/desired.ts';
import type { ScopeInput } from './objects/named.ts';
import { declarableKinds } from './objects/operand.ts';
import { Rewriter } from './re-export.ts';
import type { GitTree } from './since/git-tree.ts';
import { gitTree } from './since/git-tree.ts';
import { revisionName } from './since/since.ts';

export type FolderInput = ScopeInput &
  Readonly<{
    overwrite?: boolean | undefined;
    since?: string | undefined;
    exclude?: readonly string[] | undefined;
  }>;

interface HeldFiles {
  readonly of: (one: Exported) => readonly HeldObject[];
  readonly paths: ReadonlySet<string>;
}

export const noFiles: HeldFiles = { of: () => [], paths: new Set() };

export const writeEnvironments = async (
  folder: string,
  env: string | undefined,
  { globals, io }: Session,
): Promise<void> => {
  const path = join(folder, environmentsFile);
  const profile = profileInUse(globals.profile, io);
  const name = (env ?? profile ?? 'default').replaceAll(/[^\w.-]/g, '-');
  const text = [
    '# yaml-language-server: $schema=trivet.yaml.schema.json',
    'environments:',
    `  ${name}:`,
    ...(profile === undefined ? [] : [`    profile: ${JSON.stringify(profile)}`]),
    '    layers: [base]',
    '',
  ].join('\n');
  await writeSafely(path, Buffer.from(text), { mode: 0o644 });
};

/** Kinds with objects in several scopes, so that file names include them. */
const scopedKinds = (all: readonly Exported[]): ReadonlySet<string> => {
  const scopes = new Map<string, Set<string>>();
  for (const { object } of all) {
    const { kind, scope } = object;
    const seen = scopes.get(kind.kind) ?? new Set();
    scopes.set(kind.kind, seen.add(kind.scope.map((key) => scope[key] ?? '').join('\n')));
  }
  return new Set([...scopes].filter(([, seen]) => seen.size > 1).map(([kind]) => kind));
};

/** Texts in which services usually keep secrets: variables of tasks, templates, payloads. */
const mayHoldSecrets = (service: ServiceName, text: string): boolean => {
  const keys = serviceTraits[service].usualSecrets ?? [];
  return (
    keys.length > 0 &&
    new RegExp(
      String.raw`^[ \-]*(?:${keys.join('|')}):(?! *(?:null|true|false|\{\}|\[\]|''|"")? *$)|^[ \-]*(?:${keys.join('|')}):\n +\S`,
      'm',
    ).test(text)
  );
};

const writeFolder = async (
  folder: string,
  all: readonly Exported[],
  { paths }: HeldFiles,
  textOf: (one: Exported) => Promise<string>,
  rewritten: ReadonlyMap<string, string>,
): Promise<void> => {
  const scoped = scopedKinds(all);
  const files = all.map((one) => {
    const plain = fileNameOf(one.object, false);
    // An earlier export may have used the name for another scope.
    const isTaken = paths.has(resolve(folder, plain));
    const name = fileNameOf(one.object, isTaken || scoped.has(one.object.kind.kind));
    return { one, name, path: join(folder, name) };
  });
  const names = new Map<string, Exported>();
  for (const { one, name } of files) {
    const key = name.toLowerCase();
    const other = names.get(key);
    if (other !== undefined) {
      throw localError(
        `${spokenObject(one.object)} and ${spokenObject(other.object)} would be written to one file, ${name}`,
        'Export them to separate folders.',
      );
    }
    names.set(key, one);
  }
  const texts = await Promise.all(files.map(({ one }) => textOf(one)));
  const secret = files.map(({ one }, index) => mayHoldSecrets(one.object.kind.service, texts[index] ?? ''));
  makeOutputFolder(folder, secret.includes(true) ? 0o700 : 0o755);
  for (const { one, path } of files)
    if (existsSync(path))
      throw localError(
        `${path} exists and does not hold ${spokenObject(one.object)}: it would be overwritten`,
        'Export to another folder, or move the file away.',
      );
  for (const [index, { path }] of files.entries()) {
    const mode = secret[index] === true ? 0o600 : 0o644;
    await writeSafely(path, Buffer.from(texts[index] ?? ''), { mode });
  }
  for (const [path, text] of rewritten)
    await writeSafely(path, Buffer.from(text), { mode: statSync(path).mode & 0o777 });
};

export const heldFiles = async (
  files: ChosenFiles,
  folder: string | undefined,
  input: FolderInput,
): Promise<HeldFiles> => {
  const { layers } = files.chosen === undefined ? { layers: [] } : layersOf(files, []);
  // The folder is covered as a layer, or above layers.
  const isCovered =
    folder === undefined ||
    files.chosen !== undefined ||
    layers.flat().some((layer) => isBelow(folder, layer));
  const all = isCovered ? layers : [...layers.slice(0, -1), [...(layers.at(-1) ?? []), folder]];
  const { session, chosen } = files;
  const kinds = await declarableKinds(session.program.catalogue);
  const held = await heldIn({ session, kinds }, all, chosen?.root ?? folder, input);
  return {
    of: ({ object, state }) =>
      [object.name, assignedIn(object.kind, state.settings)].flatMap((name) =>
        name === undefined ? [] : (held.get(keyOfObject({ ...object, name })) ?? []),
      ),
    paths: new Set([...held.values()].flat().map(({ path }) => resolve(path))),
  };
};

/**
 * The named folder, or the environment's last layer in it.
 * @throws TrivetError usage, for a folder that the environment does not read
 */
export const folderOfNew = ({ chosen }: ChosenFiles, folder: string): string => {
  if (chosen === undefined) return folder;
  const { environment, root } = chosen;
  const layers = environment.layers.map(({ path }) => join(root, path));
  if (layers.some((layer) => isBelow(folder, layer))) return folder;
  const inside = layers.findLast((layer) => isBelow(layer, folder));
  if (inside !== undefined) return inside;
  throw usageError(
    `--dir ${folder} is in no layer of environment ${environment.name}, which would not read its files`,
    `Give one of its layers: ${layers.map((layer) => `--dir ${layer}`).join(', ')}`,
  );
};

const revisionFor = async (
  { session, chosen }: ChosenFiles,
  folder: string,
  since: string | undefined,
): Promise<GitTree | undefined> => {
  if (since === undefined) return undefined;
  const root = chosen?.root ?? folder;
  const tree = await gitTree(root, revisionName(since, chosen), session.io);
  // All files are read at once rather than one after another.
  await tree.files(root, { excluded: () => false, signal: session.signal });
  return tree;
};

/** @returns 10 if a file keeps another value than the server's */
export const intoFolder = async (
  files: ChosenFiles,
  folder: string,
  input: FolderInput,
  all: readonly Exported[],
  held: HeldFiles,
  textOf: (one: Exported) => Promise<string>,
): Promise<number> => {
  const { reporter } = files.session;
  const base = await revisionFor(files, folder, input.since);
  const rewriter = new Rewriter({ session: files.session, overwrite: input.overwrite === true, base });
  const made: Exported[] = [];
  let jobFiles = 0;
  for (const one of all) {
    const [file, other] = held.of(one);
    if (file === undefined) made.push(one);
    else if (other !== undefined)
      rewriter.keep(`${spokenObject(one.object)} is in ${file.path} and in ${other.path}: both stay`);
    else if (file.document === undefined) jobFiles += 1;
    else await rewriter.take(one.object, one.state, file.document);
  }
  const target = folderOfNew(files, folder);
  await writeFolder(target, made, held, textOf, rewriter.texts);
  const changed = made.length === all.length ? '' : `, changed ${rewriter.texts.size}`;
  reporter.note(`wrote ${plural(made.length, 'file')} to ${target}${changed}`);
  if (jobFiles > 0)
    reporter.note(
      `${plural(jobFiles, 'job file')} not rewritten: trivet diff compares them with the servers`,
    );
  if (rewriter.kept > 0)
    reporter.note(
      `${plural(rewriter.kept, 'difference')} left: --overwrite takes the values of the servers, --since REVISION ` +
        'those of which the files have not changed since',
    );
  return rewriter.kept > 0 ? Exit.partial : Exit.ok;
};
