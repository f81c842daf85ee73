/** Reads files and folders of objects: checks everything, and reports all faults at once. */
import type { Dirent } from 'node:fs';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Declared } from '../objects/declared.ts';
import { declaredIn, valueOf } from '../objects/declared.ts';
import { Exit, localError, TrivetError, usageError } from '../../../../model/error.ts';
import type { Json } from '../../../../model/json/json.ts';
import { isObject, own } from '../../../../model/json/json.ts';
import type { ObjectKind } from '../../../../model/catalogue/kind.ts';
import type { Fault, Place } from '../../../../documents/located.ts';
import { entryAt, startOf } from '../../../../documents/located.ts';
import { unknownKeys } from '../objects/unknown-keys.ts';
import { jsonIn } from '../../../../model/json/lossless.ts';
import { safe } from '../../../../screen/text/safe.ts';
import { readFailure } from '../../../../disk/system-error.ts';
import { pathGlob } from '../../../../model/text/path-glob.ts';
import { shellWord } from '../../../../services/context.ts';
import { decodeText, readFileOrInput, spokenFile } from '../../../../world/read-file.ts';
import type { World } from '../../../../world/world.ts';
import { jobField } from '../../../job/workflows/file/place.ts';
import { settingsOf } from '../../../../model/catalogue/kind-settings.ts';
import type { Source } from '../objects/sources.ts';
import { sourceIn } from '../objects/sources.ts';
import { readSource } from './read-source.ts';
import type { JobSource } from './job-source.ts';
import { isJson } from '../../../job/workflows/file/file.ts';
import { hasJob, readNamed } from './job-source.ts';
import { ownFileIn } from './own-file.ts';

/** One object of a file. */
export interface FileObject {
  /** The name of the file in messages. */
  readonly file: string;
  readonly place: Place;
  readonly declared: Declared | undefined;
  /** A job file, which is a complete job: by itself, or named by an object of the kind job. */
  readonly job: JobSource | undefined;
  /** Where its secrets come from, by setting. */
  readonly secrets: ReadonlyMap<string, Source>;
}

interface ReadOptions {
  readonly world: World;
  /** The variables of the environment that files may refer to. */
  readonly allowed: ReadonlySet<string>;
  readonly kinds: readonly ObjectKind[];
  /** Globs of files in folders to leave out. */
  readonly exclude: readonly string[];
  readonly validate: boolean;
  /** Files that flags name: not objects, although a folder can hold them. */
  readonly named: readonly string[];
  readonly note: (text: string) => void;
  /** Ends the walk through folders. */
  readonly signal: AbortSignal;
}

/** The largest file in bytes: a larger one is not configuration. */
const largest = 5 * 1024 * 1024;

const isHcl = (path: string): boolean => /\.(?:hcl|nomad)$/i.test(path);
const isData = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

interface Found {
  readonly path: string;
  /** The folder operand that the file was found in. */
  readonly folder?: string;
  readonly fault?: string;
}

/** Why a link in a folder is not followed. */
const linkFault = (path: string, root: string): string | undefined => {
  try {
    if (!realpathSync(path).startsWith(`${root}${sep}`)) return 'a link that leads out of the folder';
    return statSync(path).isDirectory() ? 'a link to a folder; links to folders are not followed' : undefined;
  } catch (error) {
    return `a link to something that ${readFailure(error)}`;
  }
};

/** @throws TrivetError local, which names this folder and not the one that it is in */
const entriesOf = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw localError(`the folder ${folder} ${readFailure(error)}`, undefined, error);
  }
};

/** The most entries of a folder and of those below it: a larger one does not hold objects only. */
const mostEntries = 50_000;

interface Walk {
  readonly excluded: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/** Returns the files of a folder, sorted, without hidden ones and links that lead out of it. */
const filesIn = async (folder: string, { excluded, signal }: Walk): Promise<readonly Found[]> => {
  const root = await realpath(folder);
  const found: Found[] = [];
  let entries = 0;
  const visit = async (current: string): Promise<void> => {
    for (const entry of await entriesOf(current)) {
      if (signal.aborted)
        throw new TrivetError(
          'interrupted',
          Exit.unreachable,
          `reading the folder ${folder} was interrupted`,
        );
      entries += 1;
      if (entries > mostEntries)
        throw usageError(
          `${folder} contains more than ${mostEntries} files and folders`,
          'Name the folder of the objects, or leave folders out with --exclude.',
        );
      const path = join(current, entry.name);
      if (entry.name.startsWith('.') || excluded(relative(folder, path).split(sep).join('/'))) continue;
      if (entry.isDirectory()) await visit(path);
      else if (isHcl(path) || isData(path)) {
        const fault = entry.isSymbolicLink() ? linkFault(path, root) : undefined;
        found.push({ path, folder, ...(fault === undefined ? {} : { fault }) });
      }
    }
  };
  await visit(folder);
  return found;
};

const expanded = async (operand: string, walk: Walk): Promise<readonly Found[]> => {
  if (operand === '-') return [{ path: operand }];
  try {
    return (await stat(operand)).isDirectory() ? await filesIn(operand, walk) : [{ path: operand }];
  } catch (error) {
    if (error instanceof TrivetError) throw error;
    throw localError(`the file ${operand} ${readFailure(error)}`, undefined, error);
  }
};

/** Returns a job in the form of the API, bare or wrapped; undefined for anything else. */
const isJobDocument = (document: Json): boolean => {
  if (!isObject(document) || own(document, 'kind') !== undefined) return false;
  const inner = jobField(document, 'Job');
  return isObject(inner) || jobField(document, 'TaskGroups') !== undefined;
};

/** A path that a file names, inside the folder of the file. */
const inside = (file: string, named: string): string | undefined => {
  const folder = file === '-' ? '.' : dirname(file);
  const path = join(folder, named);
  const within = relative(folder, path);
  if (/^(?:[/\\]|[A-Za-z]:)/.test(named) || within === '..' || within.startsWith(`..${sep}`))
    return undefined;
  try {
    if (!lstatSync(path).isSymbolicLink()) return path;
    return realpathSync(path).startsWith(`${realpathSync(folder)}${sep}`) ? path : undefined;
  } catch {
    // The read reports a file that does not exist.
    return path;
  }
};

/** The most faults to report for one file, and for all files. */
const mostOfFile = 10;
const most = 50;

/** Where two spellings of a path mean one file. */
const fileKey = (path: string): string => (path === '-' ? path : resolve(path));

class Reader {
  readonly #objects: (FileObject & { readonly path: string })[] = [];
  readonly #faults = new Map<string, { readonly file: string; readonly found: Fault[] }>();
  /** Files without any object; those in a folder as --exclude names them. */
  readonly #foreign = new Map<string, string | undefined>();
  /** Files that belong to an object, or to a flag: job files and variables. */
  readonly #named: Set<string>;
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#named = new Set(options.named.map(fileKey));
  }

  fault(path: string, fault: Fault): void {
    const known = this.#faults.get(fileKey(path)) ?? { file: spokenFile(path), found: [] };
    this.#faults.set(fileKey(path), known);
    known.found.push(fault);
  }

  /** The single fault of a file that holds no object at all. */
  #foreignFault({ path, folder }: Found, fault: Fault): void {
    this.fault(path, fault);
    const name = folder === undefined ? undefined : relative(folder, path).split(sep).join('/');
    this.#foreign.set(fileKey(path), name);
  }

  async read(found: Found): Promise<void> {
    const { path, folder } = found;
    let bytes: Uint8Array;
    try {
      bytes = await readFileOrInput(path, this.#options.world);
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
    else await this.#data(found, text);
  }

  #job(path: string, text: string): void {
    const texts = new Map([[path, text]]);
    const job = { file: path, text, texts, variables: {}, variableFiles: [], hidden: [] };
    this.#objects.push({ path, file: spokenFile(path), place: startOf, declared: undefined, job, secrets: new Map() });
  }

  #hcl(found: Found, text: string): void {
    if (hasJob(text)) this.#job(found.path, text);
    else this.#foreignFault(found, { place: startOf, text: 'no job "NAME" { … } in it' });
  }

  /** @returns whether the text is JSON that is not about single objects */
  async #json({ path, folder }: Found, text: string): Promise<boolean> {
    const document = jsonIn(text);
    const own = ownFileIn(text, document);
    if (own !== undefined) {
      if (folder === undefined && own.noted)
        throw usageError(`${path} is ${own.words}, not a file of objects`, own.hint);
      if (own.noted) this.#options.note(`left out ${path}: it is ${own.words}`);
      return true;
    }
    // The parser for objects finds a fault of the syntax again, with its position.
    if (document === undefined || !isJobDocument(document)) return false;
    this.#job(path, text);
    await this.#checkKeys(path, text);
    return true;
  }

  /** The faults of a job in JSON: unknown keys, which its server would ignore. */
  async #checkKeys(path: string, text: string): Promise<void> {
    const { validate, kinds } = this.#options;
    if (!validate) return;
    const { readYaml } = await import('../../../../documents/read-yaml.ts');
    const [document] = readYaml(text).documents;
    const inner = document && (entryAt(document, 'Job') ?? entryAt(document, 'job'))?.node;
    const keys = kinds.find(({ write }) => write?.whole !== undefined)?.write?.keys;
    const node = inner?.kind === 'map' ? inner : document;
    if (node === undefined) return;
    for (const fault of unknownKeys(node, keys, 'the job')) this.fault(path, fault);
  }

  async #data(found: Found, text: string): Promise<void> {
    if (text.trimStart().startsWith('{') && (await this.#json(found, text))) return;
    const { readYaml } = await import('../../../../documents/read-yaml.ts');
    const { documents, faults } = readYaml(text);
    for (const one of faults) this.fault(found.path, one);
    const read = documents
      // An export in JSON is one list.
      .flatMap((node) => (node.kind === 'list' ? node.items : [node]))
      .map((node) => declaredIn(node, this.#options.kinds, this.#options.validate));
    const [first] = read;
    if (first === undefined) {
      if (faults.length === 0) this.#foreignFault(found, { place: startOf, text: 'no object in it' });
    } else if (read.every(({ declared }) => declared === undefined)) {
      // The rest of such a file would repeat the fault.
      for (const one of first.faults) this.#foreignFault(found, one);
    } else {
      for (const one of read) await this.#object(found.path, one);
    }
  }

  async #object(path: string, { declared, faults }: ReturnType<typeof declaredIn>): Promise<void> {
    for (const one of faults) this.fault(path, one);
    if (declared === undefined) return;
    const { source, place } = declared;
    const file = spokenFile(path);
    const secrets = this.#secretsIn(path, declared);
    if (source === undefined) {
      this.#objects.push({ path, file, place, declared, job: undefined, secrets });
      return;
    }
    const paths = [source.file, ...source.variableFiles].map((named) => inside(path, named));
    const [main, ...rest] = paths;
    if (main === undefined || rest.includes(undefined)) {
      this.fault(path, { place, text: 'file and variable-files must be inside the folder of the file' });
      return;
    }
    const variableFiles = rest.filter((one) => one !== undefined);
    for (const one of [main, ...variableFiles]) this.#named.add(fileKey(one));
    const { variables, hidden } = await this.#variablesOf(path, declared, source.variables);
    const named = await readNamed(this.#options.world, { ...source, file: main, variables, variableFiles });
    for (const text of named.faults) this.fault(path, { place, text });
    if (isJson(named.job.text)) await this.#checkKeys(main, named.job.text);
    this.#objects.push({ path, file, place, declared, job: { ...named.job, hidden }, secrets });
  }

  /** A source whose file is inside the folder; undefined for any other, which is a fault. */
  #within(path: string, source: Source, place: Place): Source | undefined {
    if ('env' in source) return source;
    const file = inside(path, source.file);
    if (file === undefined)
      this.fault(path, { place, text: 'the file of a secret must be inside the folder' });
    else this.#named.add(fileKey(file));
    return file === undefined ? undefined : { file };
  }

  #secretsIn(path: string, { kind, settings, place, places }: Declared): ReadonlyMap<string, Source> {
    const secrets = new Map<string, Source>();
    for (const { key, secret } of settingsOf(kind)) {
      const value = settings[key];
      const source = secret && typeof value === 'string' ? sourceIn(value) : undefined;
      const within = source && this.#within(path, source, places.get(valueOf(key)) ?? place);
      if (within !== undefined) secrets.set(key, within);
    }
    return secrets;
  }

  /** The variables of a job file, those from sources with their values. */
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
      const at = places.get(`variables.${name}`) ?? place;
      const within = this.#within(path, source, at);
      if (within === undefined) continue;
      const read = await readSource(within, this.#options);
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
    if (faults.length > 0) throw faulty(faults, this.#hint());
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

/** All faults in one error, up to a limit. */
export const faulty = (faults: readonly string[], hint?: string): TrivetError => {
  const more = faults.length > most ? [`and ${faults.length - most} more`] : [];
  return usageError([...faults.slice(0, most), ...more].join('\n'), hint);
};

/**
 * The objects of all files, in the order of the operands and of the names in a folder.
 * @throws TrivetError usage, with every fault of every file; local, for an operand that cannot be read
 */
export const readFiles = async (
  operands: readonly string[],
  options: ReadOptions,
): Promise<readonly FileObject[]> => {
  const globs = options.exclude.map(pathGlob);
  const excluded = (path: string): boolean => globs.some((matches) => matches(path));
  const reader = new Reader(options);
  for (const operand of operands) {
    const found = await expanded(operand, { excluded, signal: options.signal });
    if (found.length === 0)
      throw usageError(
        `${operand} contains no file of objects`,
        'trivet reads .yaml, .yml, .json, .hcl and .nomad files.',
      );
    for (const one of found) {
      if (one.fault === undefined) await reader.read(one);
      else reader.fault(one.path, { place: startOf, text: one.fault });
    }
  }
  return reader.end();
};
