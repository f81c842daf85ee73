/** Objects are sorted and have their scope, so equal ones have equal bytes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { chooseFiles, faultyFile } from './environment/choose.ts';
import type { FileEnvironment, EnvironmentInput } from './environment/declared-environments.ts';
import type { FolderInput } from './export-folder.ts';
import { folderOfNew, heldFiles, intoFolder, noFiles, writeEnvironments } from './export-folder.ts';
import type { Exported, Left, SelectInput, ExportOperand } from './exported.ts';
import { checkWhere, objectsOf, unlessFailing } from './exported.ts';
import { documentOf, yamlOf } from './files/document.ts';
import { environmentsFile } from './files/tree.ts';
import { keyOfObject, spokenObject, withOtherIds } from './objects/desired.ts';
import { refuseFlagsOfOne } from './objects/named.ts';
import { everyNamespace, namespacesFor, sayOneNamespace } from './objects/namespaces.ts';
import { mountsOf } from './objects/object.ts';
import { declarableKinds, kindFor, liveOperand } from './objects/operand.ts';
import { suggest } from '../../../run/suggest.ts';

type ExportInput = SelectInput &
  EnvironmentInput &
  FolderInput &
  Readonly<{
    init?: boolean | undefined;
    all?: boolean | undefined;
    unmanaged?: boolean | undefined;
    objects?: readonly string[] | undefined;
    dir?: string | undefined;
  }>;

const orderOf = ({ object }: Exported): string => keyOfObject(object);

const nameOf = (key: string, value: Json, names: FileEnvironment['names']): Json =>
  [...(names.get(key) ?? [])].find(([, id]) => id === value)?.[0] ?? value;

/** The services for `--all`. @throws TrivetError local, without any */
const configuredServices = async (session: Session): Promise<readonly ServiceName[]> => {
  const found: ServiceName[] = [];
  let unset: TrivetError | undefined;
  for (const service of serviceNames) {
    try {
      await session.endpoint(service);
      found.push(service);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      // Its kinds report other faults.
      if (error.code === 'no-address') unset ??= error;
      else found.push(service);
    }
  }
  if (found.length === 0 && unset !== undefined) throw unset;
  for (const service of serviceNames)
    if (!found.includes(service)) session.reporter.note(`${service}: not configured`);
  return found;
};

/** A file without a namespace means that of the settings. */
const oneNamespace = <Input extends ExportInput>(input: Input): Input =>
  input.namespace === everyNamespace ? { ...input, namespace: undefined } : input;

/** By default the usual scope, in each requested namespace. */
const placesOf = async (
  session: Session,
  kind: ObjectKind,
  { mount, namespace: asked }: ExportInput,
): Promise<readonly Pick<ExportOperand, 'mount' | 'namespace' | 'isOneOfAll'>[]> => {
  const named = mount === undefined ? await mountsOf(session, kind) : [mount];
  const mounts = named.length === 0 ? [undefined] : named;
  const namespaces = await namespacesFor(session, kind, asked);
  return namespaces === undefined
    ? mounts.map((one) => ({ mount: one }))
    : namespaces.flatMap((namespace) => mounts.map((one) => ({ mount: one, namespace, isOneOfAll: true })));
};

const run: Workflow<ExportInput> = async (context) => {
  const { sessionOf, presenter, input } = context;
  const start = input.dir ?? '.';
  const { session, chosen } =
    input.env === undefined || input.init === true
      ? { session: context.session, chosen: undefined }
      : await chooseFiles(context, existsSync(start) ? [start] : [], input);
  if (chosen !== undefined && chosen.faults.length > 0) throw faultyFile(chosen.faults);
  if (input.dir !== undefined) folderOfNew({ session, chosen }, input.dir);
  if (input.init === true) {
    if (input.dir === undefined) throw usageError('--init needs a folder', 'Give one: --dir FOLDER');
    if (existsSync(join(input.dir, environmentsFile)))
      throw localError(`${join(input.dir, environmentsFile)} exists`, 'Leave out --init.');
  }
  for (const flag of ['overwrite', 'since'] as const)
    if (input[flag] !== undefined && input.dir === undefined)
      throw usageError(`--${flag} is for files`, 'Name their folder: --dir FOLDER');
  if (input.unmanaged === true && input.dir === undefined && chosen === undefined)
    throw usageError('--unmanaged compares with files', 'Give --dir FOLDER or --env.');
  const { output } = session.globals;
  if (output !== undefined && output !== 'yaml' && output !== 'json') {
    throw usageError(`-o ${output} cannot be used for an export`, 'Use -o yaml, the default, or -o json.');
  }
  const wanted: ExportOperand[] = [];
  const words = input.objects ?? [];
  if (input.all === true && (words.length > 0 || input.where !== undefined))
    throw usageError('--all exports every kind, so neither kinds nor --where can be given');
  if (input.all !== true && words.length === 0)
    throw usageError('no object is named', 'Name kinds, objects as KIND:NAME, or give --all.');
  if (input.all === true) await sayOneNamespace(session, input.namespace);
  const every = input.all === true ? await declarableKinds(session.program.catalogue) : [];
  const served = every.length === 0 ? [] : await configuredServices(session);
  for (const kind of every) {
    if (!served.includes(kind.service)) continue;
    if (kind.list !== undefined || kind.singleton === true)
      for (const place of await placesOf(session, kind, input))
        wanted.push({ session, kind, name: undefined, ...place, isOptional: true });
    else
      session.reporter.warn(
        `${kind.kind} was left out: the API cannot list objects of this kind; name each: ${suggest(session, `export ${kind.kind}:NAME`)}`,
      );
  }
  for (const word of words) {
    const named = await liveOperand(session.program.catalogue, word);
    if (named === undefined) {
      const kind = await kindFor(session.program.catalogue, word);
      for (const place of await placesOf(session, kind, input))
        wanted.push({ session, kind, name: undefined, ...place });
    } else wanted.push({ session: sessionOf(named.profile), kind: named.kind, name: named.name });
  }
  refuseFlagsOfOne(
    session,
    wanted.map(({ kind }) => kind.service),
  );
  for (const one of wanted) await checkWhere(one, input.where ?? []);
  const found = new Map<string, Exported>();
  const left: Left[] = [];
  const failed: TrivetError[] = [];
  const fail = (kind: ObjectKind, error: TrivetError): void => {
    // Such an object was never set.
    if (input.all === true && kind.singleton === true && error.exit === Exit.notFound) return;
    if (input.all !== true && error.exit === Exit.usage) throw error;
    failed.push(error);
    session.reporter.fault(`${kind.kind}: ${error.message}`);
  };
  const busy = session.reporter.busy('Reading the objects');
  try {
    for (const one of wanted) {
      for await (const exportedOne of wanted.length > 1 && one.name === undefined
        ? unlessFailing(one, input, left, fail)
        : objectsOf(one, input, left)) {
        const state =
          chosen === undefined
            ? exportedOne.state
            : withOtherIds(exportedOne.object.kind, exportedOne.state, (key, value) =>
                nameOf(key, value, chosen.environment.names),
              );
        found.set(orderOf(exportedOne), { ...exportedOne, state });
      }
    }
  } finally {
    busy.end();
  }
  const [first] = [...left.map(({ error }) => error), ...failed];
  if (first !== undefined && found.size === 0) throw first.with({ details: { effect: undefined } });
  for (const { object, error } of left)
    session.reporter.fault(`${spokenObject(object)} was left out: ${error.message}`);
  const exit = left.length + failed.length === 0 ? Exit.ok : Exit.partial;
  if (found.size === 0 && input.where !== undefined)
    session.reporter.note('nothing matches: nothing was exported');
  const folder = input.init === true && input.dir !== undefined ? join(input.dir, 'base') : input.dir;
  const needsFiles = folder !== undefined || input.unmanaged === true;
  const held = needsFiles ? await heldFiles({ session, chosen }, folder, oneNamespace(input)) : noFiles;
  const all = [...found.values()]
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .filter((one) => input.unmanaged !== true || held.of(one).length === 0);
  const textOf = async ({ object, state, place }: Exported): Promise<string> =>
    output === 'json' ? `${writeJson(documentOf(object, state), 2)}\n` : yamlOf(object, state, place);
  if (folder === undefined) {
    if (output === 'json') {
      await presenter.write(
        `${writeJson(
          all.map(({ object, state }) => documentOf(object, state)),
          2,
        )}\n`,
      );
      return exit;
    }
    const texts: string[] = [];
    for (const one of all) texts.push(await textOf(one));
    await presenter.write(texts.join('---\n'));
    return exit;
  }
  const written = await intoFolder({ session, chosen }, folder, input, all, held, textOf);
  if (input.init === true && input.dir !== undefined) await writeEnvironments(input.dir, input.env, session);
  return exit === Exit.ok ? written : exit;
};

export default run;
