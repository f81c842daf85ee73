/** The objects of files, and the settings to compare. */
import { meantWord } from '../../../catalogue/aliases.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { usageError } from '../../../system/error.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import { closest } from '../../../catalogue/text/suggest.ts';
import type { ChosenFiles } from './environment/choose.ts';
import { layersOf } from './environment/choose.ts';
import type { FileEnvironment } from './environment/declared-environments.ts';
import type { FileObject, ReadOptions } from './files/files.ts';
import { readFiles } from './files/files.ts';
import { isBelow } from './files/tree.ts';
import type { FileInput, Wanted } from './files/wanted.ts';
import { wantedBy } from './files/wanted.ts';
import { managedFields, selector } from './objects/fields.ts';
import { declarableKinds, kindFor } from './objects/operand.ts';
import type { RowChoice } from './rows/rows.ts';
import type { Since } from './since/since.ts';
import { since } from './since/since.ts';

export type ChoiceInput = Readonly<{
  only?: readonly string[] | undefined;
  ignore?: readonly string[] | undefined;
  'preserve-counts'?: boolean | undefined;
}>;

const checkField = (kinds: readonly ObjectKind[], field: string, why: string): void => {
  const known = new Set(kinds.flatMap(managedFields));
  if (known.has(field)) return;
  const [near] = closest(field, known, 1);
  throw usageError(`${why}${near === undefined ? '' : `. Did you mean "${near}"?`}`);
};

/**
 * @param environment has ignored settings, too
 * @throws TrivetError usage, for a field of no kind
 */
export const choiceOf = async (
  catalogue: Catalogue,
  input: ChoiceInput,
  environment?: FileEnvironment,
): Promise<RowChoice> => {
  const kinds = await declarableKinds(catalogue);
  const only = input.only?.map((field) => meantWord('fields', field));
  for (const field of only ?? []) checkField(kinds, field, `--only ${field}: no kind has such a setting`);
  const ignored = new Map<string, Set<string>>();
  for (const word of [...(input.ignore ?? []), ...(environment?.ignore ?? [])]) {
    const colon = word.indexOf(':');
    if (colon === -1) throw usageError(`--ignore "${word}" must be of the form KIND:FIELD`);
    const kind = await kindFor(catalogue, word.slice(0, colon));
    const field = meantWord('fields', word.slice(colon + 1));
    checkField([kind], field, `--ignore ${word}: ${kind.kind} has no setting "${field}"`);
    ignored.set(kind.kind, new Set([...(ignored.get(kind.kind) ?? []), field]));
  }
  return {
    only: only === undefined ? undefined : new Set(only),
    ignored,
    preserveCounts: input['preserve-counts'] === true,
  };
};

export const wantedOfFiles = async (
  files: ChosenFiles,
  operands: readonly string[],
  input: FileInput,
): Promise<Since> => {
  const { session, chosen } = files;
  const kinds = await declarableKinds(session.program.catalogue);
  const { io, globals } = session;
  const { layers, faults } = layersOf(files, operands);
  const options: ReadOptions = {
    io,
    kinds,
    allowed: new Set(input['allow-env']),
    exclude: input.exclude ?? [],
    validate: globals.validate,
    named: input['var-file'] ?? [],
    note: (text: string): void => session.reporter.note(text),
    signal: session.signal,
    root: chosen?.root,
    faults,
  };
  const objects = await readFiles(layers, options);
  // An object may come from several files.
  const isChosen = ({ paths, declared }: FileObject): boolean =>
    declared?.absent !== true &&
    (chosen === undefined ||
      operands.length === 0 ||
      paths.some((path) => operands.some((operand) => isBelow(path, operand))));
  const present = objects.filter(isChosen);
  const wanted = await wantedBy(session, kinds, present, input, chosen?.environment);
  const isSimple =
    input.since === undefined &&
    (chosen?.environment.removed ?? []).length === 0 &&
    objects.every(({ declared }) => declared?.absent !== true && declared?.renamedFrom === undefined);
  const found = isSimple
    ? { wanted, gone: [], commit: undefined }
    : await since({ session, kinds, operands, chosen, layers, objects, options, input }, wanted, input.since);
  if (found.wanted.length === 0 && found.gone.length === 0) throw usageError('no object is named');
  return found;
};

/** Selects by what files say. @throws TrivetError usage, for a field of no kind */
export const selected = async (
  catalogue: Catalogue,
  wanted: readonly Wanted[],
  where: readonly string[] | undefined,
): Promise<readonly Wanted[]> =>
  where === undefined ? wanted : wanted.filter(selector(where, await declarableKinds(catalogue)));
