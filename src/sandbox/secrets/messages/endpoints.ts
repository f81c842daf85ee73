/** test/seeds/2-secrets.md, section 4.1. */
import type { Json } from '../../contract.ts';
import { asBoolean, asText } from '../coerce.ts';
import type { EngineReply } from '../engine.ts';
import { nothingThere } from '../routes.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from '../system/request.ts';
import { addDemoMessages } from './demo.ts';
import type { Message } from './message.ts';
import { isActive, readFields, viewOf } from './message.ts';
import type { MessageStore } from './store.ts';

/** An omitted filter matches both values. */
function matches(request: SystemRequest, message: Message, now: number): boolean {
  const active = asBoolean(request.input, 'active');
  const authenticated = asBoolean(request.input, 'authenticated');
  const type = asText(request.input, 'type', '');
  if (active !== undefined && active !== isActive(message, now)) return false;
  if (authenticated !== undefined && authenticated !== message.authenticated) return false;
  // An unknown type does not filter.
  return (type !== 'banner' && type !== 'modal') || type === message.type;
}

function listing(
  messages: readonly Message[],
  describe: (message: Message) => Readonly<Record<string, Json>>,
): EngineReply {
  if (messages.length === 0) throw nothingThere();
  return {
    data: {
      keys: messages.map((message) => message.id),
      key_info: Object.fromEntries(messages.map((message) => [message.id, describe(message)])),
    },
  };
}

function list(context: SystemContext, store: MessageStore, request: SystemRequest): EngineReply {
  const now = context.clock.now();
  const chosen = store.all().filter((message) => matches(request, message, now));
  return listing(chosen, (message) => {
    const { title, type, authenticated, start_time, end_time, active } = viewOf(message, now);
    return {
      title: title ?? null,
      type: type ?? null,
      authenticated: authenticated ?? null,
      start_time: start_time ?? null,
      end_time: end_time ?? null,
      active: active ?? null,
    };
  });
}

function shown(context: SystemContext, store: MessageStore, authenticated: boolean): EngineReply {
  const now = context.clock.now();
  const chosen = store
    .all()
    .filter((message) => message.authenticated === authenticated && isActive(message, now));
  return listing(chosen, (message) => viewOf(message, now));
}

function found(message: Message | undefined, now: number): EngineReply {
  if (message === undefined) throw nothingThere();
  return { data: viewOf(message, now) };
}

export function messageRoutes(context: SystemContext): SystemRoutes {
  const store = context.messages;
  if (!context.empty) addDemoMessages(store, context.clock.now());
  const record = (request: SystemRequest, what: string): void =>
    context.effects.record({ service: 'secrets', method: request.method, path: request.path, what });
  return {
    'config/ui/custom-messages': {
      LIST: ({ request }) => list(context, store, request),
      POST({ request }) {
        const fields = readFields(request.input, 'create');
        const id = request.inside === true ? asText(request.input, 'id', '') : '';
        const message = id === '' ? store.add(fields) : store.add(fields, id);
        record(request, `message.created ${message.id}`);
        return found(message, context.clock.now());
      },
    },
    'config/ui/custom-messages/:id': {
      GET: ({ param }) => found(store.find(param('id')), context.clock.now()),
      POST({ request, param }) {
        const id = param('id');
        if (store.find(id) === undefined) throw nothingThere();
        const message = store.replace(id, readFields(request.input, 'update'));
        record(request, `message.updated ${id}`);
        return found(message, context.clock.now());
      },
      DELETE({ request, param }) {
        if (store.remove(param('id'))) record(request, `message.deleted ${param('id')}`);
        return {};
      },
    },
    'internal/ui/unauthenticated-messages': {
      GET: () => shown(context, store, false),
    },
    'internal/ui/authenticated-messages': { GET: () => shown(context, store, true) },
  };
}
