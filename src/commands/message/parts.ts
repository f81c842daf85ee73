import { recordView } from '../../catalogue/view.ts';
import { messageReplyFields } from './fields.ts';
/** test/seeds/2-secrets.md §2.1, §4.1. */
import type { Parameter, Parameters } from '../../catalogue/parameter.ts';

export const messagesPath = '/sys/config/ui/custom-messages/';

export const messageId = {
  in: 'path',
  type: 'string',
  summary: 'Message ID, as message list shows it',
  required: true,
  complete: 'message',
  metavar: 'id',
} as const satisfies Parameter;

/** An update takes missing fields from the server. */
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
    summary: 'Text to show: as it is, @FILE or -',
    metavar: 'text',
  },
  start_time: {
    in: 'body',
    type: 'time',
    summary: 'Start of display: RFC 3339, date, or +2h',
    metavar: 'time',
  },
  end_time: {
    in: 'body',
    type: 'time',
    summary: 'End of display: RFC 3339, date, or +2h',
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
    summary: 'Show after login; --no-authenticated: before, to anyone',
    default: 'true (after login)',
  },
  link: {
    in: 'body',
    type: 'map',
    summary: 'One link below the message',
    limits: { maxItems: 1, pattern: 'https?://[^\\s]+', meaning: 'title=url, with an http or https URL' },
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

/** The columns are frozen, since scripts parse them. */
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
