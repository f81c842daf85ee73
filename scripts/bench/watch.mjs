// How much of a core `trivet watch` takes on a terminal while nothing changes: jobs of a sandbox, over blocking queries.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './measure.mjs';
import { started, stateFolder, usage } from './sandbox.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns the part of a core that a watch of 300 jobs takes; undefined without a terminal or /proc */
export const cpuOfWatch = async ({ root, seconds }) => {
  const pty = await import('@lydell/node-pty').catch(() => undefined);
  if (pty === undefined || usage(process.pid) === undefined) return undefined;
  const trivet = join(root, 'bin', 'trivet');
  // A quarter of the objects are jobs.
  const folder = stateFolder(1200);
  const { child: sandbox, variables } = await started([process.execPath, trivet], process.env, [
    '--state',
    folder,
  ]);
  const watch = pty.spawn(process.execPath, [trivet, 'watch', 'job'], {
    cols: 120,
    rows: 40,
    env: environment({ ...variables, TERM: 'xterm-256color' }),
  });
  try {
    await new Promise((resolve) => {
      let text = '';
      watch.onData((data) => {
        text += data;
        if (/\D3\d\d rows/.test(text)) resolve();
      });
    });
    // What the first drawing compiles is over.
    await pause(3000);
    const [before, began] = [usage(watch.pid).cpu, performance.now()];
    await pause(seconds * 1000);
    return (usage(watch.pid).cpu - before) / ((performance.now() - began) / 1000);
  } finally {
    watch.kill();
    sandbox.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};
