/** test/seeds/2-secrets.md, section 2.1. */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asMap, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { formatTime, parseTime } from '../rfc3339.ts';

export interface MessageFields {
  readonly title: string;
  readonly authenticated: boolean;
  readonly type: 'banner' | 'modal';
  readonly message: string;
  readonly link: Readonly<Record<string, string>> | undefined;
  readonly options: Input | undefined;
  readonly start: number;
  readonly end: number | undefined;
}

export interface Message extends MessageFields {
  readonly id: string;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function required(input: Input, name: string): string {
  const value = asText(input, name, '');
  if (value === '') throw new EngineError(400, `missing ${name} parameter value`);
  return value;
}

function timeOf(name: string, text: string): number {
  const time = parseTime(text);
  if (time === undefined) {
    throw new EngineError(400, `invalid ${name} parameter value, must be an RFC 3339 timestamp: ${text}`);
  }
  return time;
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

function linkOf(input: Input): MessageFields['link'] {
  const link = asMap(input, 'link');
  if (link === undefined) return undefined;
  const entries = Object.entries(link);
  const [first] = entries;
  if (first === undefined) return undefined;
  if (entries.length > 1) {
    throw new EngineError(
      400,
      'invalid number of elements in link parameter value; only a single element can be provided',
    );
  }
  const [title, url] = first;
  if (typeof url !== 'string' || !isUrl(url)) {
    throw new EngineError(400, `invalid url for "${title}" key in link parameter value`);
  }
  return { [title]: url };
}

/** `purpose`: `create` or `update`, for error texts. */
export function readFields(input: Input, purpose: string): MessageFields {
  const title = required(input, 'title');
  const message = required(input, 'message');
  const start = timeOf('start_time', required(input, 'start_time'));
  if (!BASE64.test(message)) {
    throw new EngineError(400, 'invalid message parameter value, must be base64 encoded');
  }
  const type = asText(input, 'type', '') || 'banner';
  if (type !== 'banner' && type !== 'modal') {
    throw new EngineError(400, `failed to ${purpose} custom message: unrecognized message type`);
  }
  const endText = asText(input, 'end_time', '');
  const end = endText === '' ? undefined : timeOf('end_time', endText);
  if (end !== undefined && end <= start) {
    throw new EngineError(
      400,
      `failed to ${purpose} custom message: message start time must occur before end time`,
    );
  }
  return {
    title,
    message,
    type,
    start,
    end,
    authenticated: asBoolean(input, 'authenticated', true),
    link: linkOf(input),
    options: asMap(input, 'options'),
  };
}

export function isActive(message: MessageFields, now: number): boolean {
  return message.start <= now && (message.end === undefined || now < message.end);
}

export function viewOf(message: Message, now: number): Readonly<Record<string, Json>> {
  return {
    id: message.id,
    title: message.title,
    authenticated: message.authenticated,
    type: message.type,
    message: message.message,
    start_time: formatTime(message.start),
    end_time: message.end === undefined ? null : formatTime(message.end),
    link: message.link ?? null,
    options: message.options ?? null,
    active: isActive(message, now),
  };
}
