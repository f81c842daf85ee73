import { recordView } from '../../model/view.ts';
import { messageReplyFields } from './fields.ts';
/** What the operations on custom messages share (document 2 §2.1, §4.1). */
import type { Parameter, Parameters } from '../../model/parameter.ts';

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
export const messageListColumns = [
  ['key', 'id'],
  'title',
  'status',
  'type',
  'authenticated',
  ['start_time', 'start'],
  ['end_time', 'end'],
] as const;

const messageColumns = [
  'id',
  'title',
  'status',
  'type',
  'authenticated',
  ['start_time', 'start'],
  ['end_time', 'end'],
  'link',
  'options',
  'message',
] as const;

export const messageView = recordView({
  fields: messageReplyFields,
  essential: ['id'],
  name: 'id',
  columns: messageColumns,
});
