/** Reads objects from files, and reports all faults at once. */
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { pathGlob } from '../../../../catalogue/text/path-glob.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { isObject, own, textAt } from '../../../../documents/json/json.ts';
import { jsonIn } from '../../../../documents/json/lossless.ts';
import type { Fault, Place } from '../../../../documents/located.ts';
import { entryAt, startOf } from '../../../../documents/located.ts';
import { safe } from '../../../../output/text/safe.ts';
import { jobField } from '../../../../services/jobs/job-text.ts';
import { TrivetError, usageError } from '../../../../system/error.ts';
import { decodeText, spokenFile } from '../../../../system/read-file.ts';
import type { Io } from '../../../../system/io.ts';
import { isJson } from '../../../job/workflows/file/file.ts';
import { hasJob } from '../../../job/workflows/file/hcl-text.ts';
import type { Declared } from '../objects/declared.ts';
import { declaredIn, valueOf } from '../objects/declared.ts';
import type { ValueSource } from '../objects/sources.ts';
import { sourceIn } from '../objects/sources.ts';
import { unknownKeys } from '../objects/unknown-keys.ts';
import type { JobSource } from './job-source.ts';
import { readNamed } from './job-source.ts';
import type { LayerDocument } from './layers.ts';
import { mergeLayers, storedDocument } from './layers.ts';
import type { FoundFile, Tree } from './tree.ts';
import { diskTree, isData, isHcl, pathFrom } from './tree.ts';
import { valueFrom } from './value-from.ts';
import { dirname, relative, resolve, sep } from 'node:path';
import { readYaml } from '../../../../documents/read-yaml.ts';

interface OwnFile {
  readonly words: string;
  readonly hint: string;
  /** False for schemas, which editors use. */
  readonly noted: boolean;
}

/**
 * @param text JSON, or a journal
 * @param document undefined unless JSON
 */
const ownFileIn = (text: string, document: Json | undefined): OwnFile | undefined => {
  const first = document ?? jsonIn(text.split('\n', 1)[0] ?? '');
  if (own(first, 'journal') !== undefined && own(first, 'list') !== undefined)
    return {
      words: 'a receipt of trivet',
      hint: 'Give it to --resume.',
      noted: true,
    };
  if (own(document, 'trivetPlan') !== undefined)
    return {
      words: 'a plan of trivet',
      hint: 'Apply it with trivet apply, without other files.',
      noted: true,
    };
  if (textAt(document, '$schema')?.includes('json-schema.org') === true)
    return { words: 'a JSON schema', hint: 'Name the files with objects instead.', noted: false };
  return undefined;
};

export interface FileObject {
  readonly path: string;
  /** The document in the file; undefined for a job file, and within a list. */
  readonly index: number | undefined;
  readonly file: string;
  readonly paths: readonly string[];
  readonly place: Place;
  readonly declared: Declared | undefined;
  /** A complete job: by itself, or named by an object of the kind job. */
  readonly job: JobSource | undefined;
  readonly secrets: ReadonlyMap<string, ValueSource>;
}

export interface ReadOptions {
  readonly io: Io;
  readonly allowed: ReadonlySet<string>;
  readonly kinds: readonly ObjectKind[];
  readonly exclude: readonly string[];
  readonly validate: boolean;
  /** Files that flags name: they hold no objects, although folders can have them. */
  readonly named: readonly string[];
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  readonly tree?: Tree;
  /** The folder that paths in files may not leave; by default the folder of each file. */
  readonly root?: string | undefined;
  /** Whether sources of values are left unread, as for past files. */
  readonly unread?: true;
  /** Whether faulty documents are left out. */
  readonly lenient?: true;
  readonly faults?: readonly (readonly [path: string, fault: Fault])[];
}

export type Layers = readonly (readonly string[])[];

/** Bytes. */
const largest = 5 * 1024 * 1024;

/** A job document may be bare or wrapped; undefined for others. */
const isJobDocument = (document: Json): boolean => {
  if (!isObject(document) || own(document, 'kind') !== undefined) return false;
  const inner = jobField(document, 'Job');
  return isObject(inner) || jobField(document, 'TaskGroups') !== undefined;
};

/** The most faults of one file; below, of all. */
const mostOfFile = 10;
const most = 50;

const fileKey = (path: string): string => (path === '-' ? path : resolve(path));

class Reader {
  readonly #documents: LayerDocument[] = [];
  readonly #tree: Tree;
  readonly #objects: FileObject[] = [];
  readonly #faults = new Map<string, { readonly file: string; readonly found: Fault[] }>();
  /** Files without objects, with the name for --exclude if they are in a folder. */
  readonly #foreign = new Map<string, string | undefined>();
  readonly #named: Set<string>;
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#tree = options.tree ?? diskTree(options.io);
    for (const [path, fault] of options.faults ?? []) this.fault(path, fault);
    this.#named = new Set(options.named.map(fileKey));
  }

  fault(of: string, fault: Fault): void {
    const path = fault.place.file ?? of;
    const known = this.#faults.get(fileKey(path)) ?? { file: spokenFile(path), found: [] };
    this.#faults.set(fileKey(path), known);
    known.found.push(fault);
  }

  #foreignFault({ path, folder }: FoundFile, fault: Fault): void {
    this.fault(path, fault);
    const name = folder === undefined ? undefined : relative(folder, path).split(sep).join('/');
    this.#foreign.set(fileKey(path), name);
  }

  async read(found: FoundFile, layer: number): Promise<void> {
    const { path, folder } = found;
    let bytes: Uint8Array;
    try {
      bytes = await this.#tree.read(path);
    } catch (error) {
      if (folder === undefined || !(error instanceof TrivetError)) throw error;
      this.fault(path, { place: startOf, text: error.message.replace(`the file ${path} `, '') });
      return;
    }
    if (bytes.length > largest) {
      this.fault(path, { place: startOf, text: `larger than ${largest / 1024 / 1024} MiB` });
      return;
    }
    let text: string;
    try {
      text = decodeText(bytes, path);
    } catch {
      this.#foreignFault(found, { place: startOf, text: 'not UTF-8 text' });
      return;
    }
    if (isHcl(path) || (!isData(path) && hasJob(text))) this.#hcl(found, text);
    else await this.#data(found, text, layer);
  }

  #job(path: string, text: string): void {
    const texts = new Map([[path, text]]);
    const job = { file: path, text, texts, variables: {}, variableFiles: [], hidden: [] };
    const file = spokenFile(path);
    const none = { declared: undefined, secrets: new Map<string, ValueSource>() };
    this.#objects.push({ path, index: undefined, file, paths: [path], place: startOf, job, ...none });
  }

  #hcl(found: FoundFile, text: string): void {
    if (hasJob(text)) this.#job(found.path, text);
    else this.#foreignFault(found, { place: startOf, text: 'no job "NAME" { … } in it' });
  }

  async #json({ path, folder }: FoundFile, text: string): Promise<boolean> {
    const document = jsonIn(text);
    const own = ownFileIn(text, document);
    if (own !== undefined) {
      if (folder === undefined && own.noted)
        throw usageError(`${path} is ${own.words}, not a file of objects`, own.hint);
      if (own.noted) this.#options.note(`left out ${path}: it is ${own.words}`);
      return true;
    }
    // The objects' parser reports the position of faulty syntax.
    if (document === undefined || !isJobDocument(document)) return false;
    this.#job(path, text);
    await this.#checkKeys(path, text);
    return true;
  }

  /** The server would ignore unknown keys. */
  async #checkKeys(path: string, text: string): Promise<void> {
    const { validate, kinds } = this.#options;
    if (!validate) return;
    const [document] = readYaml(text, path).documents;
    const inner = document && (entryAt(document, 'Job') ?? entryAt(document, 'job'))?.node;
    const keys = kinds.find(({ write }) => write?.documentParameter !== undefined)?.write?.keys;
    const node = inner?.kind === 'map' ? inner : document;
    if (node === undefined) return;
    for (const fault of unknownKeys(node, keys, 'the job')) this.fault(path, fault);
  }

  async #data(found: FoundFile, text: string, layer: number): Promise<void> {
    const { path } = found;
    if (text.trimStart().startsWith('{') && (await this.#json(found, text))) return;
    const { documents, faults } = readYaml(text, path);
    for (const one of faults) this.fault(path, one);
    const { kinds } = this.#options;
    // An export in JSON is one list.
    const all = documents.flatMap((document, index): readonly Pick<LayerDocument, 'node' | 'index'>[] =>
      document.kind === 'list'
        ? document.items.map((node) => ({ node: storedDocument(node, kinds) }))
        : [{ node: storedDocument(document, kinds), index }],
    );
    const [first] = all;
    if (first === undefined) {
      if (faults.length === 0) this.#foreignFault(found, { place: startOf, text: 'no object in it' });
      return;
    }
    const isKnown = all.some(({ node }) => {
      const kind = entryAt(node, 'kind')?.node;
      return kind?.kind === 'scalar' && kinds.some((one) => one.kind === kind.value);
    });
    if (isKnown) for (const one of all) this.#documents.push({ ...one, path, layer, paths: [path] });
    // More faults would only repeat it.
    else for (const one of declaredIn(first.node, kinds, true).faults) this.#foreignFault(found, one);
  }

  async declare(): Promise<void> {
    const { documents, faults } = mergeLayers(this.#documents);
    for (const one of faults) this.fault('', one);
    const { kinds, validate } = this.#options;
    for (const one of documents) await this.#object(one, declaredIn(one.node, kinds, validate));
  }

  async #object(
    { path, index, paths }: LayerDocument,
    { declared, faults }: ReturnType<typeof declaredIn>,
  ): Promise<void> {
    for (const one of faults) this.fault(path, one);
    if (declared === undefined) return;
    const { source, place, places } = declared;
    const file = spokenFile(path);
    const secrets = this.#secretsIn(path, declared);
    const object = { path, index, file, paths, place, declared, secrets, job: undefined };
    if (source === undefined) {
      this.#objects.push(object);
      return;
    }
    const main = this.#inside(places.get('file')?.file ?? path, source.file);
    const listed = places.get('variable-files')?.file ?? path;
    const rest = source.variableFiles.map((named) => this.#inside(listed, named));
    if (main === undefined || rest.includes(undefined)) {
      this.fault(path, {
        place,
        text: `file and variable-files must be inside ${this.#options.root === undefined ? 'the folder of the file' : 'the folder of trivet.yaml'}`,
      });
      this.#objects.push(object);
      return;
    }
    const variableFiles = rest.filter((one) => one !== undefined);
    for (const one of [main, ...variableFiles]) this.#named.add(fileKey(one));
    const { variables, hidden } = await this.#variablesOf(path, declared, source.variables);
    const read = async (name: string): Promise<string> =>
      decodeText(await this.#tree.read(name), `the file ${name}`);
    const named = await readNamed(read, { ...source, file: main, variables, variableFiles });
    for (const text of named.faults) this.fault(path, { place, text });
    if (isJson(named.job.text)) await this.#checkKeys(main, named.job.text);
    this.#objects.push({ ...object, job: { ...named.job, hidden } });
  }

  #inside(file: string, named: string): string | undefined {
    const path = pathFrom(file, named);
    const folder = this.#options.root ?? (file === '-' ? '.' : dirname(file));
    return path !== undefined && this.#tree.isInside(path, folder) ? path : undefined;
  }

  #within(path: string, source: ValueSource, place: Place): ValueSource | undefined {
    if (this.#options.unread === true) return undefined;
    if ('env' in source) return source;
    const file = this.#inside(place.file ?? path, source.file);
    if (file === undefined)
      this.fault(path, { place, text: 'the file of a secret must be inside the folder' });
    else this.#named.add(fileKey(file));
    return file === undefined ? undefined : { file };
  }

  #secretsIn(path: string, { kind, settings, place, places }: Declared): ReadonlyMap<string, ValueSource> {
    const secrets = new Map<string, ValueSource>();
    for (const { key, secret } of settingsOf(kind)) {
      const value = settings[key];
      const source = secret && typeof value === 'string' ? sourceIn(value) : undefined;
      const within = source && this.#within(path, source, places.get(valueOf(key)) ?? place);
      if (within !== undefined) secrets.set(key, within);
    }
    return secrets;
  }

  async #variablesOf(
    path: string,
    { place, places }: Declared,
    given: Readonly<Record<string, string>>,
  ): Promise<{ readonly variables: Readonly<Record<string, string>>; readonly hidden: readonly string[] }> {
    const variables: Record<string, string> = { ...given };
    const hidden: string[] = [];
    for (const [name, value] of Object.entries(given)) {
      const source = sourceIn(value);
      if (source === undefined) continue;
      if (this.#options.unread === true) {
        const known = 'env' in source ? await valueFrom(source, this.#options) : { fault: '' };
        if ('value' in known) variables[name] = known.value;
        continue;
      }
      const at = places.get(`variables.${name}`) ?? place;
      const within = this.#within(path, source, at);
      if (within === undefined) continue;
      const read = await valueFrom(within, this.#options);
      if ('fault' in read) this.fault(path, { place: at, text: read.fault });
      else {
        variables[name] = read.value;
        hidden.push(read.value);
      }
    }
    return { variables, hidden };
  }

  /** @throws TrivetError usage, with every fault */
  end(): readonly FileObject[] {
    const faults = [...this.#faults].flatMap(([key, { file, found }]) => {
      if (this.#named.has(key)) return [];
      const texts = found
        .toSorted(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column)
        .slice(0, mostOfFile)
        .map(({ place, text }) => `${file}:${place.line}:${place.column}: ${safe(text)}`);
      const more = found.length - mostOfFile;
      return more <= 0 ? texts : [...texts, `${file}: and ${more} more`];
    });
    if (faults.length > 0 && this.#options.lenient !== true) throw faulty(faults, this.#hint());
    return this.#objects.filter(
      ({ path, declared }) => declared !== undefined || !this.#named.has(fileKey(path)),
    );
  }

  #hint(): string | undefined {
    const foreign = [...this.#foreign].filter(([key]) => !this.#named.has(key));
    if (foreign.length === 0) return undefined;
    const names = foreign.flatMap(([, name]) => name ?? []);
    const some = names.slice(0, 3).map((name) => `--exclude ${shellWord(name)}`);
    const exclude =
      some.length === 0
        ? ''
        : ` Leave other files out with ${some.join(' ')}${names.length > some.length ? ' …' : ''}.`;
    return `The kinds are ${this.#options.kinds.map(({ kind }) => kind).join(', ')}.${exclude}`;
  }
}

export const faulty = (faults: readonly string[], hint?: string): TrivetError => {
  const more = faults.length > most ? [`and ${faults.length - most} more`] : [];
  return usageError([...faults.slice(0, most), ...more].join('\n'), hint);
};

/**
 * Reads by operands, and by name within a folder.
 * @throws TrivetError usage, with every fault of every file; local, for an unreadable operand
 */
export const readFiles = async (layers: Layers, options: ReadOptions): Promise<readonly FileObject[]> => {
  const { exclude, io, root, signal, lenient, tree = diskTree(io) } = options;
  const globs = exclude.map(pathGlob);
  const excluded = (path: string): boolean => globs.some((matches) => matches(path));
  const reader = new Reader(options);
  for (const [layer, operands] of layers.entries()) {
    for (const operand of operands) {
      const found = await tree.files(operand, { excluded, signal });
      if (found.length === 0 && root === undefined && lenient !== true && options.tree === undefined)
        throw usageError(
          `${operand} contains no file of objects`,
          'trivet reads .yaml, .yml, .json, .hcl and .nomad files.',
        );
      for (const one of found) {
        if (one.fault === undefined) await reader.read(one, layer);
        else reader.fault(one.path, { place: startOf, text: one.fault });
      }
    }
  }
  await reader.declare();
  return reader.end();
};

/** The objects of files below folders. Nothing is checked, and no source of a value is read. */
export const heldByFiles = (
  layers: Layers,
  options: Pick<ReadOptions, 'io' | 'kinds' | 'exclude' | 'signal' | 'root'>,
): Promise<readonly FileObject[]> =>
  readFiles(layers, {
    ...options,
    allowed: new Set(),
    validate: false,
    named: [],
    note: () => undefined,
    unread: true,
    lenient: true,
  });
