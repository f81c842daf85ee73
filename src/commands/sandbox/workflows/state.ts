/** State in files like those of export, diff and apply. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeSafely } from '../../../system/safe-file.ts';
import { outputError } from '../../../system/system-error.ts';
import type { Session } from '../../../run/session/session.ts';
import { settingsOf } from '../../../catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isObject } from '../../../documents/json/json.ts';
import { parseJson, writeJson } from '../../../documents/json/lossless.ts';
import { localError, usageError } from '../../../system/error.ts';
import type { Sandbox } from '../../../sandbox/start.ts';
import { plainText } from '../../../output/text/value.ts';
import { safe } from '../../../output/text/safe.ts';
import type { FileObject } from '../../state/workflows/files/files.ts';
import { readFiles } from '../../state/workflows/files/files.ts';
import { isData, isHcl } from '../../state/workflows/files/tree.ts';
import { declarableKinds } from '../../state/workflows/objects/operand.ts';
import { nested } from '../../state/workflows/objects/desired.ts';
import { writeYaml } from '../../../documents/yaml.ts';

/** State that the files of an export do not have. */
const notInFiles =
  'locks, runs, keys, certificates, leases, passwords and other secrets, tag bindings, stopped jobs and empty mounts are not in files';

const objectOf = ({ declared, job }: FileObject, organization: string | undefined): JsonObject => {
  const { kind, name, scope = {}, settings = {}, parts = {} } = declared ?? {};
  const place = Object.entries(scope).filter(([, value]) => value !== undefined) as [string, Json][];
  const isWorkspace = kind?.scope.includes('organization') === true;
  return {
    kind: kind?.kind ?? 'job',
    ...(name === undefined ? {} : { name }),
    ...(isWorkspace && organization !== undefined ? { organization } : {}),
    ...Object.fromEntries(place),
    ...parts,
    settings: kind === undefined ? {} : nested(kind, settings),
    ...(job === undefined ? {} : { source: job.text, variables: { ...job.variables } }),
  };
};

/** The file with the names, and whether the save was completed. */
const recordFile = '.trivet-sandbox.json';

interface SaveRecord {
  readonly complete: boolean;
  readonly files: readonly string[];
}

const recordOf = async (folder: string): Promise<SaveRecord | undefined> => {
  const text = await readFile(join(folder, recordFile), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const { complete, files } = isObject(value) ? value : {};
  const names = Array.isArray(files) ? files.filter((one) => typeof one === 'string') : [];
  return { complete: complete === true, files: names.filter((one) => basename(one) === one) };
};

const writeRecord = async (folder: string, record: SaveRecord): Promise<void> => {
  const text = `${JSON.stringify(record)}\n`;
  await writeSafely(join(folder, recordFile), Buffer.from(text), { mode: 0o600 });
};

const objectFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.') && (isData(name) || isHcl(name)));

/** Refuses a folder with other files, which would declare objects twice. */
export const prepareSave = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw outputError(folder, error);
  });
  const own = new Set((await recordOf(folder))?.files);
  const other = (await objectFiles(folder)).find((name) => !own.has(name));
  if (other !== undefined) {
    throw usageError(`--save needs a folder without other files of objects; ${folder} has ${safe(other)}`);
  }
};

const refused = (body: Json): Error =>
  localError(`the sandbox does not accept the state: ${safe(JSON.stringify(body))}`);

export const loadState = async (
  sandbox: Sandbox,
  folder: string,
  session: Session,
  organization: string | undefined,
): Promise<void> => {
  const note = (text: string): void => session.reporter.note(text);
  const saved = await recordOf(folder);
  if (saved?.complete === true && saved.files.length === 0 && (await objectFiles(folder)).length === 0)
    return;
  if (saved?.complete === false) {
    session.reporter.warn(`the last save to ${folder} was interrupted: objects can be missing or older`);
  }
  const files = await readFiles([[folder]], {
    io: session.io,
    kinds: await declarableKinds(session.program.catalogue),
    allowed: new Set<string>(),
    exclude: [],
    validate: true,
    named: [],
    note,
    signal: session.signal,
  });
  const objects = files.map((file) => objectOf(file, organization));
  const { status, body } = await sandbox.ask('PUT /-/state', writeJson({ version: 1, objects }));
  if (status !== 200 || !isObject(body)) throw refused(body);
  note(`${plainText(body['written'])} of ${objects.length} objects of ${folder} are in the sandbox`);
  for (const one of Array.isArray(body['left']) ? body['left'] : []) {
    const { kind, name, reason } = isObject(one) ? one : {};
    session.reporter.warn(safe(`left out ${plainText(kind)} ${plainText(name)}: ${plainText(reason)}`));
  }
  note(notInFiles);
};

const fileNameOf = (object: JsonObject): string => {
  const parts = ['kind', 'organization', 'namespace', 'mount', 'name'].flatMap((key) => {
    const value = object[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const plain = parts.map((part) => encodeURIComponent(part).replaceAll('*', '%2A').replaceAll("'", '%27'));
  return `${plain.join('.')}.yaml`;
};

const settable = (kind: ObjectKind | undefined, settings: Json | undefined): JsonObject => {
  const known = new Set(kind === undefined ? [] : settingsOf(kind).map(({ key }) => key.split('.')[0]));
  const given = isObject(settings ?? null) ? Object.entries(settings as JsonObject) : [];
  return Object.fromEntries(given.filter(([key]) => known.has(key)));
};

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
};

export const saveState = async (sandbox: Sandbox, folder: string, session: Session): Promise<void> => {
  const { status, body } = await sandbox.ask('GET /-/state');
  if (status !== 200 || !isObject(body) || !Array.isArray(body['objects'])) {
    throw localError(`the sandbox does not give its state: ${safe(JSON.stringify(body))}`);
  }
  const objects = body['objects'].filter(isObject);
  const kinds = await declarableKinds(session.program.catalogue);
  const before = (await recordOf(folder))?.files ?? [];
  const files = objects.map(fileNameOf);
  await writeRecord(folder, { complete: false, files: [...new Set([...before, ...files])] });
  for (const object of objects) {
    const { kind, name, settings, ...rest } = object;
    const document = {
      kind: kind ?? null,
      ...(name === undefined ? {} : { name }),
      ...rest,
      settings: sorted(
        settable(
          kinds.find((one) => one.kind === kind),
          settings,
        ),
      ),
    };
    const text = [...writeYaml(document)].join('');
    await writeSafely(join(folder, fileNameOf(object)), Buffer.from(text), { mode: 0o600 });
  }
  const kept = new Set(files);
  for (const name of before) if (!kept.has(name)) await rm(join(folder, name), { force: true });
  await writeRecord(folder, { complete: true, files });
  session.reporter.note(`${objects.length} objects are in ${folder}; ${notInFiles}`);
};
