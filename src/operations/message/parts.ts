/** What the operations on custom messages share (document 2 §2.1, §4.1). */
import type { Parameter, Parameters } from '../../model/parameter.ts';
import type { Column } from '../../model/view.ts';

export const messagesPath = '/sys/config/ui/custom-messages/';

export const messageId = {
  in: 'path',
  type: 'string',
  summary: 'ID of the message, as message list shows it',
  required: true,
  complete: 'message',
  metavar: 'id',
} as const satisfies Parameter;

/** Title, message and start are required on the wire; an update takes from the server what is not given. */
export const messageFields = {
  title: {
    in: 'body',
    type: 'string',
    summary: 'Title of the message',
    limits: { pattern: String.raw`[\s\S]*\S[\s\S]*`, meaning: 'a title that is not blank' },
    metavar: 'text',
  },
  message: {
    in: 'body',
    type: 'bytes',
    summary: 'What is shown: text, @FILE or -; trivet encodes it as base64',
    metavar: 'text',
  },
  start_time: {
    in: 'body',
    type: 'time',
    summary: 'When the active period starts: RFC 3339, a date, or +2h',
    metavar: 'time',
  },
  end_time: {
    in: 'body',
    type: 'time',
    summary: 'When the active period ends: RFC 3339, a date, or +2h',
    default: 'never',
    metavar: 'time',
  },
  type: {
    in: 'body',
    type: 'string',
    summary: 'How it is shown',
    enum: ['banner', 'modal'],
    default: 'banner',
    metavar: 'banner|modal',
  },
  authenticated: {
    in: 'body',
    type: 'boolean',
    summary: 'Shown after login; --no-authenticated shows it before, to anybody',
    default: 'true (after login)',
  },
  link: {
    in: 'body',
    type: 'map',
    summary: 'One link below the message',
    limits: { maxItems: 1 },
    metavar: 'title=url',
  },
  options: {
    in: 'body',
    type: 'json-map',
    flag: 'option',
    summary: 'Custom property of the UI, repeated for more',
    metavar: 'key=json',
  },
} as const satisfies Parameters;

/** What scripts cut from `message list`; frozen. */
export const messageListColumns: readonly Column[] = [
  { header: 'id', path: 'key' },
  { header: 'title', path: 'title' },
  { header: 'status', path: 'status', tones: { active: 'good', scheduled: 'warn', expired: 'dim' } },
  { header: 'type', path: 'type' },
  { header: 'authenticated', path: 'authenticated', format: 'yes-no' },
  { header: 'start', path: 'start_time', format: 'time' },
  { header: 'end', path: 'end_time', format: 'time' },
];

export const messageColumns: readonly Column[] = [
  { header: 'id', path: 'id' },
  { header: 'title', path: 'title' },
  { header: 'status', path: 'status', tones: { active: 'good', scheduled: 'warn', expired: 'dim' } },
  { header: 'type', path: 'type' },
  { header: 'authenticated', path: 'authenticated', format: 'yes-no' },
  { header: 'start', path: 'start_time', format: 'time' },
  { header: 'end', path: 'end_time', format: 'time' },
  { header: 'link', path: 'link' },
  { header: 'options', path: 'options', format: 'json' },
  { header: 'message', path: 'message' },
];

export const messageView = { kind: 'record', name: 'id', columns: messageColumns } as const;
