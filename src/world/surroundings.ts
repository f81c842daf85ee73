/** What resolution reads; it reads no global. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined if there is none. */
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly uid: number | undefined;
  /** What allows only reads, apart from variables and profiles: `readOnly of connect()`. */
  readonly readOnly?: string | undefined;
}
