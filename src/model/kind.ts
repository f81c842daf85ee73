/** What commands are about: kinds of objects, their names, and the commands that read them. */
import type { Command } from './command.ts';
import type { Fields } from './field.ts';
import type { KindName } from './kind-name.ts';
import type { ServiceName } from './product.ts';

/** What a name is unique in, beside the server. */
type Scope = 'organization' | 'namespace' | 'mount';

export interface ObjectKind {
  readonly kind: KindName;
  /** As in a sentence: `job`, `role of the PKI engine`. */
  readonly summary: string;
  readonly service: ServiceName;
  readonly scope: readonly Scope[];
  /** The field that holds the name, and the input that takes it; `assigned`: the server chooses it. */
  readonly name: { readonly field: string; readonly input: string; readonly assigned?: true };
  /** What `show` gives of it. */
  readonly fields: Fields;
  readonly show: Command;
  /** Names may hold slashes: a listed name that ends in one is a folder. */
  readonly folders?: true;
  /** The object that it is part of, by the input that names that one. */
  readonly parent?: { readonly kind: KindName; readonly input: string };
  readonly list?: {
    readonly command: Command;
    /** The fields that the list gives: all of the kind, or these. */
    readonly gives: 'all' | readonly string[];
    /** A field that the server can filter by -> the input that does. */
    readonly filter?: Readonly<Record<string, string>>;
    /** Input that leaves only names which begin with its value, or hold it. */
    readonly search?: string;
    /** More input of the list, for as many names as a page can hold. */
    readonly whole?: Readonly<Record<string, number | string>>;
  };
}
