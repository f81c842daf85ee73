import { localError } from '../../system/error.ts';
import { capture } from '../../system/child/child.ts';
import { childEnvironment } from '../../system/child/child-environment.ts';
import type { Io } from '../../system/io.ts';
import type { RunCommand } from '../candidate.ts';
import { isOwnTokenVariable } from './token-variables.ts';

export const tokenCommands =
  (io: Io): RunCommand =>
  async (argv, { timeout, maxBytes }) => {
    const env = childEnvironment(io.env, {}, isOwnTokenVariable);
    const { exit, why, stdout } = await capture(argv, io, {
      env,
      maxBytes: maxBytes + 1,
      timeout,
      stderr: 'inherit',
    });
    if (exit === 0) return stdout;
    const how = exit === undefined ? (why ?? 'unknown error') : `exit code ${exit}`;
    throw localError(`the token command ${argv[0] ?? ''} failed: ${how}`);
  };
