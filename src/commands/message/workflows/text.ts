/** test/seeds/2-secrets.md §2.1. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isObject, own, textAt } from '../../../documents/json/json.ts';
import { parseTime } from '../../../output/text/time.ts';

const timeAt = (message: Json | undefined, key: string): number | undefined => {
  const text = textAt(message, key);
  return text === undefined || text === '' ? undefined : parseTime(text);
};

type MessageStatus = 'active' | 'scheduled' | 'expired';

/** The status: `active` if reported, else by the period (start included, end excluded). */
export const statusOf = (message: Json, now: number): MessageStatus | undefined => {
  const start = timeAt(message, 'start_time');
  const end = timeAt(message, 'end_time');
  const active = own(message, 'active');
  if (active === true) return 'active';
  if (start === undefined) return undefined;
  if (now < start) return 'scheduled';
  if (end !== undefined && now >= end) return 'expired';
  return active === false ? 'expired' : 'active';
};

/** A text that is not base64 is returned unchanged. */
export const messageText = (body: string): string => {
  const bytes = Buffer.from(body, 'base64');
  const canonical = bytes.toString('base64').replace(/=+$/, '') === body.replace(/=+$/, '');
  return canonical && isUtf8(bytes) ? bytes.toString('utf8') : body;
};

const readable = (message: Json, now: number): Json => {
  if (!isObject(message)) return message;
  const body = textAt(message, 'message');
  return {
    ...message,
    status: statusOf(message, now),
    ...(body === undefined ? {} : { message: messageText(body) }),
  };
};

export const readableDocument = (document: Json, now: number): Json => {
  const data = own(document, 'data');
  if (!isObject(document) || !isObject(data)) return document;
  const info = own(data, 'key_info');
  if (!isObject(info)) return { ...document, data: readable(data, now) };
  const entries = Object.entries(info).map(([id, one]) => [id, readable(one ?? null, now)] as const);
  const keyInfo: JsonObject = Object.fromEntries(entries);
  return { ...document, data: { ...data, key_info: keyInfo } };
};
