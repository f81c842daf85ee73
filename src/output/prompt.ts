/** Asks on the terminal itself, since standard input and output may be anything. */
import { TrivetError } from '../system/error.ts';
import { onceTypedAheadArrived } from './full/typed-ahead.ts';
import { wrapWords } from './text/wrap.ts';
import type { Answer, InputStream, Io } from '../system/io.ts';

const interrupt = 2;

const interrupted = (signal: number): TrivetError =>
  new TrivetError('interrupted', 128 + signal, 'interrupted at the prompt', { effect: 'not-sent' });

const setRaw = (input: InputStream, raw: boolean): void => {
  if (input.isTTY === true) input.setRawMode?.(raw);
};

interface Typing {
  text: string;
  state: 'typing' | 'done' | 'interrupted' | 'closed';
}

/** A terminal in raw mode edits nothing, so erasing is done here. */
const type = (typing: Typing, chunk: string, raw: boolean): void => {
  for (const character of chunk) {
    if (typing.state !== 'typing') return;
    if (character === '\n' || character === '\r') typing.state = 'done';
    else if (!raw) typing.text += character;
    else if (character === '\u0003') typing.state = 'interrupted';
    else if (character === '\u0004') typing.state = typing.text === '' ? 'closed' : 'done';
    else if (character === '\u007f' || character === '\b')
      typing.text = Array.from(typing.text).slice(0, -1).join('');
    else if (character === '\u0015') typing.text = '';
    else if (character >= ' ') typing.text += character;
  }
};

/** Asks one question; undefined without a terminal, or if it was closed. The terminal is restored on every path. */
const ask = async (
  text: string,
  io: Pick<Io, 'terminal' | 'onSignal'>,
  hidden: boolean,
): Promise<{ readonly line: string | undefined } | undefined> => {
  const terminal = io.terminal?.();
  if (terminal === undefined) return undefined;
  const { input, output } = terminal;
  // The answer needs some room after the question.
  const width = (output.columns ?? 0) - 4;
  const typing: Typing = { text: '', state: 'typing' };
  const question = `${wrapWords(text.trimEnd(), width, 2)} `;
  let isAsked = false;
  let isOver = false;
  const decoder = new TextDecoder();
  let stop: (() => void) | undefined;
  try {
    const begin = (): void => {
      if (isOver) return;
      isAsked = true;
      if (!hidden) setRaw(input, false);
      output.write(question);
    };
    // Only in raw mode does the terminal hand over a line that has no end yet.
    setRaw(input, true);
    if (input.isTTY === true) onceTypedAheadArrived(begin);
    else begin();
    await new Promise<void>((resolve, reject) => {
      stop = io.onSignal((signal) => reject(interrupted(signal)));
      const finish = (): void => {
        if (typing.state === 'typing') typing.state = 'closed';
        resolve();
      };
      input.on('end', finish);
      input.on('close', finish);
      input.on('error', finish);
      output.on('error', finish);
      input.on('data', (chunk: Uint8Array | string) => {
        const keys = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
        if (isAsked) type(typing, keys, hidden);
        else if (keys.includes('\u0003')) typing.state = 'interrupted';
        if (typing.state !== 'typing') resolve();
      });
    });
    if (typing.state === 'interrupted') throw interrupted(interrupt);
    return { line: typing.state === 'done' ? typing.text : undefined };
  } finally {
    stop?.();
    isOver = true;
    if (hidden || !isAsked) setRaw(input, false);
    // No Enter key ended the line, or its echo was off.
    if (hidden || (isAsked && typing.state !== 'done')) output.write('\n');
    input.pause();
    terminal.close();
  }
};

/** Any answer but y or yes means no. The question must be safe for a terminal. */
export const confirmPrompt = async (
  question: string,
  io: Pick<Io, 'terminal' | 'onSignal'>,
): Promise<Answer> => {
  const answer = await ask(`${question} [y/N] `, io, false);
  if (answer === undefined) return 'unavailable';
  return /^\s*y(?:es)?\s*$/i.test(answer.line ?? '') ? 'yes' : 'no';
};

export const typePrompt = async (
  question: string,
  name: string,
  io: Pick<Io, 'terminal' | 'onSignal'>,
): Promise<Answer> => {
  const answer = await ask(`${question} Type ${name} to confirm: `, io, false);
  if (answer === undefined) return 'unavailable';
  return answer.line?.trim() === name ? 'yes' : 'no';
};

type Typed = { readonly value: string | undefined } | 'unavailable';

const typedLine =
  (hidden: boolean) =>
  async (question: string, io: Pick<Io, 'terminal' | 'onSignal'>): Promise<Typed> => {
    const answer = await ask(question, io, hidden);
    if (answer === undefined) return 'unavailable';
    return { value: answer.line === '' ? undefined : answer.line };
  };

/** Returns `unavailable` without a terminal, undefined if nothing was typed. */
export const hiddenPrompt = typedLine(true);

export const linePrompt = typedLine(false);
