import { closeSync, fstatSync, openSync } from 'node:fs';
import { monotonic } from './clock.ts';
import { localError } from './error.ts';
import { executablePath } from './executable.ts';
import { openFileOutput } from './file-output.ts';
import { pipeReader } from './pipe-reader.ts';
import type { Output, Io } from './io.ts';

const signals = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

const nothing = (): void => undefined;

const findHome = (): string | undefined => {
  try {
    return process.getBuiltinModule('node:os').homedir() || undefined;
  } catch {
    return undefined;
  }
};

const workingDirectory = (): string => {
  try {
    return process.cwd();
  } catch (error) {
    const hint = 'Change to a directory that exists.';
    throw localError('the working directory no longer exists', hint, error);
  }
};

const openTerminal = (): ReturnType<NonNullable<Io['terminal']>> => {
  const { ReadStream, WriteStream } = process.getBuiltinModule('node:tty');
  let read: number;
  try {
    read = openSync('/dev/tty', 'r');
  } catch {
    return undefined;
  }
  try {
    const input = new ReadStream(read);
    const output = new WriteStream(openSync('/dev/tty', 'w'));
    const close = (): void => {
      input.destroy();
      output.destroy();
    };
    return { input, output, close };
  } catch {
    closeSync(read);
    return undefined;
  }
};

/** Node restores its terminal when it ends, and aborts if that terminal is gone. */
const leaveGoneTerminal = (): void => {
  for (const file of [0, 1, 2]) {
    try {
      if (fstatSync(file).isCharacterDevice() && !process.getBuiltinModule('node:tty').isatty(file))
        closeSync(file);
    } catch {
      // The file is closed already.
    }
  }
};

/** @returns false if the program cannot be started */
const throughPager: NonNullable<Io['page']> = ([program = '', ...words], env, text) =>
  new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(program, words, { env: { ...env }, stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(true));
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });

export const plainIo = (): Pick<Io, 'env' | 'home' | 'platform' | 'cwd' | 'uid' | 'now' | 'monotonic'> => ({
  env: process.env,
  home: findHome(),
  platform: process.platform,
  cwd: workingDirectory(),
  uid: process.getuid?.(),
  now: () => Date.now(),
  monotonic,
});

export const nodeIo = (process: NodeJS.Process): Io => {
  let stdout: Output | undefined;
  let stderr: Output | undefined;
  let paging = false;
  let open: ReturnType<typeof openTerminal>;
  let users = 0;
  // Node's own handler opens the inspector, which can read tokens.
  process.on('SIGUSR1', nothing);
  process.on('exit', leaveGoneTerminal);
  return {
    env: process.env,
    get home() {
      return findHome();
    },
    platform: process.platform,
    get cwd() {
      return workingDirectory();
    },
    uid: process.getuid?.(),
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return (stdout ??= openFileOutput(1) ?? process.stdout);
    },
    get stderr() {
      return (stderr ??= openFileOutput(2) ?? process.stderr);
    },
    now: () => Date.now(),
    monotonic,
    onSignal: (listener) => {
      const stops = Object.entries(signals).map(([name, number]) => {
        // A pager handles Ctrl-C itself.
        const handler = (): void => {
          if (!paging || number !== signals.SIGINT) listener(number);
        };
        process.on(name, handler);
        return () => process.off(name, handler);
      });
      return () => {
        for (const stop of stops) stop();
      };
    },
    enter: (folder) => process.chdir(folder),
    placeOfOutput: '/dev/stdout',
    stdoutReader: () => pipeReader(1),
    startProgram: ([program = '', ...words], env) =>
      new Promise((resolve) => {
        const { spawn } = process.getBuiltinModule('node:child_process');
        const child = spawn(program, words, { detached: true, stdio: 'ignore', env });
        child.once('error', () => resolve(false));
        child.once('spawn', () => {
          child.unref();
          resolve(true);
        });
      }),
    startAgain: (more) => {
      // The standalone executable starts itself; Node needs the launcher.
      const words = process.argv.slice(2);
      const cut = words.indexOf('--');
      const line = [
        ...(cut === -1 ? words : words.slice(0, cut)),
        ...more,
        ...(cut === -1 ? [] : words.slice(cut)),
      ];
      const own = executablePath === undefined ? [...process.execArgv, process.argv[1] ?? '', ...line] : line;
      const { spawn } = process.getBuiltinModule('node:child_process');
      spawn(process.execPath, own, { detached: true, stdio: 'ignore' }).unref();
    },
    page: async (argv, env, text) => {
      paging = true;
      try {
        return await throughPager(argv, env, text);
      } finally {
        paging = false;
      }
    },
    atExit: (work) => {
      let isDone = false;
      const once = (): void => {
        if (!isDone) work();
        isDone = true;
      };
      const asException = (reason: unknown): never => {
        throw reason;
      };
      process.on('exit', once);
      process.on('uncaughtExceptionMonitor', once);
      process.on('unhandledRejection', asException);
      return () => {
        process.off('exit', once);
        process.off('uncaughtExceptionMonitor', once);
        process.off('unhandledRejection', asException);
      };
    },
    onStop: ({ leave, back }) => {
      const stopped = (): void => {
        leave();
        ignore();
        process.kill(process.pid, 'SIGTSTP');
        listen();
        back();
      };
      const listen = (): void => void process.on('SIGTSTP', stopped).on('SIGCONT', back);
      const ignore = (): void => void process.off('SIGTSTP', stopped).off('SIGCONT', back);
      listen();
      return { stop: () => void process.kill(0, 'SIGTSTP'), close: ignore };
    },
    terminal: () => {
      if (process.platform !== 'win32') {
        // Bun's reader of a closed terminal takes the next key of another one.
        open ??= openTerminal();
        if (open === undefined) return undefined;
        const shared = open;
        const { input, output } = shared;
        users += 1;
        input.resume();
        return {
          input,
          output,
          close: () => {
            users -= 1;
            if (users > 0) return;
            open = undefined;
            shared.close();
          },
        };
      }
      if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
      return { input: process.stdin, output: process.stderr, close: () => process.stdin.pause() };
    },
  };
};
