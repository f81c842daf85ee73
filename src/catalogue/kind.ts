import type { Command } from './command.ts';
import type { Field, Fields } from './field.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { KindName, OtherKindName, StateKindName } from './kind-name.ts';
import type { ServerCondition, ServiceName } from './product.ts';

export type ObjectScope = 'organization' | 'namespace' | 'mount';

/** Keys at every depth: `true` for a value that is not looked into, `*` for any key. */
export interface DocumentKeys {
  readonly [key: string]: DocumentKeys | true;
}

/** A value that is as good as none: `''`, or the word of some servers for their default. */
interface ResetValue {
  readonly value: Json;
  readonly servers?: readonly ServerCondition[];
}

interface Written {
  /** Its settings are its body parameters that a reply has too; `update` may take fewer. */
  readonly create: Command;
  readonly update: Command;
  /** The effect of a write on settings that it omits; `cleared`: every write has to send all of them. */
  readonly omitted: 'kept' | 'reset' | 'cleared';
  /** The values of settings that no file names any more, where their documented defaults do not say them exactly. */
  readonly resetValues?: Readonly<Record<string, ResetValue>>;
  readonly documentParameter?: string;
  readonly keys?: DocumentKeys;
  /** Keys of a whole document that the server computes, at any depth. */
  readonly computed?: readonly string[];
  readonly guard?: 'index';
  readonly rotates?: Rotation;
}

/** A write that gives accounts new passwords or keys. */
interface Rotation {
  readonly text: string;
  readonly unlessSetting?: string;
  /** A list whose new entries rotate. */
  readonly growingList?: string;
}

/** A part of an object with its own commands to read and write it. */
export interface ObjectPart {
  readonly part: string;
  readonly summary: string;
  /** `names`: a list of names; `text`: one value or none; `settings`: an object of settings, or none. */
  readonly shape: 'names' | 'text' | 'settings';
  readonly read?: Command;
  readonly field: string;
  readonly reported?: string;
  /** Returns null if the settings are not the object's own. */
  readonly ownSettings?: (item: JsonObject) => Json;
  /** `input` takes the names or the value; settings are parameters by their keys. */
  readonly add: { readonly command: Command; readonly input?: string };
  readonly remove: { readonly command: Command; readonly input?: string };
  readonly refers?: KindName;
  /** The value of a setting with which the part exists. */
  readonly when?: { readonly field: string; readonly value: Json };
}

interface FetchedField {
  readonly field: Field;
  readonly command: Command;
  readonly item: string;
  readonly unless?: string;
}

interface KindBase {
  readonly summary: string;
  readonly service: ServiceName;
  readonly scope: readonly ObjectScope[];
  /** `id`: the field of an ID that the input takes as well, and that a rename keeps. */
  readonly name: {
    readonly field: string;
    readonly input: string;
    readonly id?: string;
    readonly idFlag?: Readonly<Record<string, string>>;
    /** The setting that identifies an object in a file, since the server assigns the name. */
    readonly assigned?: string;
    readonly sample?: string;
  };
  readonly fields: Fields;
  readonly show: Command;
  /** Fields of another list: the command that lists them, and the field of its items. */
  readonly fetched?: Readonly<Record<string, FetchedField>>;
  readonly namespaceField?: string;
  /** Whether names can contain slashes: a listed name that ends in one is a folder. */
  readonly folders?: true;
  /** Finds the mount for a change without --mount. */
  readonly mountOf?: (...given: never) => Promise<string | undefined>;
  readonly singleton?: true;
  /** Settings or fields of a reply that a file cannot contain. */
  readonly omitsFields?: readonly string[];
  readonly remove?: Command;
  /** The field that is true as long as a removed object is still shown. */
  readonly removedField?: string;
  readonly renames?: string;
  readonly parts?: readonly ObjectPart[];
  /** The kind of the object, for settings whose value is an ID. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly parent?: { readonly kind: KindName; readonly input: string };
  readonly list?: {
    readonly command: Command;
    readonly reportsFields: 'all' | readonly string[];
    readonly filter?: Readonly<Record<string, string>>;
    readonly search?: string;
    /** How to choose by a field that neither list nor object reports. */
    readonly richer?: RicherList;
    readonly whole?: Readonly<Record<string, number | string>>;
  };
}

export interface RicherList {
  readonly text: string;
  /** Commands without `trivet`; `{where}` is the condition. */
  readonly commands: readonly string[];
}

export type ObjectKind = KindBase &
  (
    | { readonly kind: StateKindName; readonly write: Written }
    | { readonly kind: OtherKindName; readonly write?: undefined }
  );

/** Whether an object that is still shown is as good as deleted. */
export const isRemoved = ({ removedField }: ObjectKind, item: JsonObject): boolean =>
  removedField !== undefined && item[removedField] === true;
