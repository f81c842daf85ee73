/** The text of a spinner, derived from the summary of an operation. */

/** Verbs with an irregular participle; what a command shows is still being read. */
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
 * Returns `Creating or updating a role` for `Create or update a role`. Leaves out what follows a comma or semicolon, and
 * an object that is not named: `of an organization`.
 */
export const underWay = (summary: string): string =>
  summary
    .replace(/[,;].*$/, '')
    .replace(/ (?:of|in|to|from|under|against) an? .*$/, '')
    .replace(/^(\w+)(?: or (\w+))?/, (_, first: string, second?: string) =>
      second === undefined ? participle(first) : `${participle(first)} or ${participle(second)}`,
    );
