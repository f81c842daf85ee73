import { replyViewOf } from '../catalogue/callable.ts';
import type { Command } from '../catalogue/command.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { isArray, isObject } from '../documents/json/json.ts';
import { serviceOf } from '../services/index.ts';
import { rowsOf, rowsWanted } from '../services/items.ts';

export const itemsOf = (command: Command, document: Json, chosen: boolean): readonly JsonObject[] => {
  const view = replyViewOf(command);
  const plain = (): readonly JsonObject[] => (isArray(document) ? document : [document]).filter(isObject);
  if (chosen || view === undefined) return plain();
  const [choice] = command.operations;
  if (choice === undefined) return rowsOf(document, rowsWanted(view)) ?? plain();
  const service = serviceOf(choice.operation.service);
  return service.readItems(document, service.viewOf?.(document, view) ?? view);
};
