import { spawn } from 'node:child_process';

export const page = (
  [program = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>>,
  text: Uint8Array,
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, words, { env: { ...env }, stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(true));
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
