/** Rewrites only lines whose values differ. */
import { editYaml, nodeAt, sameJson } from '../../../documents/edit-yaml.ts';
import type { Located } from '../../../documents/located.ts';
import { plainOf } from '../../../documents/located.ts';
import { TrivetError } from '../../../system/error.ts';
import type { Change } from '../../../catalogue/change.ts';
import { settingsOf } from '../../../catalogue/kind-settings.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import type { Json } from '../../../documents/json/json.ts';
import { isObject } from '../../../documents/json/json.ts';
import type { Session } from '../../../run/session/session.ts';
import { decodeText, readText } from '../../../system/read-file.ts';
import { plainText } from '../../../output/text/value.ts';
import { changeText } from '../../../run/single/settings.ts';
import type { HeldDocument } from './files/held.ts';
import { documentKey } from './files/layers.ts';
import { compare } from './objects/compare.ts';
import type { ObjectName, ObjectState } from './objects/desired.ts';
import { groupsOf, nested, parentOf, scopeKeys, spokenObject } from './objects/desired.ts';
import { planJob } from './rows/job-plan.ts';
import { forgottenBy } from './rows/rows.ts';
import type { GitTree } from './since/git-tree.ts';
import { readYaml } from '../../../documents/read-yaml.ts';

interface Difference {
  readonly key: string;
  /** The values in the file and on the server: `ttl: 12h → 24h`. */
  readonly text: string;
}

interface Placed {
  readonly path: readonly string[];
  readonly value: Json;
}

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const inUnitOf = (old: Json, value: Json): Json => {
  const [, unit = ''] = typeof old === 'string' ? (/^\d+([smhd])$/.exec(old) ?? []) : [];
  const [length, one] = [secondsOf(plainText(value)), seconds[unit]];
  if (length === undefined || one === undefined || length % one !== 0) return value;
  return `${length / one}${unit}`;
};

const placed = ({ kind }: ObjectName, server: ObjectState, node: Located, key: string): Placed => {
  if (kind.parts?.some(({ part }) => part === key) === true)
    return { path: [key], value: server.parts[key] ?? null };
  const now = server.settings[key] ?? null;
  const group = parentOf(key);
  if (group === undefined || !groupsOf(kind).has(group)) {
    const type = settingsOf(kind).find((setting) => setting.key === key)?.type;
    const value = type === 'duration' ? inUnitOf(plainAt(node, ['settings', key]), now) : now;
    return { path: ['settings', key], value };
  }
  const whole = nested(kind, server.settings)[group] ?? null;
  const isMap = nodeAt(node, ['settings', group])?.kind === 'map';
  if (!isMap || !isObject(whole)) return { path: ['settings', group], value: whole };
  return { path: ['settings', group, key.slice(group.length + 1)], value: now };
};

const plainAt = (node: Located | undefined, path: readonly string[]): Json => {
  const found = node && nodeAt(node, path);
  return found === undefined ? null : plainOf(found);
};

const settingDifferences = (
  { kind }: ObjectName,
  server: ObjectState,
  file: ObjectState,
  forgotten: readonly string[],
): readonly Difference[] => {
  const { changes } = compare(kind, server, file, { forgotten });
  // It differs in the file, but cannot be changed on the server.
  const fixed = settingsOf(kind).flatMap(({ key, type, fixed: isFixed, secret }): readonly Change[] => {
    const [to, from] = [file.settings[key], server.settings[key]];
    const isOther = isFixed && !secret && to !== undefined && from !== undefined && !sameJson(to, from);
    return isOther ? [{ key, type, from, to }] : [];
  });
  return [...changes, ...fixed].map((change) => ({
    key: change.key,
    text: changeText({ ...change, from: change.to, to: change.from }),
  }));
};

const jobDifferences = async (
  session: Session,
  object: ObjectName,
  server: ObjectState,
  { settings }: ObjectState,
): Promise<readonly Difference[]> => {
  const now = nested(object.kind, server.settings);
  const differing = Object.entries(settings).filter(
    ([key, value]) => !sameJson(value ?? null, now[key] ?? null),
  );
  if (differing.length === 0) return [];
  const state = { settings, parts: {} };
  const wanted = { session, object, state, where: '', whereOf: () => '', submission: undefined };
  const choice = { only: undefined, ignored: undefined, preserveCounts: false };
  const { fields } = await planJob(wanted, choice);
  if (fields.length === 0) return [];
  return differing.map(([key]) => ({ key, text: `${key} differs` }));
};

interface ReExport {
  readonly session: Session;
  /** Whether values of servers replace those of files. */
  readonly overwrite: boolean;
  /** An earlier revision: a text that is unchanged since is not a local edit. */
  readonly base: GitTree | undefined;
}

const baseReader = (base: GitTree | undefined) => {
  const known = new Map<string, readonly Located[]>();
  return async (path: string, node: Located): Promise<Located | undefined> => {
    if (base === undefined || !base.has(path)) return undefined;
    const documents = known.get(path) ?? readYaml(decodeText(await base.read(path), path)).documents;
    known.set(path, documents);
    const places = (one: Located): string => JSON.stringify(scopeKeys.map((key) => plainAt(one, [key])));
    return documents.find((one) => documentKey(one) === documentKey(node) && places(one) === places(node));
  };
};

export class Rewriter {
  readonly texts = new Map<string, string>();
  kept = 0;
  readonly #options: ReExport;
  readonly #baseOf: ReturnType<typeof baseReader>;

  constructor(options: ReExport) {
    this.#options = options;
    this.#baseOf = baseReader(options.base);
  }

  async #differences(
    object: ObjectName,
    server: ObjectState,
    file: ObjectState,
  ): Promise<readonly Difference[]> {
    const { session } = this.#options;
    if (object.kind.write?.documentParameter !== undefined)
      return jobDifferences(session, object, server, file);
    const product = await session.product(object.kind.service);
    return settingDifferences(object, server, file, forgottenBy(product, object.kind).ofAny);
  }

  keep(text: string): void {
    this.kept += 1;
    this.#options.session.reporter.fault(text);
  }

  async take(object: ObjectName, server: ObjectState, document: HeldDocument): Promise<void> {
    const { session, overwrite } = this.#options;
    const { path, index, where, state, isAbsent } = document;
    const keep = (text: string): void => this.keep(`${where}: ${spokenObject(object)}: ${text}`);
    if (isAbsent) {
      keep('the file deletes it');
      return;
    }
    let differences: readonly Difference[];
    try {
      differences = await this.#differences(object, server, state);
    } catch (error) {
      if (!(error instanceof TrivetError) || error.code === 'interrupted') throw error;
      keep(`could not be compared: ${error.message}`);
      return;
    }
    if (differences.length === 0) return;
    const text = this.texts.get(path) ?? (await readText(path, session.io));
    const node = readYaml(text).documents[index ?? -1];
    if (index === undefined || node === undefined) {
      for (const one of differences) keep(`${one.text} (stays: its file is one list)`);
      return;
    }
    const before = await this.#baseOf(path, node);
    let edited = text;
    for (const { key, text: words } of differences) {
      const { path: at, value } = placed(object, server, node, key);
      const isLocal = before === undefined || !sameJson(plainAt(before, at), plainAt(node, at));
      if (nodeAt(node, at) === undefined) keep(`${words} (stays: another layer says it)`);
      else if (isLocal && !overwrite) keep(`${words} (stays: only the file has it)`);
      else {
        const next = editYaml(edited, index, at, value);
        if (next === undefined) keep(`${words} (stays: its lines cannot be changed by themselves)`);
        else {
          edited = next;
          session.reporter.note(`${where}: ${spokenObject(object)}: ${words}`);
        }
      }
    }
    if (edited !== text) this.texts.set(path, edited);
  }
}
