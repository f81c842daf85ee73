/** What the files of a folder, or of an environment, already say of objects. Files without objects are passed over. */
import { existsSync } from 'node:fs';
import { TrivetError } from '../../../../model/error.ts';
import type { ObjectKind } from '../../../../model/catalogue/kind.ts';
import { entryAt } from '../../../../documents/located.ts';
import type { Located, Place } from '../../../../documents/located.ts';
import { pathGlob } from '../../../../model/text/path-glob.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { decodeText } from '../../../../world/read-file.ts';
import type { Declared } from '../objects/declared.ts';
import { declaredIn } from '../objects/declared.ts';
import { identityOf } from '../objects/desired.ts';
import type { ScopeInput } from '../objects/named.ts';
import type { Layers } from './files.ts';
import { isJobDocument } from './files.ts';
import { hasJob, jobNamesIn } from './job-source.ts';
import type { LayerDocument } from './layers.ts';
import { mergeLayers } from './layers.ts';
import { objectOfFile } from './object-of-file.ts';
import { jsonIn } from '../../../../model/json/lossless.ts';
import { diskTree, isHcl, pathFrom } from './tree.ts';

/** A document about an object. */
export interface HeldDocument {
  readonly path: string;
  /** Of the document in its file; undefined for one that is part of a list. */
  readonly index: number | undefined;
  /** Without earlier layers. */
  readonly node: Located;
  /** With them. */
  readonly declared: Declared;
}

/** What files say of one object: a document, or a job file, which is not made of values. */
export interface HeldObject {
  readonly path: string;
  readonly document: HeldDocument | undefined;
}

interface Read {
  readonly documents: LayerDocument[];
  readonly own: Map<Place, Pick<HeldDocument, 'path' | 'index' | 'node'>>;
  readonly jobs: { readonly path: string; readonly text: string }[];
}

/** The text of a file; undefined for one that is not text, or cannot be read. */
const textOf = async (read: () => Promise<Uint8Array>, path: string): Promise<string | undefined> => {
  try {
    return decodeText(await read(), path);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    return undefined;
  }
};

const readLayers = async (
  { world, signal }: Session,
  kinds: readonly ObjectKind[],
  layers: Layers,
  exclude: readonly string[],
): Promise<Read> => {
  const { readYaml } = await import('../../../../documents/read-yaml.ts');
  const globs = exclude.map(pathGlob);
  const excluded = (path: string): boolean => globs.some((matches) => matches(path));
  const tree = diskTree(world);
  const found: Read = { documents: [], own: new Map(), jobs: [] };
  const words = new Set<unknown>(kinds.map(({ kind }) => kind));
  const isObjectOf = (node: Located): boolean => {
    const kind = entryAt(node, 'kind')?.node;
    return kind?.kind === 'scalar' && words.has(kind.value);
  };
  for (const [layer, folders] of layers.entries()) {
    for (const folder of folders.filter((one) => existsSync(one))) {
      for (const { path, fault } of await tree.files(folder, { excluded, signal })) {
        const text = fault === undefined ? await textOf(() => tree.read(path), path) : undefined;
        if (text === undefined) continue;
        const isJob = isHcl(path)
          ? hasJob(text)
          : text.trimStart().startsWith('{') && isJobDocument(jsonIn(text) ?? null);
        if (isJob) {
          found.jobs.push({ path, text });
          continue;
        }
        for (const [index, node] of readYaml(text, path).documents.entries()) {
          const isList = node.kind === 'list';
          for (const one of isList ? node.items : [node]) {
            if (!isObjectOf(one)) continue;
            found.documents.push({ path, node: one, layer, paths: [path] });
            found.own.set(one.place, { path, index: isList ? undefined : index, node: one });
          }
        }
      }
    }
  }
  return found;
};

/** The objects that files name, by identity, each with every place where one does. */
export const heldIn = async (
  session: Session,
  kinds: readonly ObjectKind[],
  layers: Layers,
  input: ScopeInput & Readonly<{ exclude?: readonly string[] | undefined }>,
): Promise<ReadonlyMap<string, readonly HeldObject[]>> => {
  const { documents, own, jobs } = await readLayers(session, kinds, layers, input.exclude ?? []);
  const found = new Map<string, HeldObject[]>();
  const tree = diskTree(session.world);
  /** A job file that a document names is not an object by itself. */
  const named = new Set<string>();
  const add = async (held: HeldObject, declared: Declared | undefined, text?: string): Promise<void> => {
    const job = text === undefined ? undefined : { text };
    const object = await objectOfFile(session, kinds, { declared, job }, input);
    if (object === undefined) return;
    const identity = identityOf(object);
    found.set(identity, [...(found.get(identity) ?? []), held]);
  };
  for (const { node, path } of mergeLayers(documents).documents) {
    const { declared } = declaredIn(node, kinds, false);
    const document = own.get(node.place);
    if (declared === undefined || document === undefined) continue;
    const main = declared.source === undefined ? undefined : pathFrom(path, declared.source.file);
    if (main === undefined) {
      await add({ path, document: { ...document, declared } }, declared);
      continue;
    }
    named.add(main);
    const text = await textOf(() => tree.read(main), main);
    await add({ path: main, document: undefined }, declared, text);
  }
  for (const { path, text } of jobs)
    if (!named.has(path) && jobNamesIn(text).id !== undefined)
      await add({ path, document: undefined }, undefined, text);
  return found;
};
