/** The custom messages of every namespace; at most 100 in each (document 2, section 8). */
import { randomUUID } from 'node:crypto';
import { EngineError } from '../engine.ts';
import type { Message, MessageFields } from './message.ts';

const LIMIT = 100;

export class MessageStore {
  readonly #namespaces = new Map<string, Map<string, Message>>();

  all(namespace: string): readonly Message[] {
    return [...(this.#namespaces.get(namespace)?.values() ?? [])];
  }

  find(namespace: string, id: string): Message | undefined {
    return this.#namespaces.get(namespace)?.get(id);
  }

  add(namespace: string, fields: MessageFields): Message {
    const messages = this.#namespaces.get(namespace) ?? new Map<string, Message>();
    if (messages.size >= LIMIT) {
      throw new EngineError(400, 'failed to create custom message: maximum number of messages already exist');
    }
    const message = { ...fields, id: randomUUID() };
    messages.set(message.id, message);
    this.#namespaces.set(namespace, messages);
    return message;
  }

  /** The whole message is replaced; undefined when there is none with this id. */
  replace(namespace: string, id: string, fields: MessageFields): Message | undefined {
    const messages = this.#namespaces.get(namespace);
    if (messages?.has(id) !== true) return undefined;
    const message = { ...fields, id };
    messages.set(id, message);
    return message;
  }

  remove(namespace: string, id: string): boolean {
    return this.#namespaces.get(namespace)?.delete(id) ?? false;
  }
}
