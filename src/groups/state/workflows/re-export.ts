/** Takes values of the servers into files that people keep: only the lines of values that differ are rewritten. */
import { editYaml, nodeAt, sameJson } from '../../../documents/edit-yaml.ts';
import type { Located } from '../../../documents/located.ts';
import { plainOf } from '../../../documents/located.ts';
import { TrivetError } from '../../../model/error.ts';
import type { Change } from '../../../model/catalogue/change.ts';
import { settingsOf } from '../../../model/catalogue/kind-settings.ts';
import { secondsOf } from '../../../model/text/duration.ts';
import type { Json } from '../../../model/json/json.ts';
import { isObject } from '../../../model/json/json.ts';
import type { Session } from '../../../engine/session/session.ts';
import { decodeText, readText, spokenFile } from '../../../world/read-file.ts';
import { plainText } from '../../../screen/text/value.ts';
import { changeText } from '../../../workflows/settings.ts';
import type { HeldDocument } from './files/held.ts';
import { documentKey } from './files/layers.ts';
import { compare } from './objects/compare.ts';
import type { ObjectName, ObjectState } from './objects/desired.ts';
import { nested, parentOf, spokenObject } from './objects/desired.ts';
import { planJob } from './rows/job-plan.ts';
import { forgottenBy } from './rows/rows.ts';
import type { GitTree } from './since/git-tree.ts';

/** A value of a file that is another one on the server. */
interface Difference {
  readonly path: readonly string[];
  readonly value: Json;
  /** `ttl: 12h → 24h`: the file, then the server. */
  readonly text: string;
}

/** The path of a setting in a document, and the value that belongs there. */
const placed = (
  { kind }: ObjectName,
  server: ObjectState,
  node: Located,
  key: string,
): Pick<Difference, 'path' | 'value'> => {
  const group = parentOf(key);
  const isKnown = group !== undefined && Object.keys(nested(kind, { [key]: null })).includes(group);
  if (!isKnown) return { path: ['settings', key], value: server.settings[key] ?? null };
  const whole = nested(kind, server.settings)[group] ?? null;
  const isMap = nodeAt(node, ['settings', group])?.kind === 'map';
  if (!isMap || !isObject(whole)) return { path: ['settings', group], value: whole };
  return { path: ['settings', group, key.slice(group.length + 1)], value: server.settings[key] ?? null };
};

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration in the unit of the file, where it is a whole number of them. */
const inUnitOf = (old: Json, value: Json): Json => {
  const [, unit = ''] = typeof old === 'string' ? (/^\d+([smhd])$/.exec(old) ?? []) : [];
  const [length, one] = [secondsOf(plainText(value)), seconds[unit]];
  if (length === undefined || one === undefined || length % one !== 0) return value;
  return `${length / one}${unit}`;
};

const settingDifferences = (
  object: ObjectName,
  server: ObjectState,
  { node, declared }: HeldDocument,
  forgotten: readonly string[],
): readonly Difference[] => {
  const { kind } = object;
  const file = { settings: declared.settings, parts: declared.parts };
  const { changes } = compare(kind, server, file, { forgotten });
  const parts = new Set((kind.parts ?? []).map(({ part }) => part));
  // A setting that cannot be changed on the server can differ in the file.
  const fixed = settingsOf(kind).flatMap(({ key, type, fixed: isFixed, secret }): readonly Change[] => {
    const [to, from] = [file.settings[key], server.settings[key]];
    const isOther = isFixed && !secret && to !== undefined && from !== undefined && !sameJson(to, from);
    return isOther ? [{ key, type, from, to }] : [];
  });
  return [...changes, ...fixed].map((change): Difference => {
    const { key, type } = change;
    const text = changeText({ ...change, from: change.to, to: change.from });
    if (parts.has(key)) return { path: [key], value: server.parts[key] ?? null, text };
    const found = placed(object, server, node, key);
    const value = type === 'duration' ? inUnitOf(file.settings[key] ?? null, found.value) : found.value;
    return { path: found.path, value, text };
  });
};

/** The settings of a job that differ; none where its scheduler sees no difference. */
const jobDifferences = async (
  session: Session,
  object: ObjectName,
  server: ObjectState,
  { declared }: HeldDocument,
): Promise<readonly Difference[]> => {
  const now = nested(object.kind, server.settings);
  const differing = Object.entries(declared.settings).filter(
    ([key, value]) => !sameJson(value ?? null, now[key] ?? null),
  );
  if (differing.length === 0) return [];
  const state = { settings: declared.settings, parts: {} };
  const wanted = { session, object, state, where: '', whereOf: () => '', submission: undefined };
  const choice = { only: undefined, ignored: undefined, preserveCounts: false };
  const { fields } = await planJob(wanted, choice);
  if (fields.length === 0) return [];
  return differing.map(([key]) => ({
    path: ['settings', key],
    value: now[key] ?? null,
    text: `${key} differs`,
  }));
};

interface ReExport {
  readonly session: Session;
  /** Values of the servers replace those of the files. */
  readonly overwrite: boolean;
  /** An earlier revision: what the files say as it did is not a local edit. */
  readonly base: GitTree | undefined;
}

/** The documents of a file at the revision, read once. */
const baseReader = (base: GitTree | undefined) => {
  const known = new Map<string, readonly Located[]>();
  return async (path: string, node: Located): Promise<Located | undefined> => {
    if (base === undefined || !base.has(path)) return undefined;
    const { readYaml } = await import('../../../documents/read-yaml.ts');
    const documents = known.get(path) ?? readYaml(decodeText(await base.read(path), path)).documents;
    known.set(path, documents);
    const places = (one: Located): string =>
      JSON.stringify(['organization', 'namespace', 'mount'].map((key) => plainAt(one, [key])));
    return documents.find((one) => documentKey(one) === documentKey(node) && places(one) === places(node));
  };
};

const plainAt = (node: Located | undefined, path: readonly string[]): Json => {
  const found = node && nodeAt(node, path);
  return found === undefined ? null : plainOf(found);
};

/** The files with what was taken into them, and what was not. */
export class Rewriter {
  /** New texts by file. */
  readonly texts = new Map<string, string>();
  /** Values of files that stay as they are although the server has others. */
  kept = 0;
  readonly #options: ReExport;
  readonly #baseOf: ReturnType<typeof baseReader>;

  constructor(options: ReExport) {
    this.#options = options;
    this.#baseOf = baseReader(options.base);
  }

  async #differences(object: ObjectName, server: ObjectState, document: HeldDocument) {
    const { session } = this.#options;
    if (object.kind.write?.whole !== undefined) return jobDifferences(session, object, server, document);
    const product = await session.product(object.kind.service);
    return settingDifferences(object, server, document, forgottenBy(product)(object.kind));
  }

  /** Says what stays as it is. */
  keep(text: string): void {
    this.kept += 1;
    this.#options.session.reporter.warn(text);
  }

  /** Takes the values of an object into its document. */
  async take(object: ObjectName, server: ObjectState, document: HeldDocument): Promise<void> {
    const { session, overwrite } = this.#options;
    const { path, index, node, declared } = document;
    const { line, column } = node.place;
    const place = `${spokenFile(path)}:${line}:${column}: ${spokenObject(object)}`;
    const keep = (text: string): void => this.keep(`${place}: ${text}`);
    if (declared.absent) {
      keep('the file deletes it');
      return;
    }
    let differences: readonly Difference[];
    try {
      differences = await this.#differences(object, server, document);
    } catch (error) {
      if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
      keep(`could not be compared: ${error.message}`);
      return;
    }
    const before = await this.#baseOf(path, node);
    for (const { path: at, value, text } of differences) {
      const own = nodeAt(node, at);
      const isLocal = before === undefined || !sameJson(plainAt(before, at), plainAt(node, at));
      if (own === undefined) keep(`${text} (stays: another layer says it)`);
      else if (isLocal && !overwrite) keep(`${text} (stays: only the file has it)`);
      else {
        const now = this.texts.get(path) ?? (await readText(path, session.world));
        const edited = index === undefined ? undefined : editYaml(now, index, at, value);
        if (edited === undefined) keep(`${text} (stays: its lines cannot be changed by themselves)`);
        else {
          this.texts.set(path, edited);
          session.reporter.note(`${place}: ${text}`);
        }
      }
    }
  }
}
