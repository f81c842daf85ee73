/** At most 100 per namespace (test/seeds/2-secrets.md, section 8). */
import { randomUUID } from '../../random.ts';
import { EngineError } from '../engine.ts';
import type { Message, MessageFields } from './message.ts';

const LIMIT = 100;

export class MessageStore {
  private readonly messages = new Map<string, Message>();

  all(): readonly Message[] {
    return [...this.messages.values()];
  }

  find(id: string): Message | undefined {
    return this.messages.get(id);
  }

  add(fields: MessageFields, id: string = randomUUID()): Message {
    if (this.messages.size >= LIMIT) {
      throw new EngineError(400, 'failed to create custom message: maximum number of messages already exist');
    }
    const message = { ...fields, id };
    this.messages.set(id, message);
    return message;
  }

  replace(id: string, fields: MessageFields): Message | undefined {
    if (!this.messages.has(id)) return undefined;
    const message = { ...fields, id };
    this.messages.set(id, message);
    return message;
  }

  remove(id: string): boolean {
    return this.messages.delete(id);
  }
}
