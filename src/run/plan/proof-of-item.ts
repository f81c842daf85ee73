/** Proves what became of a change: by a mark, a token, or the state before. */
import { randomUUID } from 'node:crypto';
import { choose } from '../invocation/choose-operation.ts';
import type { Globals } from '../given-globals.ts';
import { forValue } from '../given-globals.ts';
import type { Inside } from '../invocation/inside.ts';
import type { Invocation } from '../invocation/invocation.ts';
import { withoutWords } from '../invocation/without-words.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Command } from '../../catalogue/command.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { settingsOf } from '../../catalogue/kind-settings.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { isPartial, releasedBy, undoOf } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { plainText } from '../../output/text/value.ts';
import { Exit } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { fingerprintOf } from '../../documents/json/fingerprint.ts';
import { isArray, own, textAt } from '../../documents/json/json.ts';
import { kindAt } from '../../catalogue/selection/selection.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import type { StepState } from '../log/change-log.ts';
import type { Basis, Found, ResumeVerdict } from '../log/proof.ts';
import { markOfRun, verdictOf } from '../log/proof.ts';
import { hashOfState, stateIn, valueIn } from '../log/state.ts';
import { serviceOf } from '../../services/index.ts';
import type { Product } from '../../services/product.ts';
import { goesOn } from './wait-again.ts';

interface About {
  readonly operation: Operation;
  readonly kind: ObjectKind | undefined;
}

const kindOf = async (catalogue: Catalogue, command: Command): Promise<ObjectKind | undefined> => {
  const [first] = command.positional ?? [];
  const named = first === undefined ? undefined : kindAt(command, first.name);
  return (named === undefined ? undefined : await catalogue.kind(named)) ?? catalogue.kindWrittenBy(command);
};

const operationOf = ({ command, given }: Invocation): Operation | undefined =>
  choose(command, given.input, given.by)?.operation;

const aboutOf = async (catalogue: Catalogue, invocation: Invocation): Promise<About | undefined> => {
  const operation = operationOf(invocation);
  return operation && { operation, kind: await kindOf(catalogue, invocation.command) };
};

const isOfObject = ({ operation, kind }: About): boolean =>
  kind?.show.operations.some(({ operation: { path } }) => path === operation.path) === true;

const removes = (about: About): boolean =>
  about.operation.looksFirst !== undefined || (about.operation.method === 'DELETE' && isOfObject(about));

/** A second removal finds nothing to remove. */
const isHarmless = (about: About): boolean =>
  about.operation.effect === 'read' || (about.operation.effect === 'harmless' && !removes(about));

const markedBy = ({ undo }: Operation): string | undefined => undo?.claim?.takenWith;

const tokenOf = ({ effect, parameters }: Operation): string | undefined =>
  effect === 'keyed' ? Object.keys(parameters).find((key) => key === 'IdempotencyToken') : undefined;

/** The first field must have a value: a claim without a reason looks like a later one. */
const ownBasis = ({ operation, kind }: About): readonly string[] | undefined => {
  const released = releasedBy(operation);
  if (released !== undefined) return [released.reason, released.holder, released.held];
  const document = kind?.write?.documentParameter;
  // The request with a whole document says itself which index it is based on.
  return document !== undefined && document in operation.parameters ? undefined : undoOf(operation)?.counters;
};

const removedField = ({ operation, kind }: About): string | undefined =>
  kind?.remove?.operations.some((one) => one.operation === operation) === true
    ? kind.removedField
    : undefined;

const hasOwnProof = (about: About): boolean =>
  removedField(about) !== undefined || about.operation.undo?.claim !== undefined;

const madeIn = (about: About, item: JsonObject, input: InputRecord): boolean | undefined => {
  const { wait, undo } = about.operation;
  const claim = undo?.claim;
  if (claim === undefined) {
    const removed = own(item, removedField(about) ?? '');
    // A purge removes the job, and a job that is only stopped is not purged.
    const asksMore = input[wait?.alone?.unless ?? ''] === true;
    return typeof removed === 'boolean' && !asksMore ? removed : undefined;
  }
  const held = own(item, claim.held);
  return typeof held === 'boolean' ? held === (claim.takenWith !== undefined) : undefined;
};

/** The fields that are unchanged only if nothing was done; undefined if the change leaves no trace. */
const basedOn = (about: About): readonly string[] | undefined => {
  const { operation, kind } = about;
  if (kind === undefined || markedBy(operation) !== undefined) return undefined;
  const own = ownBasis(about);
  if (own !== undefined) return own;
  const { id } = kind.name;
  // A write to the object's own path creates or replaces it.
  const isSet = operation.effect === 'idempotent' || isPartial(operation) || isOfObject(about);
  if (removes(about) ? id === undefined : !isSet) return undefined;
  const settings = settingsOf(kind).flatMap(({ key, secret, creation }) => (secret || creation ? [] : [key]));
  // The server's index stands for the whole document of a job.
  if (kind.write?.documentParameter !== undefined || settings.length === 0) return undefined;
  const parts = (kind.parts ?? []).flatMap(({ reported }) => reported ?? []);
  return [...(id === undefined ? [] : [id]), ...settings, ...parts];
};

const absent = 'absent';

const hashOf = (item: JsonObject | undefined, about: About, product: Product) => {
  const fields = basedOn(about);
  if (fields === undefined) return undefined;
  if (item === undefined) return absent;
  const first = fields[0] === undefined ? undefined : valueIn(item, fields[0], product);
  if (ownBasis(about) !== undefined && (first ?? '') === '') return undefined;
  const values = fields.map((key) => [key, valueIn(item, key, product) ?? null] as const);
  return fingerprintOf(Object.fromEntries(values));
};

/** Compares lists in any order, and durations by length. */
const isSame = (wanted: InputValue, now: Json | undefined): boolean => {
  if (Array.isArray(wanted) && isArray(now)) {
    const sorted = (list: readonly Json[]): string =>
      list
        .map((one) => plainText(one))
        .toSorted()
        .join('\n');
    return sorted(wanted.map((one: unknown) => (typeof one === 'string' ? one : null))) === sorted(now);
  }
  if (typeof wanted === 'object' || typeof now === 'object' || now === undefined) return false;
  if (plainText(wanted) === plainText(now)) return true;
  const seconds = typeof wanted === 'string' ? secondsOf(wanted) : undefined;
  return seconds !== undefined && seconds === (typeof now === 'string' ? secondsOf(now) : Number(now));
};

const hasSettings = (
  item: JsonObject,
  { operation, kind }: About,
  {
    input,
    body,
    set,
  }: { readonly input: InputRecord; readonly body: unknown; readonly set: readonly unknown[] },
  product: Product,
): boolean | undefined => {
  if (kind === undefined || body !== undefined || set.length > 0) return undefined;
  const given = Object.entries(operation.parameters).flatMap(([key, { in: where }]) => {
    const value = input[key];
    return where === 'body' && value !== undefined ? [[key, value] as const] : [];
  });
  const settings = new Map(
    settingsOf(kind).flatMap((one) => (one.input === undefined ? [] : [[one.input, one]])),
  );
  let all = true;
  for (const [key, value] of given) {
    const setting = settings.get(key);
    if (setting === undefined || setting.secret || setting.creation) return undefined;
    all &&= isSame(value, valueIn(item, setting.key, product));
  }
  return given.length === 0 ? undefined : all;
};

type KindWithRead = Pick<ObjectKind, 'show' | 'service'>;

const lookUpOf = async (
  catalogue: Catalogue,
  { operation, kind }: About,
): Promise<KindWithRead | undefined> => {
  const { looksFirst, objectRead, service, id } = operation;
  if (kind?.write !== undefined || looksFirst !== 'always') return undefined;
  const commands = (await catalogue.group(id.split('.')[0] ?? '')?.load()) ?? [];
  const show = commands.find(({ operations }) => operations.some((one) => one.operation === objectRead));
  return show && { show, service };
};

const showing = ({ given, command }: Invocation, kind: KindWithRead): Invocation => {
  const at = kind.show.positional?.[0]?.name;
  const named = command.positional?.[0]?.name;
  const { organization_name, mount, namespace } = given.input;
  const name = named === undefined ? undefined : given.input[named];
  const globals: Globals = { ...forValue(given.globals), dryRun: false, curl: false };
  const scope = { organization_name, mount, namespace };
  const input = Object.fromEntries(
    Object.entries({ ...scope, ...(at === undefined ? {} : { [at]: name }) }).filter(
      ([, one]) => one !== undefined,
    ),
  );
  return withoutWords(kind.show, globals, input, { by: given.by });
};

type Read = { readonly item: JsonObject | undefined; readonly product: Product };

export class Proof {
  readonly #inside: Inside;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  get #catalogue(): Catalogue {
    return this.#inside.outer.program.catalogue;
  }

  async #read(invocation: Invocation, kind: KindWithRead): Promise<Read | undefined> {
    const reading = showing(invocation, kind);
    const { exit, output } = await this.#inside.run(reading, false);
    if (exit !== Exit.ok && exit !== Exit.notFound) return undefined;
    const product = await this.#inside.product(reading, kind.service);
    const view = kind.show.operations[0]?.operation.view;
    if (exit === Exit.notFound || view === undefined) return { item: undefined, product };
    return { item: serviceOf(kind.service).readItems(output, view)[0], product };
  }

  /** A failed read only means that there is no proof. */
  async basis(invocation: Invocation, run: string): Promise<Basis | undefined> {
    const about = await aboutOf(this.#catalogue, invocation);
    if (about === undefined) return undefined;
    const { operation, kind } = about;
    if (isHarmless(about)) return undefined;
    const { input } = invocation.given;
    const token = tokenOf(operation);
    if (token !== undefined) {
      const given = input[token];
      return { token: typeof given === 'string' ? given : randomUUID() };
    }
    const marked = markedBy(operation);
    if (marked !== undefined) {
      const text = input[marked];
      return typeof text === 'string' && text !== '' ? { mark: markOfRun(run) } : undefined;
    }
    if (kind === undefined || basedOn(about) === undefined) return undefined;
    const read = await this.#read(invocation, kind);
    const before = read && hashOf(read.item, about, read.product);
    return before === undefined ? undefined : { before };
  }

  marked(invocation: Invocation, basis: Basis | undefined): Invocation {
    if (basis?.mark === undefined && basis?.token === undefined) return invocation;
    const { given } = invocation;
    const operation = operationOf(invocation);
    const input: Record<string, InputValue | undefined> = { ...given.input };
    const token = operation && tokenOf(operation);
    if (token !== undefined && basis.token !== undefined) input[token] = basis.token;
    const key = operation && markedBy(operation);
    if (key !== undefined && basis.mark !== undefined) {
      input[key] = `${inputText(given.input, key) ?? ''} ${basis.mark}`;
    }
    return { ...invocation, given: { ...given, input } };
  }

  async isHarmless(invocation: Invocation): Promise<boolean> {
    const about = await aboutOf(this.#catalogue, invocation);
    return about !== undefined && isHarmless(about);
  }

  async verdict(invocation: Invocation | undefined, known: StepState): Promise<ResumeVerdict> {
    if (known.is === 'made' && !(invocation && goesOn(invocation))) return 'done';
    const about = invocation && (await aboutOf(this.#catalogue, invocation));
    if (invocation === undefined || about === undefined) return 'person';
    const { basis = {}, confirmed } = known;
    const { operation, kind } = about;
    // A second request with the token starts nothing.
    if (tokenOf(operation) !== undefined) return basis.token === undefined ? 'person' : 'again';
    // The change is one request, or two with the wait between them.
    if (confirmed !== undefined && operation.wait?.alone !== undefined) {
      if (!goesOn(invocation)) return 'done';
      if (confirmed.left !== undefined) return this.#rest(invocation, about, confirmed.left);
    }
    const shown = await lookUpOf(this.#catalogue, about);
    if (shown !== undefined) {
      const read = await this.#read(invocation, shown);
      return read !== undefined && read.item === undefined ? 'done' : 'again';
    }
    const traces = { claims: markedBy(operation) !== undefined, removes: removes(about) };
    const isSeen = hasOwnProof(about) || traces.removes || traces.claims || basedOn(about) !== undefined;
    const read = kind === undefined || !isSeen ? undefined : await this.#read(invocation, kind);
    return read === undefined
      ? 'person'
      : verdictOf(traces, basis, this.#found(invocation, about, basis, read));
  }

  /** Decides about the second part of a change whose first part left this state. */
  async #rest(invocation: Invocation, { operation, kind }: About, left: string): Promise<ResumeVerdict> {
    const undo = undoOf(operation);
    const read = kind && (await this.#read(invocation, kind));
    if (read === undefined || undo === undefined) return 'person';
    if (read.item === undefined) return 'done';
    const now = stateIn(operation, { items: [read.item], product: read.product }, invocation.given.input);
    return hashOfState(undo, now) === left ? 'again' : 'changed';
  }

  #found({ given }: Invocation, about: About, { mark }: Basis, { item, product }: Read): Found {
    const { operation } = about;
    const claim = operation.undo?.claim;
    const reason = item && claim && textAt(item, claim.reason);
    return {
      exists: item !== undefined,
      marked: mark !== undefined && reason?.endsWith(mark) === true,
      made:
        item === undefined
          ? undefined
          : hasOwnProof(about)
            ? madeIn(about, item, given.input)
            : hasSettings(item, about, given, product),
      hash: hashOf(item, about, product),
    };
  }
}
