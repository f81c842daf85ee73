/** An in-memory tree with the operations of LDIF statements. */
import { isBelow, isDn, leafOf, normalizeDn, parentOf } from './distinguished-name.ts';

const RESULT_CODES = {
  16: 'No Such Attribute',
  20: 'Attribute Or Value Exists',
  32: 'No Such Object',
  34: 'Invalid DN Syntax',
  49: 'Invalid Credentials',
  65: 'Object Class Violation',
  66: 'Not Allowed On Non Leaf',
  68: 'Entry Already Exists',
} as const;

export class DirectoryError extends Error {}

function failure(code: keyof typeof RESULT_CODES, detail = ''): DirectoryError {
  return new DirectoryError(`LDAP Result Code ${code} "${RESULT_CODES[code]}": ${detail}`);
}

export type Attributes = ReadonlyMap<string, readonly string[]>;

export interface Entry {
  readonly dn: string;
  readonly attributes: Attributes;
}

export interface Change {
  readonly operation: 'add' | 'delete' | 'replace';
  readonly attribute: string;
  readonly values: readonly string[];
}

function applyChange(attributes: Attributes, { operation, attribute, values }: Change): Attributes {
  const name = attribute.toLowerCase();
  const before = attributes.get(name) ?? [];
  const after = new Map(attributes);
  const put = (list: readonly string[]): Attributes => {
    if (list.length === 0) after.delete(name);
    else after.set(name, list);
    return after;
  };
  switch (operation) {
    case 'replace':
      return put(values);
    case 'add':
      if (values.some((value) => before.includes(value))) {
        throw failure(20, `modify/add: ${attribute}: value already exists`);
      }
      return put([...before, ...values]);
    case 'delete':
      if (before.length === 0 || values.some((value) => !before.includes(value))) {
        throw failure(16, `modify/delete: ${attribute}: no such value`);
      }
      return put(values.length === 0 ? [] : before.filter((value) => !values.includes(value)));
  }
}

export class Directory {
  private readonly entries = new Map<string, Entry>();

  /** The only entry without a parent. */
  constructor(root: Entry) {
    this.entries.set(normalizeDn(root.dn), root);
  }

  entry(dn: string): Entry {
    const entry = this.entries.get(normalizeDn(dn));
    if (entry === undefined) throw failure(32);
    return entry;
  }

  search(base: string, attribute: string, value: string): readonly Entry[] {
    const wanted = value.toLowerCase();
    return [...this.entries.values()].filter(
      ({ dn, attributes }) =>
        isBelow(dn, base) &&
        (attributes.get(attribute.toLowerCase()) ?? []).some((held) => held.toLowerCase() === wanted),
    );
  }

  add({ dn, attributes }: Entry): void {
    if (!isDn(dn)) throw failure(34, 'invalid DN');
    if (this.entries.has(normalizeDn(dn))) throw failure(68);
    this.entry(parentOf(dn));
    if (!attributes.has('objectclass')) throw failure(65, 'no objectClass attribute');
    this.entries.set(normalizeDn(dn), { dn, attributes });
  }

  adopt({ dn, attributes }: Entry): void {
    if (!isDn(dn) || this.entries.has(normalizeDn(dn))) return;
    this.adopt({ dn: parentOf(dn), attributes: new Map([['objectclass', ['organizationalUnit']]]) });
    this.entries.set(normalizeDn(dn), { dn, attributes });
  }

  modify(dn: string, changes: readonly Change[]): void {
    const entry = this.entry(dn);
    this.entries.set(normalizeDn(dn), {
      dn: entry.dn,
      attributes: changes.reduce(applyChange, entry.attributes),
    });
  }

  delete(dn: string): void {
    this.entry(dn);
    this.#requireLeaf(dn);
    this.entries.delete(normalizeDn(dn));
  }

  rename(dn: string, newLeaf: string, deleteOld: boolean, newParent = parentOf(dn)): void {
    const entry = this.entry(dn);
    this.#requireLeaf(dn);
    const renamed = `${newLeaf},${newParent}`;
    if (this.entries.has(normalizeDn(renamed))) throw failure(68);
    this.entry(newParent);
    const [oldAttribute, oldValue] = leafOf(dn);
    const [attribute, value] = leafOf(newLeaf);
    let { attributes } = entry;
    if (deleteOld && (attributes.get(oldAttribute.toLowerCase()) ?? []).includes(oldValue)) {
      attributes = applyChange(attributes, {
        operation: 'delete',
        attribute: oldAttribute,
        values: [oldValue],
      });
    }
    if (!(attributes.get(attribute.toLowerCase()) ?? []).includes(value)) {
      attributes = applyChange(attributes, { operation: 'add', attribute, values: [value] });
    }
    this.entries.delete(normalizeDn(dn));
    this.entries.set(normalizeDn(renamed), { dn: renamed, attributes });
  }

  #requireLeaf(dn: string): void {
    const below = `,${normalizeDn(dn)}`;
    if ([...this.entries.keys()].some((other) => other.endsWith(below))) throw failure(66);
  }
}

export function invalidCredentials(): DirectoryError {
  return failure(49);
}
