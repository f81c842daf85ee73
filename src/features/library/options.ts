export type Values = Readonly<Record<string, unknown>>;

export interface OwnOptions {
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly onNote?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const ownOptions = ['env', 'cwd', 'readOnly', 'onNote', 'signal'];

/** Options that mean something although nothing is printed. */
export const globalOptions = new Set([
  'profile',
  'base-url',
  'token-file',
  'ca-file',
  'header',
  'product',
  'timeout',
  'yes',
  'confirm-profile',
  'dry-run',
  'validate',
]);
