/** Adds, modifies, deletes and renames entries (test/seeds/2-secrets.md, section 2.4, dynamic roles). */
import type { Attributes, Change } from './directory.ts';

export type LdifRecord = { readonly dn: string } & (
  | { readonly kind: 'add'; readonly attributes: Attributes }
  | { readonly kind: 'modify'; readonly changes: readonly Change[] }
  | { readonly kind: 'delete' }
  | {
      readonly kind: 'rename';
      readonly newLeaf: string;
      readonly deleteOld: boolean;
      readonly newParent: string | undefined;
    }
);

export class LdifError extends Error {
  constructor(line: number, reason: string) {
    super(`LDIF is invalid: Error in line ${line}: ${reason}`);
  }
}

interface Line {
  readonly number: number;
  readonly text: string;
}

interface Field extends Line {
  readonly name: string;
  readonly value: string;
}

function unfold(text: string): readonly Line[] {
  const lines: { number: number; text: string }[] = [];
  let inComment = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const before = lines.at(-1);
    if (line.startsWith(' ')) {
      if (!inComment && before !== undefined) before.text += line.slice(1);
      continue;
    }
    inComment = line.startsWith('#');
    if (!inComment) lines.push({ number: index + 1, text: line });
  }
  return lines;
}

function split(lines: readonly Line[]): readonly (readonly Line[])[] {
  const records: Line[][] = [[]];
  for (const line of lines) {
    if (line.text.trim() === '') records.push([]);
    else records.at(-1)?.push(line);
  }
  return records.filter((record) => record.length > 0);
}

function field(line: Line): Field {
  const match = /^([A-Za-z][\w.;-]*):(:?)\s*(.*)$/s.exec(line.text);
  if (match === null) throw new LdifError(line.number, `no attribute in ${JSON.stringify(line.text)}`);
  const [, name = '', encoded = '', value = ''] = match;
  if (encoded === '' && value.startsWith('<'))
    throw new LdifError(line.number, 'values by URL are not allowed');
  return { ...line, name, value: encoded === '' ? value : Buffer.from(value, 'base64').toString('utf8') };
}

function attributesOf(fields: readonly Field[]): Attributes {
  const attributes = new Map<string, readonly string[]>();
  for (const { name, value } of fields) {
    attributes.set(name.toLowerCase(), [...(attributes.get(name.toLowerCase()) ?? []), value]);
  }
  return attributes;
}

function changesOf(lines: readonly Line[]): readonly Change[] {
  const changes: Change[] = [];
  let current: { operation: Change['operation']; attribute: string; values: string[] } | undefined;
  for (const line of lines) {
    if (line.text.trim() === '-') {
      current = undefined;
      continue;
    }
    const { name, value } = field(line);
    if (current !== undefined) {
      if (name.toLowerCase() !== current.attribute.toLowerCase()) {
        throw new LdifError(line.number, `expected a value of ${current.attribute}`);
      }
      current.values.push(value);
      continue;
    }
    if (name !== 'add' && name !== 'delete' && name !== 'replace') {
      throw new LdifError(line.number, `unknown modification ${JSON.stringify(name)}`);
    }
    current = { operation: name, attribute: value, values: [] };
    changes.push(current);
  }
  return changes;
}

function renameOf(dn: string, fields: readonly Field[], line: number): LdifRecord {
  const value = (name: string): string | undefined =>
    fields.find((candidate) => candidate.name.toLowerCase() === name)?.value;
  const newLeaf = value('newrdn');
  if (newLeaf === undefined) throw new LdifError(line, 'missing newrdn');
  return {
    kind: 'rename',
    dn,
    newLeaf,
    deleteOld: value('deleteoldrdn') !== '0',
    newParent: value('newsuperior'),
  };
}

function recordOf(lines: readonly Line[]): LdifRecord | undefined {
  const [first, ...others] = lines;
  if (first === undefined) return undefined;
  if (/^version:/i.test(first.text)) return recordOf(others);
  if (!/^dn:/i.test(first.text)) throw new LdifError(first.number, "missing 'dn:'");
  const dn = field(first).value;
  const isTyped = /^changetype:/i.test(others[0]?.text ?? '');
  const type = isTyped && others[0] !== undefined ? field(others[0]).value.trim().toLowerCase() : 'add';
  const body = isTyped ? others.slice(1) : others;
  switch (type) {
    case 'add':
      if (body.length === 0) throw new LdifError(first.number, 'an entry without attributes');
      return { kind: 'add', dn, attributes: attributesOf(body.map(field)) };
    case 'modify':
      return { kind: 'modify', dn, changes: changesOf(body) };
    case 'delete':
      return { kind: 'delete', dn };
    case 'modrdn':
    case 'moddn':
      return renameOf(dn, body.map(field), first.number);
    default:
      throw new LdifError(first.number, `invalid changetype ${JSON.stringify(type)}`);
  }
}

export function parseLdif(text: string): readonly LdifRecord[] {
  const records = split(unfold(text))
    .map(recordOf)
    .filter((record) => record !== undefined);
  if (records.length === 0) throw new LdifError(1, 'no entry');
  return records;
}
