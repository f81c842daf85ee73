/** What the scripted client can do through either door: read descriptions, and call. */

/** Something that can be called, as far as it is described. */
export interface Choice {
  /** Words: `job status`. */
  readonly name: string;
  readonly text: string;
}

export interface Input {
  readonly name: string;
  readonly text: string;
  readonly required: boolean;
  readonly types: readonly string[];
  readonly words: readonly string[];
}

export interface Shape {
  readonly inputs: readonly Input[];
  /** What an item of the reply has; undefined if the description does not say. */
  readonly fields: readonly string[] | undefined;
  /** An item can have more than the description says. */
  readonly open: boolean;
  readonly changes: boolean;
}

export type Item = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly items: readonly Item[];
  readonly failed: boolean;
}

export interface Door {
  /** What can be called, the groups that fit the question best first; reads descriptions as far as they are asked for. */
  rounds(ask: readonly string[]): AsyncIterable<readonly Choice[]>;
  shapeOf(choice: Choice): Promise<Shape>;
  call(choice: Choice, given: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** What was run or called, and the bytes that came back, without what a session reads once at its start. */
  spent(): { readonly calls: number; readonly bytes: number };
}
