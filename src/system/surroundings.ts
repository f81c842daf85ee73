export type ServerChoice = ReadonlyMap<string, string | null>;

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly uid: number | undefined;
  /** The calling program's setting that allows only reads: `readOnly of connect()`. */
  readonly readOnly?: string | undefined;
  /**
   * Called with each chosen server; if absent, all can be used.
   * @throws TrivetError for one that this run must not use
   */
  readonly refuseServer?: (service: string, choice: ServerChoice) => void;
}
