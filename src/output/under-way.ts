/** Irregular; what a command shows is still being read. */
const participles: Readonly<Record<string, string>> = {
  Show: 'Reading',
  Set: 'Setting',
  Stop: 'Stopping',
  Let: 'Letting',
  Run: 'Running',
  Log: 'Logging',
  Begin: 'Beginning',
};

const participle = (verb: string): string => participles[verb] ?? `${verb.replace(/e$/, '')}ing`;

/**
 * `Create or update a role` -> `Creating or updating a role`. Leaves out the rest after a comma or semicolon, and
 * unnamed objects: `of an organization`.
 */
export const underWay = (summary: string): string =>
  summary
    .replace(/[,;].*$/, '')
    .replace(/ (?:of|in|to|from|under|against) an? .*$/, '')
    .replace(/^(\w+)(?: or (\w+))?/, (_, first: string, second?: string) =>
      second === undefined ? participle(first) : `${participle(first)} or ${participle(second)}`,
    );
