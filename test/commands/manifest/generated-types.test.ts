/**
 * What generators of clients need of the manifest's schemas: a name for each type, and a type for each declared field.
 * test/clients runs generators that others wrote.
 */
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../support/catalogue.ts';
import { replyFieldsOf } from '../../../src/catalogue/command.ts';
import type { Json, JsonObject } from '../../../src/documents/json/json.ts';
import { isArray, isObject, own, textAt } from '../../../src/documents/json/json.ts';
import { objectsIn, readManifest } from '../../../src/commands/manifest/workflows/manifest-document.ts';

const manifest = readManifest();
const commands = objectsIn(manifest, 'commands');
const shared = own(manifest, '$defs');

const resolved = (schema: Json | undefined): Json | undefined => {
  const name = textAt(schema, '$ref')?.slice('#/$defs/'.length);
  return name === undefined ? schema : resolved(own(shared, name));
};

/** Whether a generator can give it a type: `unknown` or `Any` for it would be a loss. */
const isTyped = (schema: Json | undefined): boolean => {
  const found = resolved(schema);
  const choices = own(found, 'anyOf');
  if (isArray(choices)) return choices.every(isTyped);
  return own(found, 'type') !== undefined || own(found, 'enum') !== undefined;
};

const membersOf = (schema: Json | undefined): readonly (readonly [string, Json | undefined])[] => {
  const properties = own(resolved(schema), 'properties');
  return isObject(properties) ? Object.entries(properties) : [];
};

const className = (definition: string): string =>
  definition
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

describe('the schemas of the manifest', () => {
  test('have names that generators make types of, each its own', () => {
    const names = Object.keys(isObject(shared) ? shared : {});
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/i);
    expect(new Set(names.map(className)).size).toBe(names.length);
  });

  test('give a type to every field of every item and reply', () => {
    const untyped = commands.flatMap((command: JsonObject) =>
      ['item', 'reply'].flatMap((member) =>
        membersOf(command[member])
          .filter(([, schema]) => !isTyped(schema))
          .map(([name]) => `${textAt(command, 'path') ?? ''} ${member} ${name}`),
      ),
    );
    expect(untyped).toEqual([]);
    const declared = allCommands.reduce(
      (sum, command) => sum + Object.keys(replyFieldsOf(command)).length,
      0,
    );
    expect(declared).toBeGreaterThan(1000);
  });

  test('give a type to every input but those that take any JSON', () => {
    const untyped = commands.flatMap((command) => {
      const free = [...objectsIn(command, 'flags'), ...objectsIn(command, 'positionals')].flatMap((one) =>
        one['type'] === 'json' ? [(textAt(one, 'name') ?? '').replace(/^--/, '')] : [],
      );
      return membersOf(command['input'])
        .filter(([name, schema]) => !isTyped(schema) && !free.includes(name))
        .map(([name]) => `${textAt(command, 'path') ?? ''} ${name}`);
    });
    expect(untyped).toEqual([]);
  });
});
