import type {
  AliasEvent,
  DocumentDirective,
  DocumentEvent,
  Event,
  MappingEvent,
  ScalarEvent,
  ScalarTagDefinition,
  SequenceEvent,
} from 'js-yaml';
import {
  boolCoreTag,
  COLLECTION_STYLE,
  EVENT_ID,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  mapTag,
  NOT_RESOLVED,
  nullCoreTag,
  SCALAR_STYLE,
  seqTag,
  strTag,
} from 'js-yaml';
import type { Fault, Located, LocatedEntry, Place, NodeText } from './located.ts';
import { Lines, Spot, startOf } from './located.ts';
import type { Parsed } from './parse-yaml.ts';
import { Broken, parseDocuments } from './parse-yaml.ts';

/** Values with aliases expanded; more is an attack or a mistake. */
const mostValues = 200_000;

type Scalar = Extract<Located, { kind: 'scalar' }>['value'];

/** Reads integers beyond 2^53 exactly. */
const exactIntTag: ScalarTagDefinition<number | bigint> = {
  ...intCoreTag,
  resolve(source, explicit, name) {
    const value = intCoreTag.resolve(source, explicit, name);
    // Zero has no sign.
    if (value === NOT_RESOLVED || Number.isSafeInteger(value)) return value === 0 ? 0 : value;
    const digits = BigInt(source.replace(/^[-+]/, ''));
    return source.startsWith('-') ? -digits : digits;
  },
};

/** Tags of plain values, in the order in which they are tried. */
const implicitTags: readonly ScalarTagDefinition<Scalar>[] = [
  nullCoreTag,
  boolCoreTag,
  exactIntTag,
  floatCoreTag,
];
const scalarTags = new Map([...implicitTags, strTag].map((tag) => [tag.tagName, tag]));

const implicitValue = (source: string): Scalar => {
  const first = source.charAt(0);
  for (const tag of implicitTags) {
    if (tag.implicitFirstChars?.includes(first) === false) continue;
    const value = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
};

const isQuoted = ({ style }: ScalarEvent): boolean =>
  style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;

type Tagged = ScalarEvent | SequenceEvent | MappingEvent;

interface Anchored {
  readonly node: Located;
  readonly values: number;
}

class Composer {
  readonly #documents: Located[];
  readonly #faults: Fault[];
  readonly #text: string;
  readonly #lines: Lines;
  readonly #events: readonly Event[];
  #next = 0;
  #values = 0;
  #start: Place = startOf;
  #end = 0;
  readonly #spans: Map<Located, NodeText> | undefined;
  #last = 0;
  readonly #anchors = new Map<string, Anchored | undefined>();

  constructor({ text, events }: Parsed, { file, spans }: ReadYaml, documents: Located[], faults: Fault[]) {
    this.#spans = spans;
    this.#text = text;
    this.#lines = new Lines(text, file);
    this.#events = events;
    this.#documents = documents;
    this.#faults = faults;
  }

  compose(): void {
    // After a fault the rest of the document is skipped.
    for (let event = this.#events[0]; event !== undefined; event = this.#events[this.#next]) {
      this.#next += 1;
      if (event.type === EVENT_ID.DOCUMENT && this.#values <= mostValues) this.#document(event);
    }
  }

  #document({ directives }: DocumentEvent): void {
    this.#refuse(directives);
    this.#anchors.clear();
    this.#start = this.#placeOf(this.#events[this.#next], new Spot(this.#lines, this.#end));
    try {
      const node = this.#node(this.#start);
      if (node.kind !== 'scalar' || node.value !== null) this.#documents.push(node);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#faults.push(error.fault);
    }
  }

  #fault(place: Place, text: string): void {
    this.#faults.push({ place, text });
  }

  /** Refuses directives: YAML 1.1 reads other values, and a prefix could change `!!str`. */
  #refuse(directives: readonly DocumentDirective[]): void {
    const refused = directives.find((one) => one.kind === 'tag' || one.version !== '1.2');
    if (refused === undefined) return;
    const pattern = /^\uFEFF?%/gm;
    pattern.lastIndex = this.#end;
    const place = new Spot(this.#lines, pattern.exec(this.#text)?.index ?? this.#end);
    const text =
      refused.kind === 'tag' ? '%TAG is not supported' : `trivet reads YAML 1.2, not ${refused.version}`;
    this.#fault(place, text);
  }

  #placeOf(event: Event | undefined, around: Place): Place {
    if (event === undefined) return around;
    if (event.type === EVENT_ID.SCALAR) {
      const start = event.valueStart;
      if (start === -1) return around;
      if (event.style === SCALAR_STYLE.PLAIN) return new Spot(this.#lines, start);
      return new Spot(this.#lines, isQuoted(event) ? start - 1 : this.#indicatorOf(start));
    }
    if (event.type === EVENT_ID.ALIAS) return new Spot(this.#lines, event.anchorStart - 1);
    return 'start' in event ? new Spot(this.#lines, event.start) : around;
  }

  #count(values: number): void {
    this.#values += values;
    if (this.#values > mostValues)
      throw new Broken(this.#start, `more than ${mostValues} values: aliases are followed, and each counts`);
  }

  #node(around: Place): Located {
    const event = this.#events[this.#next];
    this.#next += 1;
    const place = this.#placeOf(event, around);
    if (event?.type === EVENT_ID.ALIAS) return this.#alias(event, place);
    this.#count(1);
    if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
      return { kind: 'scalar', place, value: null, source: '' };
    if (event.anchorStart === -1) {
      const start = this.#startOf(event);
      const content = this.#content(event, place);
      if (event.tagStart === -1) this.#spans?.set(content, { start, end: this.#last });
      return content;
    }
    const anchor = this.#text.slice(event.anchorStart, event.anchorEnd);
    this.#anchors.set(anchor, undefined);
    const before = this.#values;
    const node = this.#content(event, place);
    this.#anchors.set(anchor, { node, values: this.#values - before + 1 });
    return node;
  }

  #alias({ anchorStart, anchorEnd }: AliasEvent, place: Place): Located {
    const anchor = this.#text.slice(anchorStart, anchorEnd);
    const found = this.#anchors.get(anchor);
    this.#count(found?.values ?? 1);
    if (found !== undefined) return found.node;
    const why = this.#anchors.has(anchor)
      ? 'contains itself'
      : `refers to nothing: there is no earlier &${anchor} stands before it`;
    this.#fault(place, `*${anchor} ${why}`);
    return { kind: 'scalar', place, value: null, source: '' };
  }

  #content(event: Tagged, place: Place): Located {
    if (event.type === EVENT_ID.SCALAR) {
      this.#last = this.#endOf(event);
      return this.#scalar(event, place);
    }
    const node = event.type === EVENT_ID.MAPPING ? this.#map(event, place) : this.#list(event, place);
    if (this.#spans !== undefined && event.style === COLLECTION_STYLE.FLOW) {
      this.#last = Math.max(this.#last, event.start + 1);
      const closer = /^(?:[\s,]|(?<=\s)#[^\n]*)*[\]}]/.exec(this.#text.slice(this.#last));
      this.#last += closer?.[0].length ?? 0;
    }
    return node;
  }

  #startOf(event: Tagged): number {
    if (event.type !== EVENT_ID.SCALAR) return event.start;
    if (event.valueStart === -1) return this.#endOf(event);
    if (isQuoted(event)) return event.valueStart - 1;
    return event.style === SCALAR_STYLE.PLAIN ? event.valueStart : this.#indicatorOf(event.valueStart);
  }

  #endOf(event: ScalarEvent): number {
    const { valueStart, valueEnd, style } = event;
    if (this.#spans === undefined) return 0;
    if (valueStart === -1)
      return this.#last + (/^[ \t]*[:-]/.exec(this.#text.slice(this.#last))?.[0].length ?? 0);
    if (isQuoted(event)) return valueEnd + 1;
    if (style === SCALAR_STYLE.PLAIN) return valueEnd;
    return valueStart + this.#text.slice(valueStart, valueEnd).trimEnd().length;
  }

  #indicatorOf(start: number): number {
    const line = this.#text.lastIndexOf('\n', start - 2) + 1;
    const indicator = this.#text.slice(line, start).search(/[|>][-+\d]*(?:[ \t]+#.*)?[ \t]*\r?\n?$/);
    return line + Math.max(0, indicator);
  }

  /** The tag `!` is the usual one of its kind of node. */
  #tagOf({ tagStart, tagEnd }: Tagged, usual: string): string {
    const raw = this.#text.slice(tagStart, tagEnd);
    if (tagStart === -1 || raw === '!') return usual;
    return raw.startsWith('!!') ? `tag:yaml.org,2002:${raw.slice(2)}` : raw.replace(/^!<(.*)>$/s, '$1');
  }

  #refuseTag({ tagStart, tagEnd }: Tagged): void {
    const raw = this.#text.slice(tagStart, tagEnd);
    this.#fault(new Spot(this.#lines, tagStart), `the tag ${raw} is not supported here`);
  }

  #scalar(event: ScalarEvent, place: Place): Located {
    const source = getScalarValue(this.#text, event);
    this.#end = Math.max(this.#end, event.valueEnd);
    if (event.tagStart === -1) {
      const value = event.style === SCALAR_STYLE.PLAIN ? implicitValue(source) : source;
      return { kind: 'scalar', place, value, source };
    }
    const name = this.#tagOf(event, strTag.tagName);
    const value = scalarTags.get(name)?.resolve(source, true, name);
    if (value !== undefined && value !== NOT_RESOLVED) return { kind: 'scalar', place, value, source };
    this.#refuseTag(event);
    return { kind: 'scalar', place, value: source, source };
  }

  #list(event: SequenceEvent, place: Place): Located {
    if (this.#tagOf(event, seqTag.tagName) !== seqTag.tagName) this.#refuseTag(event);
    const items: Located[] = [];
    while (this.#more()) items.push(this.#node(place));
    return { kind: 'list', place, items };
  }

  #map(event: MappingEvent, place: Place): Located {
    if (this.#tagOf(event, mapTag.tagName) !== mapTag.tagName) this.#refuseTag(event);
    const entries: LocatedEntry[] = [];
    const keys = new Set<string>();
    while (this.#more()) {
      const at = this.#placeOf(this.#events[this.#next], place);
      const key = this.#key(at);
      if (keys.has(key)) {
        const named = /^[\w.-]{1,100}$/.test(key) ? key : 'a key';
        this.#fault(
          at,
          `${named} is given twice${at.column === 1 ? '; a line of --- separates documents' : ''}`,
        );
      }
      keys.add(key);
      entries.push({ key, place: at, node: this.#node(at) });
    }
    return { kind: 'map', place, entries };
  }

  #more(): boolean {
    if (this.#next < this.#events.length && this.#events[this.#next]?.type !== EVENT_ID.POP) return true;
    this.#next += 1;
    return false;
  }

  #key(place: Place): string {
    const event = this.#events[this.#next];
    const isText =
      event?.type === EVENT_ID.SCALAR &&
      (event.valueStart !== -1 || event.tagStart !== -1) &&
      this.#tagOf(event, strTag.tagName) === strTag.tagName;
    const node = isText ? this.#node(place) : undefined;
    if (node?.kind !== 'scalar') throw new Broken(place, 'a key must be plain text');
    return node.source;
  }
}

interface ReadYaml {
  readonly file?: string | undefined;
  readonly spans?: Map<Located, NodeText> | undefined;
}

/** Faults are repeated keys, tags, directives, unresolved aliases and syntax errors. Faulty documents are left out. */
export const readYaml = (
  text: string,
  file?: string,
  spans?: Map<Located, NodeText>,
): { readonly documents: readonly Located[]; readonly faults: readonly Fault[] } => {
  const documents: Located[] = [];
  const parsed = parseDocuments(text);
  const faults = [...parsed.faults];
  // A bracket that was moved has another place in the file.
  const known = parsed.text === text ? spans : undefined;
  new Composer(parsed, { file, spans: known }, documents, faults).compose();
  return { documents, faults };
};
