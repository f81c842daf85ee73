/** Formats a diff as a tree, in linear time. */
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, listAt, membersOf, own, textAt } from '../../../../documents/json/json.ts';
import { serviceTraits } from '../../../../catalogue/product.ts';
import type { Painter } from '../../../../output/color.ts';
import { safe } from '../../../../output/text/safe.ts';
import { plainText } from '../../../../output/text/value.ts';
import { hideDifferences, hasPrivateKey, maskedText } from '../../../../catalogue/shown.ts';

export interface DiffOptions {
  readonly paint: Painter;
  readonly full: boolean;
  readonly reveal: boolean;
}

type Kind = 'Added' | 'Deleted' | 'Edited' | 'None';

const marks: Readonly<Record<Kind, string>> = { Added: '+', Deleted: '-', Edited: '~', None: ' ' };

const kindOf = (node: Json): Kind => {
  const type = textAt(node, 'Type');
  return type === 'Added' || type === 'Deleted' || type === 'Edited' ? type : 'None';
};

/** Which fields of a node are shown: all, those with a value, or none. */
type Detail = 'all' | 'said' | 'names';

/** Values that a server reports for an unset field. */
const unsaid: ReadonlySet<string> = new Set(['', '0', 'false']);

const annotations = (node: Json, paint: Painter): string => {
  const notes = listAt(node, 'Annotations').map((note) => safe(plainText(note)));
  if (notes.length === 0) return '';
  const text = `(${notes.join(', ')})`;
  return ` ${/destroy|destructive/.test(text) ? paint.red(text) : paint.cyan(text)}`;
};

const isWhole = (node: Json): boolean => kindOf(node) === 'Added' || kindOf(node) === 'Deleted';

const marked = (kind: Kind, paint: Painter): string => {
  const mark = marks[kind];
  if (kind === 'Added') return paint.green(mark);
  if (kind === 'Deleted') return paint.red(mark);
  return kind === 'Edited' ? paint.yellow(mark) : mark;
};

class Tree {
  readonly lines: string[] = [];
  readonly #options: DiffOptions;

  constructor(options: DiffOptions) {
    this.#options = options;
  }

  job(node: JsonObject): void {
    this.#part(node, `Job "${textAt(node, 'ID') ?? ''}"`, 0, isWhole(node) ? 'names' : 'said');
  }

  #part(node: Json, label: string, depth: number, brief: Detail, note = ''): void {
    this.#node(node, label, depth, this.#options.full || !isWhole(node) ? 'all' : brief, brief, note);
  }

  /** Empty without a change. @param within detail of new groups and tasks */
  #node(node: Json, label: string, depth: number, detail: Detail, within: Detail, note = ''): void {
    const { paint } = this.#options;
    const kind = kindOf(node);
    const before = this.lines.length;
    this.lines.push(
      `${'  '.repeat(depth)}${marked(kind, paint)} ${paint.bold(safe(label))}${note}${annotations(node, paint)}`,
    );
    if (detail !== 'names') {
      for (const field of listAt(node, 'Fields')) this.#field(field, depth + 1, detail);
      for (const object of listAt(node, 'Objects'))
        this.#node(object, textAt(object, 'Name') ?? '', depth + 1, detail, within);
    }
    for (const task of listAt(node, 'Tasks'))
      this.#part(task, `Task "${textAt(task, 'Name') ?? ''}"`, depth + 1, within);
    for (const group of listAt(node, 'TaskGroups')) this.#group(group, depth + 1, within);
    if (kind === 'None' && this.lines.length === before + 1) this.lines.length = before;
  }

  #group(group: Json, depth: number, within: Detail): void {
    const updates = own(group, 'Updates');
    const parts = membersOf(updates).map(([action, count]) => `${plainText(count)} ${action}`);
    const note = parts.length === 0 ? '' : ` (${safe(parts.join(', '))})`;
    this.#part(group, `Task group "${textAt(group, 'Name') ?? ''}"`, depth, within, note);
  }

  #field(field: Json, depth: number, detail: Detail): void {
    const kind = kindOf(field);
    if (kind === 'None') return;
    const { paint } = this.#options;
    const name = safe(textAt(field, 'Name') ?? '');
    const [from, to] = [plainText(own(field, 'Old')), plainText(own(field, 'New'))];
    if (detail === 'said' && unsaid.has(from) && unsaid.has(to)) return;
    const start = `${'  '.repeat(depth)}${marked(kind, paint)} ${name}:`;
    const end = annotations(field, paint);
    if (from.includes('\n') || to.includes('\n')) {
      this.lines.push(start + end);
      this.#text(from, to, depth + 1);
      return;
    }
    const value = (text: string): string => `"${safe(this.#format(text))}"`;
    if (kind === 'Added') this.lines.push(`${start} ${value(to)}${end}`);
    else if (kind === 'Deleted') this.lines.push(`${start} ${value(from)}${end}`);
    else this.lines.push(`${start} ${value(from)} => ${value(to)}${end}`);
  }

  #text(from: string, to: string, depth: number): void {
    const { paint } = this.#options;
    const old = from === '' ? [] : this.#format(from).split('\n');
    const now = to === '' ? [] : this.#format(to).split('\n');
    let start = 0;
    while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
    let end = 0;
    while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
      end += 1;
    const margin = '  '.repeat(depth);
    for (const line of old.slice(start, old.length - end))
      this.lines.push(margin + paint.red(`- ${safe(line)}`));
    for (const line of now.slice(start, now.length - end))
      this.lines.push(margin + paint.green(`+ ${safe(line)}`));
  }

  #format(text: string): string {
    return !this.#options.reveal && hasPrivateKey(text) ? maskedText : text;
  }
}

export const hiddenDiff = (diff: Json): Json => hideDifferences(diff, serviceTraits.jobs.usualSecrets ?? []);

export const diffLines = (diff: JsonObject, options: DiffOptions): readonly string[] => {
  const tree = new Tree(options);
  const shown = options.reveal ? diff : hiddenDiff(diff);
  tree.job(isObject(shown) ? shown : {});
  return tree.lines;
};
