/** Reads files and folders of objects: everything is checked, and every fault is reported at once. */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { Declared, SourceFile } from '../../model/declared.ts';
import { declaredIn } from '../../model/declared.ts';
import { localError, TrivetError, usageError } from '../../model/error.ts';
import type { Json } from '../../model/json.ts';
import { isObject, own } from '../../model/json.ts';
import type { ObjectKind } from '../../model/kind.ts';
import type { Fault, Located, Place } from '../../model/located.ts';
import { startOf } from '../../model/located.ts';
import { parseJson } from '../../model/lossless.ts';
import { safe } from '../../render/safe.ts';
import { readYaml } from '../../render/yaml.ts';
import { readFailure } from '../../profiles/capped-file.ts';
import { decodeText, readFileOrInput } from '../../runtime/read-file.ts';
import type { World } from '../../runtime/world.ts';
import { jobField } from '../job/place.ts';

/** One object of a file. */
export interface FileObject {
  /** As messages call the file. */
  readonly file: string;
  readonly place: Place;
  readonly declared: Declared | undefined;
  /** The path of a job file, which is a job as a whole: by itself, or named by an object of the kind job. */
  readonly job: SourceFile | undefined;
}

interface ReadOptions {
  readonly world: World;
  readonly kinds: readonly ObjectKind[];
  /** Globs of files in folders that are left out. */
  readonly exclude: readonly string[];
  readonly validate: boolean;
}

/** Bytes: a larger file is no configuration. */
const largest = 5 * 1024 * 1024;

const isHcl = (path: string): boolean => /\.(?:hcl|nomad)$/i.test(path);
const isData = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

/** The job block of a job file, wherever it stands. */
const jobBlock = /^[ \t]*job[ \t]+(?:"[^"\n]*"|[\w-]+)[ \t]*\{/m;

/** `*` is anything within a folder, `**` anything, `?` one character; without a slash it is about the name alone. */
const globOf = (glob: string): ((path: string) => boolean) => {
  const source = glob
    .replaceAll(/[\\^$.|+(){}[\]]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/?|\*|\?/g, (found) => (found === '?' ? '[^/]' : found === '*' ? '[^/]*' : '.*'));
  const pattern = new RegExp(`^${source}$`, 'u');
  return (path) => pattern.test(glob.includes('/') ? path : basename(path));
};

interface Found {
  readonly path: string;
  readonly fault?: string;
}

/** Files of a folder, sorted, hidden ones and links that lead out of it left out. */
const filesIn = (folder: string, excluded: (path: string) => boolean): readonly Found[] => {
  const root = realpathSync(folder);
  const visit = (current: string): readonly Found[] =>
    readdirSync(current, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry): readonly Found[] => {
        const path = join(current, entry.name);
        if (entry.name.startsWith('.') || excluded(relative(folder, path).split(sep).join('/'))) return [];
        if (entry.isDirectory()) return visit(path);
        if (!isHcl(path) && !isData(path)) return [];
        if (!entry.isSymbolicLink()) return [{ path }];
        const target = realpathSync(path);
        return target.startsWith(`${root}${sep}`)
          ? [{ path }]
          : [{ path, fault: 'a link that leads out of the folder' }];
      });
  return visit(folder);
};

const expanded = (operand: string, excluded: (path: string) => boolean): readonly Found[] => {
  if (operand === '-') return [{ path: operand }];
  try {
    return statSync(operand).isDirectory() ? filesIn(operand, excluded) : [{ path: operand }];
  } catch (error) {
    if (error instanceof TrivetError) throw error;
    throw localError(`the file ${operand} ${readFailure(error)}`, undefined, error);
  }
};

/** A job as the API has it, bare or wrapped; undefined for anything else. */
const isJobDocument = (document: Json): boolean => {
  if (!isObject(document) || own(document, 'kind') !== undefined) return false;
  const inner = jobField(document, 'Job');
  return isObject(inner) || jobField(document, 'TaskGroups') !== undefined;
};

const plain = (path: string): SourceFile => ({ file: path, variables: {}, variableFiles: [] });

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
    // That it does not exist is found when it is read.
    return path;
  }
};

class Reader {
  readonly objects: FileObject[] = [];
  readonly #faults: string[] = [];
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  fault(file: string, { place, text }: Fault): void {
    this.#faults.push(`${file}:${place.line}:${place.column}: ${safe(text)}`);
  }

  async read(path: string): Promise<void> {
    const file = path === '-' ? 'standard input' : path;
    const bytes = await readFileOrInput(path, this.#options.world);
    if (bytes.length > largest) {
      this.fault(file, { place: startOf, text: `larger than ${largest / 1024 / 1024} MiB` });
      return;
    }
    let text: string;
    try {
      text = decodeText(bytes, file);
    } catch {
      this.fault(file, { place: startOf, text: 'not UTF-8 text' });
      return;
    }
    if (isHcl(path) || (path === '-' && jobBlock.test(text))) this.#hcl(file, path, text);
    else await this.#data(file, path, text);
  }

  #hcl(file: string, path: string, text: string): void {
    if (!jobBlock.test(text)) {
      this.fault(file, {
        place: startOf,
        text: 'no job "NAME" { … } in it; leave the file out with --exclude',
      });
      return;
    }
    this.objects.push({ file, place: startOf, declared: undefined, job: plain(path) });
  }

  async #data(file: string, path: string, text: string): Promise<void> {
    if (extname(path) === '.json' || (path === '-' && text.trimStart().startsWith('{'))) {
      try {
        if (isJobDocument(parseJson(text))) {
          this.objects.push({ file, place: startOf, declared: undefined, job: plain(path) });
          return;
        }
      } catch {
        // What is wrong is found again below, with its place.
      }
    }
    const { documents, faults } = await readYaml(text);
    for (const one of faults) this.fault(file, one);
    for (const node of documents) {
      // An export in JSON is one list.
      for (const one of node.kind === 'list' ? node.items : [node]) this.#object(file, path, one);
    }
    if (documents.length === 0 && faults.length === 0)
      this.fault(file, { place: startOf, text: 'no object in it; leave the file out with --exclude' });
  }

  #object(file: string, path: string, node: Located): void {
    const { kinds, validate } = this.#options;
    const { declared, faults } = declaredIn(node, kinds, validate);
    for (const one of faults) this.fault(file, one);
    if (declared === undefined) return;
    const { source, place } = declared;
    if (source === undefined) {
      this.objects.push({ file, place, declared, job: undefined });
      return;
    }
    const paths = [source.file, ...source.variableFiles].map((named) => inside(path, named));
    const [main, ...rest] = paths;
    if (main === undefined || rest.includes(undefined)) {
      this.fault(file, { place, text: 'file and variable-files must be inside the folder of the file' });
      return;
    }
    const job = { ...source, file: main, variableFiles: rest.filter((one) => one !== undefined) };
    this.objects.push({ file, place, declared, job });
  }

  /** @throws TrivetError usage, with every fault */
  end(): readonly FileObject[] {
    if (this.#faults.length > 0) throw faulty(this.#faults);
    return this.objects;
  }
}

/** Every fault at once, some at the most. */
export const faulty = (faults: readonly string[]): TrivetError => {
  const most = 50;
  const more = faults.length > most ? [`and ${faults.length - most} more`] : [];
  const foreign = faults.some((text) => /: no kind: /.test(text));
  return usageError(
    [...faults.slice(0, most), ...more].join('\n'),
    foreign ? 'Files that are not about objects of trivet are left out with --exclude GLOB.' : undefined,
  );
};

/**
 * The objects of all files, in the order of the operands and of the names in a folder.
 * @throws TrivetError usage, with every fault of every file; local, for an operand that cannot be read
 */
export const readFiles = async (
  operands: readonly string[],
  options: ReadOptions,
): Promise<readonly FileObject[]> => {
  const globs = options.exclude.map(globOf);
  const excluded = (path: string): boolean => globs.some((matches) => matches(path));
  const reader = new Reader(options);
  for (const operand of operands) {
    const found = expanded(operand, excluded);
    if (found.length === 0)
      throw usageError(
        `there is no file of objects in ${operand}`,
        'It reads .yaml, .yml, .json, .hcl and .nomad.',
      );
    for (const { path, fault } of found) {
      if (fault === undefined) await reader.read(path);
      else reader.fault(path, { place: startOf, text: fault });
    }
  }
  return reader.end();
};
