/** Job files, which the server parses; faults have their positions. */
import type { SourceFile } from '../objects/declared.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject } from '../../../../documents/json/json.ts';
import { spokenFile } from '../../../../system/read-file.ts';
import { jsonIn } from '../../../../documents/json/lossless.ts';
import { jobField, jobText } from '../../../../services/jobs/job-text.ts';
import type { Session } from '../../../../run/session/session.ts';
import { isJson, readJobFile } from '../../../job/workflows/file/file.ts';
import { nameIn, namespaceOfJob } from '../../../job/workflows/file/hcl-text.ts';
import { declares } from '../../../job/workflows/file/variables.ts';
import { readYaml } from '../../../../documents/read-yaml.ts';

export interface JobSource extends SourceFile {
  readonly text: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly hidden: readonly string[];
}

/** Flags for every job file that declares the variable. */
export type VariableFlags = Readonly<{
  var?: Readonly<Record<string, string>> | undefined;
  'var-file'?: readonly string[] | undefined;
}>;

export const readNamed = async (
  read: (path: string) => Promise<string>,
  source: SourceFile,
): Promise<{ readonly job: Omit<JobSource, 'hidden'>; readonly faults: readonly string[] }> => {
  const { file, variables, variableFiles } = source;
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const path of [file, ...variableFiles]) {
    try {
      texts.set(path, await read(path));
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      faults.push(error.message);
    }
  }
  const text = texts.get(file) ?? '';
  if (isJson(text)) {
    for (const { place, text: why } of readYaml(text).faults)
      faults.push(`${file}:${place.line}:${place.column}: ${why}`);
    if (Object.keys(variables).length + variableFiles.length > 0)
      faults.push(`variables are for HCL, and ${file} is JSON`);
  }
  return { job: { ...source, text, texts }, faults };
};

/** Other variables belong to other files. */
const variablesFor = (source: JobSource, flags: VariableFlags, used: Set<string>): VariableFlags => {
  if (isJson(source.text)) return {};
  const declared = Object.entries(flags.var ?? {}).filter(([name]) => declares(source.text, name));
  for (const [name] of declared) used.add(name);
  const given = { ...source.variables, ...Object.fromEntries(declared) };
  const files = [...source.variableFiles, ...(flags['var-file'] ?? [])];
  return {
    ...(Object.keys(given).length === 0 ? {} : { var: given }),
    ...(files.length === 0 ? {} : { 'var-file': files }),
  };
};

export const jobNamesIn = (
  text: string,
): { readonly id: string | undefined; readonly namespace: string | undefined } => {
  if (!isJson(text)) {
    return { id: nameIn(text), namespace: namespaceOfJob(text) };
  }
  const document = jsonIn(text) ?? null;
  const inner = jobField(document, 'Job');
  const job = isObject(inner) ? inner : document;
  return { id: jobText(job, 'ID'), namespace: jobText(job, 'Namespace') };
};

/** The faults that the server reports as `file:line:column: text`. */
const faultsIn = (text: string, path: string): readonly string[] => {
  const name = spokenFile(path);
  const faults: string[] = [];
  for (const line of text.replace(/^Failed to parse job: /, '').split('\n')) {
    const rest = line.startsWith(`${name}:`) ? line.slice(name.length + 1) : undefined;
    const [, row, column, why = ''] = /^(\d+),(\d+)(?:-[\d,]+)?: (.*)$/s.exec(rest ?? '') ?? [];
    if (row !== undefined && column !== undefined) faults.push(`${name}:${row}:${column}: ${why}`);
    else if (rest !== undefined) faults.push(`${name}:1:1: ${rest.trimStart()}`);
    else if (faults.length > 0) faults.push(`${faults.pop() ?? ''} ${line.trim()}`);
    else faults.push(`${name}:1:1: ${line}`);
  }
  return faults;
};

/**
 * @param allowed variables (NOMAD_VAR_name) that files may use
 * @param used gets flags that the file declares
 * @returns the job, its faults, or why the server did not parse it
 */
export const parsedJob = async (
  session: Session,
  source: JobSource,
  flags: VariableFlags,
  allowed: ReadonlySet<string>,
  used: Set<string>,
): Promise<
  | { readonly job: JsonObject; readonly submission: Json }
  | { readonly faults: readonly string[] }
  | { readonly failure: TrivetError }
> => {
  try {
    const variables = variablesFor(source, flags, used);
    const environment = Object.fromEntries([...allowed].map((name) => [name, session.io.env[name]] as const));
    const known = { texts: source.texts, environment, areRead: true } as const;
    const { job, submission } = await readJobFile(session, source.file, variables, known);
    return { job: isObject(job) ? job : {}, submission };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.exit === Exit.usage) return { faults: [error.message] };
    if (error.code === 'interrupted' || error.exit === Exit.local) throw error;
    if (error.exit !== Exit.refused) return { failure: error };
    return { faults: faultsIn(error.details.server ?? error.message, source.file) };
  }
};
