/** Called by the launcher: the real process as a world; sets the exit code when everything is written. */
import { main } from './main.ts';
import { nodeWorld } from './system/node-world.ts';

/** For a terminal of fewer than 80 columns. */
export const helpForColumns = async (text: string, columns: number): Promise<string> =>
  (await import('./cli/help/for-columns.ts')).forColumns(text, columns);

export const start = async (process: NodeJS.Process): Promise<void> => {
  // Node prints its warnings (deprecations, NODE_TLS_REJECT_UNAUTHORIZED, which trivet overrides) to stderr, where
  // every line is JSON under `-o json`.
  process.removeAllListeners('warning');
  // Not spread: its streams are made when first used.
  const world = Object.assign(nodeWorld(process), { exit: (code: number): void => process.exit(code) });
  process.exitCode = await main(process.argv.slice(2), world);
  // Tearing down the heap would cost a tenth of a start. Not while output waits for a slow reader.
  if (world.stdout.writableLength + world.stderr.writableLength === 0) process.exit();
};
