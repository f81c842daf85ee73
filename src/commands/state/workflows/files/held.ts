/** Files without objects are skipped. */
import { existsSync } from 'node:fs';
import { TrivetError } from '../../../../system/error.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { entryAt } from '../../../../documents/located.ts';
import type { Place } from '../../../../documents/located.ts';
import { pathGlob } from '../../../../catalogue/text/path-glob.ts';
import type { Session } from '../../../../run/session/session.ts';
import { decodeText, spokenFile } from '../../../../system/read-file.ts';
import type { Declared } from '../objects/declared.ts';
import { declaredIn } from '../objects/declared.ts';
import type { ObjectName, ObjectState } from '../objects/desired.ts';
import { keyOfObject } from '../objects/desired.ts';
import type { ScopeInput } from '../objects/named.ts';
import type { Layers } from './files.ts';
import { isJobDocument } from './files.ts';
import { hasJob } from '../../../job/workflows/file/hcl-text.ts';
import type { LayerDocument } from './layers.ts';
import { mergeLayers, storedDocument } from './layers.ts';
import { objectOfFile } from './object-of-file.ts';
import { jsonIn } from '../../../../documents/json/lossless.ts';
import type { Tree } from './tree.ts';
import { diskTree, isHcl, pathFrom } from './tree.ts';
import { readYaml } from '../../../../documents/read-yaml.ts';

/** Without nodes: there can be thousands. */
export interface HeldDocument {
  readonly path: string;
  /** In its file; undefined within a list. */
  readonly index: number | undefined;
  /** `infra/web.yaml:3:1` */
  readonly where: string;
  /** Of earlier layers, too. */
  readonly state: ObjectState;
  readonly isAbsent: boolean;
}

export interface HeldObject {
  readonly path: string;
  readonly document: HeldDocument | undefined;
}

const textOf = async (read: () => Promise<Uint8Array>, path: string): Promise<string | undefined> => {
  try {
    return decodeText(await read(), path);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
    return undefined;
  }
};

type HeldInput = ScopeInput & Readonly<{ exclude?: readonly string[] | undefined }>;

class HeldReader {
  readonly #found = new Map<string, HeldObject[]>();
  readonly #session: Session;
  readonly #kinds: readonly ObjectKind[];
  readonly #input: HeldInput;
  readonly #tree: Tree;
  #documents: LayerDocument[] = [];
  /** By what merging layers keeps. */
  #own = new Map<Place, Pick<HeldDocument, 'path' | 'index'>>();
  /** Objects, unless a document names them. */
  readonly #jobs = new Map<string, ObjectName>();
  readonly #named = new Set<string>();

  constructor(session: Session, kinds: readonly ObjectKind[], input: HeldInput) {
    this.#session = session;
    this.#kinds = kinds;
    this.#input = input;
    this.#tree = diskTree(session.io);
  }

  #objectOf(declared: Declared | undefined, text?: string): Promise<ObjectName | undefined> {
    const job = text === undefined ? undefined : { text };
    return objectOfFile(this.#session, this.#kinds, { declared, job }, this.#input);
  }

  #add(object: ObjectName | undefined, held: HeldObject): void {
    if (object === undefined) return;
    const key = keyOfObject(object);
    this.#found.set(key, [...(this.#found.get(key) ?? []), held]);
  }

  async read(path: string, layer: number): Promise<void> {
    const text = await textOf(() => this.#tree.read(path), path);
    if (text === undefined) return;
    const isJob = isHcl(path)
      ? hasJob(text)
      : text.trimStart().startsWith('{') && isJobDocument(jsonIn(text) ?? null);
    if (isJob) {
      const object = await this.#objectOf(undefined, text);
      if (object !== undefined) this.#jobs.set(path, object);
      return;
    }
    for (const [index, node] of readYaml(text, path).documents.entries()) {
      const isList = node.kind === 'list';
      for (const one of isList ? node.items : [node]) {
        const kind = entryAt(one, 'kind')?.node;
        if (kind?.kind !== 'scalar' || !this.#kinds.some((known) => known.kind === kind.value)) continue;
        this.#documents.push({ path, node: storedDocument(one, this.#kinds), layer, paths: [path] });
        this.#own.set(one.place, { path, index: isList ? undefined : index });
      }
    }
  }

  async declare(): Promise<void> {
    const [documents, own] = [this.#documents, this.#own];
    this.#documents = [];
    this.#own = new Map();
    for (const { node, path } of mergeLayers(documents).documents) {
      const { declared } = declaredIn(node, this.#kinds, false);
      const document = own.get(node.place);
      if (declared === undefined || document === undefined) continue;
      const main = declared.source === undefined ? undefined : pathFrom(path, declared.source.file);
      if (main === undefined) {
        const { settings, parts, absent, place } = declared;
        const where = `${spokenFile(document.path)}:${place.line}:${place.column}`;
        const about = { ...document, where, state: { settings, parts }, isAbsent: absent };
        this.#add(await this.#objectOf(declared), { path, document: about });
        continue;
      }
      const text = await textOf(() => this.#tree.read(main), main);
      this.#named.add(main);
      this.#add(await this.#objectOf(declared, text), { path: main, document: undefined });
    }
  }

  end(): ReadonlyMap<string, readonly HeldObject[]> {
    for (const [path, object] of this.#jobs)
      if (!this.#named.has(path)) this.#add(object, { path, document: undefined });
    return this.#found;
  }
}

export const heldIn = async (
  session: Session,
  kinds: readonly ObjectKind[],
  layers: Layers,
  input: HeldInput,
): Promise<ReadonlyMap<string, readonly HeldObject[]>> => {
  const { io, signal } = session;
  const globs = (input.exclude ?? []).map(pathGlob);
  const excluded = (path: string): boolean => globs.some((matches) => matches(path));
  const reader = new HeldReader(session, kinds, input);
  for (const [layer, folders] of layers.entries()) {
    for (const folder of folders.filter((one) => existsSync(one))) {
      for (const { path, fault } of await diskTree(io).files(folder, { excluded, signal })) {
        if (fault !== undefined) continue;
        await reader.read(path, layer);
        if (layers.length === 1) await reader.declare();
      }
    }
  }
  await reader.declare();
  return reader.end();
};
