/** The kinds of objects that commands are about, their names, and the commands that read them. */
import type { Command } from './command.ts';
import type { Field, Fields } from './field.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { KindName, OtherKindName, StateKindName } from './kind-name.ts';
import type { ServiceName } from './product.ts';

/** The scope in which a name is unique on a server. */
export type ObjectScope = 'organization' | 'namespace' | 'mount';

/** The keys of a document at every depth: `true` for a value that is not looked into, `*` for any key. */
export interface DocumentKeys {
  readonly [key: string]: DocumentKeys | true;
}

/** The commands that create and change an object as a whole, which `trivet apply` uses. */
interface Written {
  /** Creates it. The settings are its body parameters that a reply has too; `update` may take fewer. */
  readonly create: Command;
  readonly update: Command;
  /** The effect of leaving a setting out of a write; `cleared`: it becomes empty, so every write sends all of them. */
  readonly omitted: 'kept' | 'reset' | 'cleared';
  /** The body parameter for the whole object as one document, instead of parameters for its settings. */
  readonly whole?: string;
  /** Of a whole document: the keys that the server knows. */
  readonly keys?: DocumentKeys;
  /** Of a whole document: keys at any depth that the server computes. */
  readonly computed?: readonly string[];
  /** `index`: the server refuses a write if the object has changed; default: it is read again right before. */
  readonly guard?: 'index';
  readonly rotates?: Rotation;
}

/** A write that gives accounts new passwords or keys. */
interface Rotation {
  /** The effect, in words that follow the action: `rotates the password`. */
  readonly says: string;
  /** A creation rotates unless this setting is true. */
  readonly unless?: string;
  /** A new entry of this list rotates. */
  readonly adds?: string;
}

/** A part of an object with its own commands to read and write it. */
export interface ObjectPart {
  /** Its key in a file, next to `settings`. */
  readonly part: string;
  /** A noun phrase, no full stop. */
  readonly summary: string;
  /** `names`: a list of names; `text`: one value or none; `settings`: an object of settings, or none. */
  readonly shape: 'names' | 'text' | 'settings';
  /** Absent: the part is the field `field` of the object itself. */
  readonly read?: Command;
  /** The field of an item of the reply; for `settings` see `of`. */
  readonly field: string;
  /** A field of the object with these names, if the server reports it: no request is needed then. */
  readonly reported?: string;
  /** The settings of a reply, null if they are not the object's own. */
  readonly of?: (item: JsonObject) => Json;
  /** `input`: the parameter that takes the names, or the value; settings are parameters by their keys. */
  readonly add: { readonly command: Command; readonly input?: string };
  readonly remove: { readonly command: Command; readonly input?: string };
  /** The kind of the objects that the part names. */
  readonly refers?: KindName;
  /** It exists only while a setting has this value. */
  readonly when?: { readonly field: string; readonly is: Json };
}

interface FetchedField {
  readonly field: Field;
  readonly command: Command;
  readonly item: string;
  /** A field with these values, if the server reports it. */
  readonly unless?: string;
}

interface KindBase {
  /** As in a sentence: `job`, `role of the PKI engine`. */
  readonly summary: string;
  readonly service: ServiceName;
  readonly scope: readonly ObjectScope[];
  /**
   * The field with the name, and the input that takes it. `id`: the field of an ID that the input takes as well, which
   * stays when the object is renamed.
   */
  readonly name: {
    readonly field: string;
    readonly input: string;
    readonly id?: string;
    /** The flag and value for a name that is an ID. */
    readonly idFlag?: Readonly<Record<string, string>>;
    /** The server gives the name; a file without it means the object with this setting. */
    readonly assigned?: string;
    /** An ID in the server's form, used while none is known. */
    readonly sample?: string;
  };
  readonly fields: Fields;
  readonly show: Command;
  /** Fields that are in no reply about the object: the command that lists their values, and the field of its items. */
  readonly fetched?: Readonly<Record<string, FetchedField>>;
  /** The field with the namespace of an object, in a list over several. */
  readonly namespaceField?: string;
  /** Names can contain slashes: a listed name that ends in one is a folder. */
  readonly folders?: true;
  /** Finds the mount of an object of which only the name is known, for a change without --mount. */
  readonly mountOf?: () => Promise<{ readonly default: (...given: never) => Promise<string | undefined> }>;
  /** A mount has exactly one, named like the mount. */
  readonly singleton?: true;
  /** Settings of `write`, or fields, that a file cannot contain although a reply has them. */
  readonly leaves?: readonly string[];
  readonly remove?: Command;
  /** The input of an update that gives it another name. */
  readonly renames?: string;
  readonly parts?: readonly ObjectPart[];
  /** Settings whose value is an ID of this server -> the object of the ID. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The object that it is part of, by the input for that object. */
  readonly parent?: { readonly kind: KindName; readonly input: string };
  readonly list?: {
    readonly command: Command;
    /** The fields in the list: all of the kind, or these. */
    readonly gives: 'all' | readonly string[];
    /** A field that the server can filter by equality -> the input for it. */
    readonly filter?: Readonly<Record<string, string>>;
    /** Input that keeps only names which begin with its value, or contain it. */
    readonly search?: string;
    /** How to choose by a field that neither list nor object reports. */
    readonly richer?: RicherList;
    /** Further input of the list, to get as many names as a page can contain. */
    readonly whole?: Readonly<Record<string, number | string>>;
  };
}

/** Commands in a pipe that choose by more than the list reports. */
export interface RicherList {
  readonly says: string;
  /** Without `trivet`; `{where}` is the condition. */
  readonly commands: readonly string[];
}

export type ObjectKind = KindBase &
  (
    | { readonly kind: StateKindName; readonly write: Written }
    | { readonly kind: OtherKindName; readonly write?: undefined }
  );
