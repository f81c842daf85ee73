/** Writes a line before each change and one after it, so that a kill leaves a true receipt. */
import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { Exit } from '../../system/error.ts';
import type { TrivetError } from '../../system/error.ts';
import { inputOfRead, undoOf } from '../../catalogue/operation.ts';
import type { Operation, State, Undo } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import type { Io } from '../../system/io.ts';
import { evidenceLine } from './files.ts';
import { endLine, headOf, notClosed, overLine } from './head.ts';
import { closedPath, newReceipt, openFolder, usualDays } from './place.ts';
import type {
  ChangeHere,
  OpenChange,
  OpenHere,
  Origin,
  PartOfRun,
  RunFacts,
  Sending,
  ObjectReply,
  StartedBy,
} from './sending.ts';
import { hashOfState, leftBy, stateFields, stateIn } from './state.ts';
import { setBy } from './sets.ts';
import { isSensitive } from '../../catalogue/shown.ts';
import { prune } from './kept.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Bytes, after which no more states are kept. */
const mostBytes = 64 * 1024 * 1024;

interface Opening {
  readonly io: Io;
  readonly facts: RunFacts;
  readonly by: StartedBy;
  readonly origin: Origin;
}

/** The input that the reverse needs, without secrets. */
const keptOf = ({ parameters, undo }: Operation, input: InputRecord): JsonObject => {
  const kept: Record<string, Json> = {};
  for (const key in parameters) {
    const parameter = parameters[key];
    const value = input[key];
    if (parameter === undefined || isSensitive(parameter)) continue;
    if (
      parameter.in !== 'path' &&
      parameter.context === undefined &&
      undo?.keptParameters?.includes(key) !== true
    )
      continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      kept[key] = value;
  }
  return kept;
};

const keptOfReply = ({ undo }: Operation, { items: [item] }: ObjectReply): JsonObject | undefined => {
  if (undo === undefined || !('because' in undo) || undo.keptOfReply === undefined) return undefined;
  return Object.fromEntries(undo.keptOfReply.map((key) => [key, item?.[key] ?? null]));
};

const nameIn = ({ parameters }: Operation, input: InputRecord): string => {
  let [inPath, inBody, mount] = ['', '', ''];
  for (const key in parameters) {
    const parameter = parameters[key];
    const value = input[key];
    if (typeof value !== 'string' || parameter === undefined || isSensitive(parameter)) continue;
    if (parameter.in === 'path' && parameter.context === undefined) inPath = value;
    else if (parameter.context === 'mount') mount = value;
    else if (parameter.in === 'body' && parameter.type === 'string' && parameter.required !== undefined)
      inBody ||= value;
  }
  return inPath || inBody || mount;
};

/** The organization in the state before the change, if the object is named by its ID. */
const organizationOf = (input: InputRecord, item: JsonObject | undefined): string | undefined =>
  inputText(input, 'organization_name') ?? textAt(item, 'organization');

/** Settings that were given but whose value before no receipt keeps: secrets, LDIF, templates. */
const lostOf = (operation: Operation, input: InputRecord): readonly string[] => {
  const undo = undoOf(operation);
  // A version or an index proves the whole state.
  if (undo === undefined || undo.pick !== undefined || undo.counters !== undefined) return [];
  return Object.keys(input).filter((key) => {
    const parameter = operation.parameters[key];
    if (input[key] === undefined || parameter === undefined || parameter.in !== 'body') return false;
    return undo.omittedParameters?.includes(key) === true || isSensitive(parameter);
  });
};

const writeWhole = (file: number, text: string): void => {
  for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(file, rest));
};

const unkept = ({ message }: Error): string => `no receipt is kept of this command: ${message}`;

const nothing: OpenChange = {
  done: () => Promise.resolve(),
  failed: () => undefined,
  settle: () => undefined,
};

interface Kept {
  readonly path: string;
  readonly days: number;
  readonly own: boolean;
  /** The ID of the run, since several runs can write to one journal. */
  readonly run: string;
  readonly stops: boolean;
}

interface Left {
  readonly input: JsonObject | undefined;
  readonly name: string | undefined;
  readonly organization: string | undefined;
  readonly after: string | undefined;
  readonly left: State | undefined;
}

/** The first line, kept until the first change makes the file: a run without changes leaves none. */
interface First {
  readonly head: string;
  readonly strict: boolean;
}

export class Recorder {
  readonly #kept: Kept;
  #first: First | undefined;
  #file: number | undefined;
  #changes = 0;
  #open = 0;
  #bytes = 0;
  #waiting = '';
  #written: Promise<void> | undefined;
  #broken: TrivetError | undefined;

  private constructor(kept: Kept, first: First | undefined, file?: number) {
    this.#kept = kept;
    this.#first = first;
    this.#file = file;
  }

  /** @throws TrivetError local, if the run must not send without a receipt */
  static async open({ io, facts, by, origin }: Opening): Promise<Recorder> {
    const days = origin.keepDays ?? usualDays;
    const strict = facts.strict === true;
    try {
      if (facts.journal !== undefined) {
        const file = openSync(facts.journal, O_WRONLY | O_APPEND | (O_NOFOLLOW ?? 0));
        const run = io.now().toString(36);
        return new Recorder({ path: facts.journal, days, own: false, run, stops: true }, undefined, file);
      }
      const { folder, isPruneDue } = openFolder(io);
      if (strict || isPruneDue) prune(folder, io);
      const { path, id, time } = newReceipt(folder, facts.command, io);
      const head = `${writeJson({ journal: 2, id, time, ...headOf(facts, origin, by) })}\n`;
      return new Recorder({ path, days, own: true, run: '0', stops: strict }, { head, strict });
    } catch (error) {
      const why = fileFailure(error) ?? error;
      if (strict || !(why instanceof Error)) throw why;
      origin.warn(unkept(why));
      return new Recorder({ path: '', days, own: false, run: '0', stops: false }, undefined);
    }
  }

  /** @throws TrivetError output, if a required file cannot be made */
  #begin({ head, strict }: First, lines: string, warn: (text: string) => void): void {
    this.#first = undefined;
    try {
      const flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0);
      this.#file = openSync(this.#kept.path, flags, 0o600);
      writeWhole(this.#file, `${head}${lines}`);
    } catch (error) {
      const why = fileFailure(aboutFile(error, this.#kept.path))?.with({ details: { effect: 'not-sent' } });
      if (why === undefined) throw error;
      if (this.#file !== undefined) {
        // A file without its head would count as a damaged receipt.
        closeSync(this.#file);
        rmSync(this.#kept.path, { force: true });
      }
      this.#file = undefined;
      this.#broken = why;
      if (strict) throw why;
      warn(unkept(why));
    }
  }

  /** Lines of one turn of the event loop are written together, since a write costs a tenth of a request. */
  #write(line: JsonObject, warn: (text: string) => void): Promise<void> {
    this.#waiting += `${writeJson(line)}\n`;
    this.#written ??= new Promise<void>((resolve) => {
      process.nextTick(resolve);
    }).then(() => this.#flush(warn));
    return this.#written;
  }

  #writeNow(line: JsonObject, warn: (text: string) => void): void {
    this.#waiting += `${writeJson(line)}\n`;
    this.#flush(warn);
  }

  #flush(warn: (text: string) => void): void {
    const lines = this.#waiting;
    this.#waiting = '';
    this.#written = undefined;
    if (lines === '') return;
    if (this.#first !== undefined) {
      this.#begin(this.#first, lines, warn);
      return;
    }
    if (this.#file === undefined) return;
    try {
      writeWhole(this.#file, lines);
      this.#bytes += lines.length;
    } catch (error) {
      const why = fileFailure(error);
      if (why === undefined) throw error;
      closeSync(this.#file);
      this.#file = undefined;
      this.#broken = why;
      warn(`the receipt ${this.#kept.path} is not complete: ${why.message}`);
    }
  }

  get refusal(): TrivetError | undefined {
    const why = this.#broken;
    if (why === undefined || !this.#kept.stops) return undefined;
    const message = `the receipt ${this.#kept.path} cannot be written: ${why.message}`;
    return why.with({ message, details: { effect: 'not-sent' } });
  }

  #check(): void {
    const { refusal } = this;
    if (refusal !== undefined) throw refusal;
  }

  #next(): string {
    this.#changes += 1;
    this.#open += 1;
    return `${this.#kept.run}-${this.#changes}`;
  }

  startedHere(
    { operation, name, service, final, files }: ChangeHere,
    origin: Origin,
    of?: PartOfRun,
  ): OpenHere {
    this.#check();
    const { baseUrl: url, namespace, warn } = origin;
    const change = this.#next();
    const object: JsonObject = { operation, name, service, url };
    const where = namespace === undefined ? {} : { namespace };
    const proof = { final, shownBy: evidenceLine(files) };
    this.#writeNow(
      { change, ...(typeof of === 'number' ? { of } : {}), ...object, ...where, ...proof },
      warn,
    );
    this.#check();
    return (exit) => {
      this.#open -= 1;
      this.#writeNow({ change, exit }, warn);
    };
  }

  async started(sending: Sending, of: PartOfRun | undefined, loan?: string): Promise<OpenChange> {
    this.#check();
    if (this.#file === undefined && this.#first === undefined) return nothing;
    const { operation, baseUrl, namespace, warn } = sending;
    const undo = undoOf(operation);
    const given = undo?.object?.(sending.input, undefined) ?? sending.input;
    const said = undo?.receiptOperation ?? operation;
    const read = undo === undefined ? undefined : await this.#before(undo, sending, given);
    // The name is recorded now, since a killed run gets no reply that names the object.
    const input = (read?.item && undo?.object?.(sending.input, read.item)) ?? given;
    const lost = read?.state === null || read?.state === undefined ? [] : lostOf(operation, sending.input);
    const before =
      lost.length === 0
        ? read
        : { state: undefined, why: `a receipt records nothing about ${lost.join(', ')}` };
    const back = typeof of === 'object' ? of : undefined;
    const named = nameIn(said, input) || nameIn(operation, sending.input);
    // Raw requests name no object.
    const name = named || `${operation.method} ${operation.path}`;
    const organization = organizationOf(input, read?.item);
    const change = this.#next();
    // Spreads would take longer than all the rest of this function.
    const line: JsonObject = {
      change,
      of: typeof of === 'number' ? of : undefined,
      loan,
      operation: said.id,
      name: back?.name ?? sending.nameOf(name) ?? name,
      input: sending.raw?.input ?? keptOf(said, input),
      final: sending.raw?.final,
      service: operation.service,
      url: baseUrl,
      namespace,
      organization,
      before: before?.state,
      sets: before?.state && setBy(operation, sending.input, before.state),
      why: before?.why,
      rest: sending.rest,
      shownBy: sending.files && evidenceLine(sending.files),
    };
    await this.#write(line, warn);
    this.#check();
    return {
      done: async (shown) => {
        const left = undo === undefined ? undefined : await this.#after(undo, sending, shown, before?.state);
        this.#open -= 1;
        await this.#write(
          {
            change,
            exit: Exit.ok,
            input: left?.input,
            name: left?.name,
            organization: organization === undefined ? left?.organization : undefined,
            after: left?.after,
            left: left?.left,
            given: keptOfReply(operation, shown),
          },
          warn,
        );
      },
      failed: (error) => {
        const isUnknown = error === undefined || error.effect === 'unknown';
        if (!isUnknown) this.#open -= 1;
        const lookUp = error?.details.lookUp;
        const exit = isUnknown ? Exit.unknown : error.effect === 'done' ? Exit.ok : error.exit;
        this.#writeNow({ change, exit, ...(lookUp === undefined ? {} : { lookUp }) }, warn);
      },
      settle: (outcome) => {
        this.#open -= 1;
        this.#writeNow({ change, ...(outcome === 'done' ? { exit: Exit.ok } : {}), settled: outcome }, warn);
      },
    };
  }

  over(text: string, warn: (text: string) => void): void {
    if (this.#changes === 0) return;
    this.#open = 0;
    this.#writeNow(overLine(text), warn);
  }

  async #before(
    undo: Undo,
    { operation, input, read }: Sending,
    object: InputRecord,
  ): Promise<{
    readonly state: State | undefined;
    readonly item?: JsonObject | undefined;
    readonly why?: string;
  }> {
    const { claim } = undo;
    // The server refuses to take what is held, so the state before is known without a read: nobody held it.
    if (claim?.takenWith !== undefined)
      return { state: { [claim.held]: false, [claim.reason]: null, [claim.holder]: null } };
    // The ID comes with the reply, so there is no state to read before.
    if (undo.object !== undefined && undo.object(input, undefined) === undefined) return { state: null };
    if (this.#bytes > mostBytes) return { state: undefined, why: 'the receipt is full' };
    const { objectRead } = operation;
    const shown = objectRead && (await read(objectRead, inputOfRead(objectRead, object)));
    return shown === undefined
      ? { state: undefined, why: 'the earlier state could not be read' }
      : { state: stateIn(operation, shown, object), item: shown.items[0] };
  }

  async #after(
    undo: Undo,
    { operation, input, read, nameOf }: Sending,
    reply: ObjectReply,
    before: State | undefined,
  ): Promise<Left> {
    const [item] = reply.items;
    const said = undo.receiptOperation ?? operation;
    const object = undo.object?.(input, item) ?? input;
    const name = nameIn(said, object);
    const { objectRead } = operation;
    const wanted = undo.counters ?? stateFields(operation);
    const fields = fieldsOf(operation.view);
    const isShown =
      item !== undefined &&
      (undo.pick === undefined
        ? wanted.every((key) => Object.hasOwn(fields, key))
        : operation.view === objectRead?.view);
    const shown = isShown
      ? reply
      : objectRead && (await read(objectRead, inputOfRead(objectRead, object), true));
    const state = shown && stateIn(operation, shown, object);
    return {
      input: undo.object && keptOf(said, object),
      name: undo.object && (nameOf(name) ?? name),
      organization: textAt(item, 'organization'),
      after: state === undefined ? undefined : hashOfState(undo, state),
      left: this.#bytes > mostBytes ? undefined : leftBy(before, state),
    };
  }

  close(warn: (text: string) => void): void {
    const { own, days, path } = this.#kept;
    const isLeft = own && this.#open === 0 && days > 0 && this.#changes > 0;
    if (isLeft) this.#writeNow(endLine, warn);
    else this.#flush(warn);
    try {
      if (this.#file !== undefined) closeSync(this.#file);
      this.#file = undefined;
      // A receipt that lacks lines stays open, since somebody has to look at it.
      if (!own || this.#open > 0 || this.#broken !== undefined || this.#first !== undefined) return;
      if (isLeft) renameSync(path, closedPath(path, days));
      else rmSync(path, { force: true });
    } catch (error) {
      // The changes were made and their lines are written, so this is not a failure of the command.
      const why = fileFailure(aboutFile(error, path));
      if (why === undefined) throw error;
      warn(notClosed(why));
    }
  }
}
