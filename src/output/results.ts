/** Results of a run over many items, one by one. If the output fails, one-time results go to a recovery file. */
import { Exit, TrivetError } from '../system/error.ts';
import type { JsonObject } from '../documents/json/json.ts';
import { writeJson } from '../documents/json/lossless.ts';
import type { View } from '../catalogue/view.ts';
import { withScopes } from './formats/columns.ts';
import { traitsOf } from './formats/formats.ts';
import type { FormatName } from './formats/formats.ts';
import { picked } from './formats/jsonl.ts';
import type { RenderOptions } from './formats/options.ts';
import { listWriter } from './present.ts';
import type { OutputSink } from '../system/output.ts';
import { outputError } from '../system/system-error.ts';
import type { Recovery } from './recovery.ts';
import { openRecovery } from './recovery.ts';
import type { Io } from '../system/io.ts';
import { openGrowing, writeSafely } from '../system/safe-file.ts';

export interface Result {
  readonly value: JsonObject;
  readonly cells: JsonObject;
  readonly once: boolean;
  /** Whether the item failed; a list of names leaves it to standard error. */
  readonly failed?: boolean;
}

export interface Results {
  /** Resolves when the result is written or in the recovery file; else rejects. */
  add(result: Result): Promise<void>;
  /** Aborted when the output fails, so that nothing more is started. */
  readonly broken: AbortSignal;
  end(): Promise<void>;
}

interface ResultSink {
  write(text: string): Promise<void>;
  flush(): Promise<void>;
  readerGone(): boolean;
  /** Asks the system, at the end, whether the reader left. */
  hasNoReader?: (() => boolean) | undefined;
}

interface ResultsOptions {
  readonly view: View;
  readonly format: FormatName | undefined;
  readonly render: RenderOptions;
  readonly sink: ResultSink;
  readonly io: Io;
  readonly what: string;
  /** Whether `add` waits until the system has the result, since a journal relies on it. */
  readonly durable: boolean;
  readonly continued?: boolean;
  readonly note: (text: string) => void;
}

export const showsCellsOnly = (format: FormatName | undefined): boolean =>
  format !== undefined && traitsOf(format).secrets !== 'shown';

/** The most bytes that a pipe of Linux holds when its reader leaves. */
const pipeSize = 1 << 20;

/** Keeps the bytes that a pipe may contain unread. */
const createTail = () => {
  let kept: string[] = [];
  let size = 0;
  return {
    push: (text: string): void => {
      kept.push(text);
      size += text.length;
      while (size - (kept[0]?.length ?? 0) > pipeSize) size -= kept.shift()?.length ?? 0;
    },
    take: (): string => {
      const text = kept.join('');
      [kept, size] = [[], 0];
      return text;
    },
  };
};

interface Gathered {
  text: string;
  /** The text for the recovery file. */
  kept: string;
  once: boolean;
  readonly written: Promise<void>;
}

const readerLeft = (): TrivetError =>
  outputError('standard output', Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));

const createResults = async (options: ResultsOptions): Promise<Results> => {
  const { view, format, render, sink, io, what, durable, continued, note } = options;
  const sequence = format === undefined ? undefined : traitsOf(format).sequence;
  const cellsOnly = showsCellsOnly(format);
  const writer = cellsOnly ? await listWriter(view, { ...render, continued }, {}) : undefined;
  const broken = new AbortController();
  const tail = createTail();
  let failure: TrivetError | undefined;
  let recovery: Promise<Recovery> | undefined;

  const rescue = async (text: string): Promise<void> => {
    if (recovery !== undefined) return (await recovery).append(text);
    recovery = openRecovery(tail.take() + text, what, io);
    await recovery;
  };
  const fail = (error: unknown): void => {
    failure ??= error instanceof TrivetError ? error : outputError('standard output', error);
    broken.abort();
  };

  let begun = false;
  const element = (value: JsonObject, json: string): string | Promise<string> => {
    if (sequence === undefined) return json;
    const first = !begun;
    begun = true;
    return sequence.element(value, json, first);
  };
  const ending = async (): Promise<string> =>
    sequence === undefined ? ((await writer?.end?.()) ?? '') : sequence.end(!begun);

  let gathered: Gathered | undefined;
  const writeGathered = async (lines: Gathered): Promise<void> => {
    gathered = undefined;
    const { text, kept, once } = lines;
    if (failure !== undefined) return rescue(kept);
    try {
      await sink.write(text);
      if (durable) await sink.flush();
      if (!sink.readerGone() || !once) return;
      fail(readerLeft());
    } catch (error) {
      fail(error);
    }
    await rescue(kept);
  };
  const gather = (): Gathered => {
    const lines: Gathered = {
      text: '',
      kept: '',
      once: false,
      written: new Promise((resolve) => setImmediate(resolve)).then(() => writeGathered(lines)),
    };
    return lines;
  };

  const addLine = async ({ value, once }: Result): Promise<void> => {
    const json = `${writeJson(value)}\n`;
    if (failure !== undefined) return rescue(json);
    if (once) tail.push(json);
    const { fields } = render;
    const shown = fields === undefined ? value : picked(value, fields);
    const made = element(shown, fields === undefined ? json : `${writeJson(shown)}\n`);
    const text = typeof made === 'string' ? made : await made;
    gathered ??= gather();
    gathered.text += text;
    gathered.once ||= once;
    // One-time secrets are in the tail already.
    if (!once) gathered.kept += json;
    await gathered.written;
  };
  const addRow = async ({ cells }: Result): Promise<void> => {
    if (writer === undefined || failure !== undefined) return;
    try {
      const text = await writer.page([cells]);
      if (text !== '') await sink.write(text);
    } catch (error) {
      fail(error);
    }
  };

  return {
    broken: broken.signal,
    add: cellsOnly ? addRow : addLine,
    end: async () => {
      try {
        const rest = failure === undefined ? await ending() : '';
        if (rest !== '') await sink.write(rest);
        if (failure === undefined) await sink.flush();
        const leftOut = writer?.leftOut?.() ?? '';
        if (leftOut !== '') note(leftOut);
      } catch (error) {
        fail(error);
      }
      const unread =
        failure !== undefined || sink.readerGone() || sink.hasNoReader?.() === true ? tail.take() : '';
      if (unread !== '') {
        if (failure === undefined) fail(readerLeft());
        await rescue(unread);
      }
      if (failure === undefined) return;
      const path = (await recovery)?.path;
      throw path === undefined
        ? failure
        : new TrivetError('output', Exit.output, failure.message, {
            hint: `Results that were not written, or not read, were saved to ${path} (only you can read it).`,
            cause: failure,
          });
    },
  };
};

export interface ResultsHow extends Pick<ResultsOptions, 'what' | 'durable'> {
  readonly append: boolean;
  readonly known: readonly JsonObject[];
  readonly rows?: true;
}

interface Output {
  readonly globals: { readonly output: FormatName | undefined; readonly out: string | undefined };
  readonly render: RenderOptions;
  readonly io: Io;
  readonly stdout: OutputSink;
  readonly takeFile: () => void;
  readonly note: (text: string) => void;
}

export const openResults = async (
  view: View,
  { append, rows, known, ...how }: ResultsHow,
  { globals, render, io, stdout, takeFile, note }: Output,
): Promise<Results> => {
  const format = globals.output ?? (rows === true ? render.format : undefined);
  const given = { view: withScopes(view, known), format, render, io, note, ...how };
  if (globals.out === undefined) {
    const sink = {
      write: (text: string) => stdout.write(text),
      readerGone: () => stdout.readerGone(),
      flush: () => stdout.flush(),
      hasNoReader: io.stdoutReader?.(),
    };
    return createResults({ ...given, sink });
  }
  takeFile();
  const { sequence, ends } = format === undefined ? {} : traitsOf(format);
  const isDocument = sequence !== undefined || ends === true;
  const target = await openGrowing(globals.out, append ? (isDocument ? 'new' : 'append') : 'replace');
  const results = await createResults({
    ...given,
    continued: target.continued,
    sink: {
      write: (text) => target.write(text),
      readerGone: () => false,
      flush: () => Promise.resolve(),
    },
  });
  const end = async (): Promise<void> => {
    try {
      await results.end();
    } finally {
      await target.close();
    }
  };
  return { ...results, end };
};

/** A document in the file of `--out`. */
export const writeWhole = (path: string, bytes: Uint8Array): Promise<void> =>
  writeSafely(path, bytes, { mode: 0o600 });
