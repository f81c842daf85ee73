/** Frames are JSON with one field each, output in base64 (test/seeds/3-jobs.md §4.12). */
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { isObject, own, textAt } from '../../../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../../../documents/json/lossless.ts';

type ActionFrame =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'exit'; readonly code: number | undefined; readonly said: string }
  | { readonly kind: 'other' };

const garbled = (why: string): TrivetError =>
  new TrivetError('unknown-outcome', Exit.own, `the server sent ${why}; the result of the action is unknown`);

const bytesOf = (text: string): Uint8Array => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw garbled('output that is not base64');
  return Buffer.from(text, 'base64');
};

const exitOf = (document: Json): ActionFrame => {
  const result = own(document, 'result');
  // A frame leaves 0 out.
  const code = own(result, 'exit_code') ?? 0;
  const known = typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255;
  return { kind: 'exit', code: known ? code : undefined, said: writeJson(code) };
};

/** @throws TrivetError unknown outcome, for any other frame */
export const readFrame = (frame: string | Buffer): ActionFrame => {
  const document = jsonIn(typeof frame === 'string' ? frame : frame.toString('utf8'));
  if (document === undefined) throw garbled('a frame that is not JSON');
  if (!isObject(document)) throw garbled('a frame that is not an object');
  if (own(document, 'exited') === true) return exitOf(document);
  for (const kind of ['stdout', 'stderr'] as const) {
    const data = textAt(own(document, kind), 'data');
    if (data !== undefined) return { kind, bytes: bytesOf(data) };
  }
  return { kind: 'other' };
};

export const inputFrame = (bytes: Uint8Array): Json => ({
  stdin: { data: Buffer.from(bytes).toString('base64') },
});
export const inputEnd: Json = { stdin: { close: true } };
export const heartbeat: Json = {};
export const sizeFrame = (height: number, width: number): Json => ({ tty_size: { height, width } });
export const tokenFrame = (token: string): Json => ({ version: 1, auth_token: token });
