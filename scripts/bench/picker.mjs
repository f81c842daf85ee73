// How long the picker takes from a key to its next drawing, with 2,000 names.
import { join } from 'node:path';
import { environment } from './measure.mjs';

const keys = ['j', 'o', 'b', '-', '1', '\u007f', '2', '9', '\u001b[B', '\u0015', '7', '7'];

/** @returns milliseconds of each key; undefined where there is no terminal */
export const keysOfPicker = async ({ root, server, turns = 5 }) => {
  const pty = await import('@lydell/node-pty').catch(() => undefined);
  if (pty === undefined) return undefined;
  const env = environment({
    TERM: 'xterm-256color',
    TRIVET_JOBS_URL: `${server.http}/state/10/0`,
    TRIVET_JOBS_TOKEN: 'bench',
    TRIVET_JOBS_PRODUCT: 'nomad',
  });
  const child = pty.spawn(process.execPath, [join(root, 'bin', 'trivet'), 'job', 'show'], {
    cols: 120,
    rows: 40,
    env,
  });
  let text = '';
  let heard = () => undefined;
  child.onData((data) => {
    text += data;
    heard();
  });
  const until = (holds) =>
    new Promise((resolve) => {
      heard = () => {
        if (holds()) resolve();
      };
      heard();
    });
  try {
    await until(() => text.includes('2000 of 2000'));
    // What is typed at once counts as typed before the list.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const found = [];
    for (let turn = 0; turn < turns; turn += 1) {
      for (const key of keys) {
        const before = text.length;
        const began = performance.now();
        child.write(key);
        await until(() => text.length > before);
        found.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      child.write('\u0015');
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return found;
  } finally {
    child.kill();
  }
};
