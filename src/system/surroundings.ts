/** The settings that choose a server. Null: a flag gives it, which each call of many can have of its own. */
export type ServerChoice = ReadonlyMap<string, string | null>;

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly uid: number | undefined;
  /** The source of a read-only run other than variables and profiles: `readOnly of connect()`. */
  readonly readOnly?: string | undefined;
  /**
   * Called with each server that the settings choose; absent: all can be used.
   * @throws TrivetError for one that this run must not use
   */
  readonly refuseServer?: (service: string, choice: ServerChoice) => void;
}
