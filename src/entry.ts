/** Called by the launcher: the real process as an `Io`; sets the exit code when everything is written. */
import { main } from './main.ts';
import { nodeIo } from './system/node-io.ts';

/** For a terminal of fewer than 80 columns. */
export const helpForColumns = async (text: string, columns: number): Promise<string> =>
  (await import('./cli/help/for-columns.ts')).forColumns(text, columns);

export const start = async (process: NodeJS.Process): Promise<void> => {
  // Node prints its warnings (deprecations, NODE_TLS_REJECT_UNAUTHORIZED, which trivet overrides) to stderr, where
  // every line is JSON under `-o json`.
  process.removeAllListeners('warning');
  // Not spread: its streams are made when first used.
  const io = Object.assign(nodeIo(process), { exit: (code: number): void => process.exit(code) });
  process.exitCode = await main(process.argv.slice(2), io);
  // Tearing down the heap would cost a tenth of a start. Not while output waits for a slow reader.
  if (io.stdout.writableLength + io.stderr.writableLength === 0) process.exit();
};
