/** Reads HCL, which the server parses, or JSON, bare or wrapped; and its submission. */
import type { Json } from '../../../../documents/json/json.ts';
import { isArray, isObject } from '../../../../documents/json/json.ts';
import { TrivetError, usageError } from '../../../../system/error.ts';
import { parseJson } from '../../../../documents/json/lossless.ts';
import { parse } from '../../operations/parse.ts';
import { readFileOrInput, readText, spokenFile } from '../../../../system/read-file.ts';
import type { Session } from '../../../../run/session/session.ts';
import { foldedKey, jobField } from '../../../../services/jobs/job-text.ts';
import { namespaceOfJob } from './hcl-text.ts';
import { flagValues } from './flag-values.ts';
import { fileFunctionHint, withLocalFiles } from './local-files.ts';
import type { VariableFile, Variables } from './variables.ts';
import { variablesOf } from './variables.ts';

interface JobFile {
  readonly job: Json;
  /** test/seeds/3-jobs.md §2: Source, Format, VariableFlags, Variables. */
  readonly submission: Json;
}

interface Source {
  readonly text: string;
  /** The text with included files, which a server can parse. */
  readonly whole: string;
  readonly variables: Variables;
}

/** The first character decides. */
export const isJson = (text: string): boolean => text.trimStart().startsWith('{');

export type VariableInput = Readonly<{
  var?: Readonly<Record<string, string>> | undefined;
  'var-file'?: readonly string[] | undefined;
}>;

interface Known {
  readonly texts?: ReadonlyMap<string, string>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Set if values were read, so that those that look like sources are literals. */
  readonly areRead?: true;
}

export const readSource = async (
  session: Session,
  path: string,
  input: VariableInput,
  { texts, environment = session.io.env, areRead }: Known = {},
): Promise<Source> => {
  const { io } = session;
  const textOf = async (file: string): Promise<string> => texts?.get(file) ?? (await readText(file, io));
  const text = await textOf(path);
  const files: VariableFile[] = [];
  for (const name of input['var-file'] ?? []) files.push({ name, text: await textOf(name) });
  const flags = areRead === true ? (input.var ?? {}) : (await flagValues(session, input.var)).values;
  const given = { environment, files, flags };
  const variables = variablesOf(text, given);
  for (const name of isJson(text) ? [] : variables.undeclared) {
    session.reporter.warn(`the job file declares no variable ${name}: --var ${name} might have no effect`);
  }
  const whole = isJson(text)
    ? text
    : await withLocalFiles(text, path, io.cwd, (file) => readFileOrInput(file, io));
  return { text, whole, variables };
};

/** The server calls the file `input.hcl`. */
export const inFile = (error: TrivetError, path: string): TrivetError => {
  const name = spokenFile(path);
  const named = (text: string): string =>
    text
      // The joined variables belong to no file.
      .replaceAll(/\bunable to parse var content: input\.hcl(?=:\d)/g, 'unable to parse the variables')
      .replaceAll(/\binput\.hcl(?=:\d)|<nil>(?=: )/g, () => name);
  const { server, hint } = error.details;
  return error.with({
    message: named(error.message),
    details: {
      ...(server === undefined ? {} : { server: named(server) }),
      hint: fileFunctionHint(server ?? error.message) ?? hint,
    },
  });
};

/** Maps whose keys are the user's own, in their case. */
const ownKeys: ReadonlySet<string> = new Set([
  'canarymeta',
  'config',
  'env',
  'header',
  'meta',
  'options',
  'parameters',
]);

/** Servers ignore case and take the last of equal keys, which no question would mention. */
const refuseTwice = (value: Json, at = ''): void => {
  if (isArray(value)) for (const one of value) refuseTwice(one, at);
  if (!isObject(value)) return;
  const seen = new Map<string, string>();
  for (const [key, one = null] of Object.entries(value)) {
    const folded = foldedKey(key);
    const other = seen.get(folded);
    if (other !== undefined)
      throw usageError(`the job file has ${at}${key} twice, also as ${other}`, 'Leave one of them out.');
    seen.set(folded, key);
    if (!ownKeys.has(folded)) refuseTwice(one, `${at}${key}.`);
  }
};

const fromJson = (text: string): Json => {
  let document: Json;
  try {
    document = parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    throw usageError(`the job file looks like JSON but does not parse: ${why}`);
  }
  refuseTwice(document);
  const inner = jobField(document, 'Job');
  return isObject(inner) ? inner : document;
};

export const namespaceOf = ({ globals }: Session, text: string): string | undefined =>
  globals.namespace === undefined ? namespaceOfJob(text) : undefined;

/** @throws TrivetError usage for variables with a JSON file; refused if the server cannot parse it */
export const readJobFile = async (
  session: Session,
  path: string,
  input: VariableInput,
  known?: Known,
): Promise<JobFile> => {
  const { text, whole, variables } = await readSource(session, path, input, known);
  if (isJson(text)) {
    if (input.var !== undefined || input['var-file'] !== undefined) {
      throw usageError('--var and --var-file are for HCL: the job file is JSON');
    }
    return { job: fromJson(text), submission: { Source: text, Format: 'json' } };
  }
  const { document } = await session
    .lookUp(parse, {
      JobHCL: whole,
      namespace: namespaceOf(session, text),
      ...(variables.text === '' ? {} : { Variables: variables.text }),
    })
    .catch((error: unknown) => {
      throw error instanceof TrivetError ? inFile(error, path) : error;
    });
  return {
    job: document,
    submission: {
      Source: text,
      Format: 'hcl2',
      VariableFlags: variables.flags,
      Variables: variables.rest,
    },
  };
};
