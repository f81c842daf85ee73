/** What a completion script has from the catalogue: the scripts of completions/ name each part as `@@name@@`. */
export interface ScriptParts {
  /** The words below each path, the flags of each command, and what each takes. */
  readonly tables: string;
  /** The flags that every command takes, where the tables do not hold them. */
  readonly globals?: string;
  /** The variables that decide whose names are offered. */
  readonly variables: string;
  readonly 'context-flags': string;
  readonly 'with-parent': string;
  readonly 'with-folders': string;
}

/** Fills a script of completions/. @throws Error where it names an unknown part, or leaves one out */
export const filledScript = (script: string, parts: ScriptParts, stale: number): string => {
  const left = new Map<string, string>([...Object.entries(parts), ['stale', String(stale)]]);
  const known = new Map(left);
  const filled = script.replaceAll(/@@([a-z-]+)@@/g, (_, name: string) => {
    const part = known.get(name);
    if (part === undefined) throw new Error(`completions: there is no part ${name}`);
    left.delete(name);
    return part;
  });
  if (left.size > 0) throw new Error(`completions: a script leaves out ${[...left.keys()].join(', ')}`);
  return filled;
};
