/**
 * The program for shell scripts of the documentation, without a process for each command line: what scripts start as
 * `trivet` hands its words, variables and directory to this process. `npm run test:all` starts the program itself.
 */
import { createServer } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { whole } from './part.ts';
import { executable, launcher } from './program.ts';
import { runCli } from './run-cli.ts';

export interface Served {
  /** A folder that holds only `trivet`; put it first in PATH. */
  readonly bin: string;
  /** The path of `trivet` in the folder. */
  readonly program: string;
  close(): void;
}

/** Commands that start others, or that signals end, which the program itself runs. */
const client = (program: string, port: number): string => `#!/bin/bash
for word; do
  case $word in --|--exec|--watch|sandbox|mcp) exec "${launcher}" "$@" ;; esac
done
reply="${program}.$$"
for word; do
  case $word in -|@-|/dev/stdin) cat >"$reply.in" ;; esac
done
exec 3<>/dev/tcp/127.0.0.1/${port} || exit 71
echo $$ >&3
read -r code <&3 || exit 71
cat "$reply.err" >&2
cat "$reply.out"
exit "$code"
`;

const textsOf = (pid: string, name: string): readonly string[] =>
  readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1);

/** The client's standard input, if the command line names it. */
const inputOf = (path: string): Buffer | undefined => {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
};

/** Runs the command line of a client in its directory, and writes the output where the client reads it. */
const answer = async (pid: string, program: string, now?: () => number): Promise<number> => {
  const argv = textsOf(pid, 'cmdline').slice(2);
  const env = Object.fromEntries(
    textsOf(pid, 'environ').map((text) => [text.replace(/=.*/s, ''), text.replace(/^[^=]*=/, '')]),
  );
  const home = env['HOME'] ?? '';
  const input = inputOf(`${program}.${pid}.in`);
  const { code, bytes, stderr } = await runCli(argv, {
    env: { TRIVET_CONFIG_DIR: join(home, '.config', 'trivet'), ...env },
    cwd: process.cwd(),
    io: { home },
    ...(input === undefined ? {} : { stdin: input }),
    ...(now === undefined ? {} : { now }),
  });
  writeFileSync(`${program}.${pid}.out`, bytes);
  writeFileSync(`${program}.${pid}.err`, stderr);
  return code;
};

/**
 * Serves the scripts that start `program`; those of one directory run in parallel.
 * @param now the time of the program, where it is not the machine's
 */
export const serveProgram = async (now?: () => number): Promise<Served> => {
  const bin = mkdtempSync(join(tmpdir(), 'trivet-served-'));
  const program = join(bin, 'trivet');
  // No process can be given a clock.
  const itself = (now === undefined && (whole || executable !== undefined)) || process.platform !== 'linux';
  if (itself) {
    writeFileSync(program, `#!/bin/sh\nexec "${launcher}" "$@"\n`, { mode: 0o755 });
    return { bin, program, close: () => rmSync(bin, { recursive: true, force: true }) };
  }
  const before = process.cwd();
  /** The command lines that run, for which those of another directory wait. */
  const here = { running: 0, left: [] as (() => void)[] };
  /** Files on a command line are relative to the working directory of the process. */
  const enter = async (cwd: string): Promise<void> => {
    while (here.running > 0 && process.cwd() !== cwd)
      await new Promise<void>((resolve) => here.left.push(resolve));
    process.chdir(cwd);
    here.running += 1;
  };
  const leave = (): void => {
    here.running -= 1;
    if (here.running > 0) return;
    process.chdir(before);
    for (const wake of here.left.splice(0)) wake();
  };
  const serve = async (pid: string): Promise<number> => {
    await enter(readlinkSync(`/proc/${pid}/cwd`));
    try {
      return await answer(pid, program, now);
    } catch (error) {
      writeFileSync(`${program}.${pid}.out`, '');
      writeFileSync(`${program}.${pid}.err`, String(error));
      return 70;
    } finally {
      leave();
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface(socket).once('line', (pid) => {
      void serve(pid).then((code) => socket.end(`${code}\n`));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(program, client(program, port), {
    mode: 0o755,
  });
  return {
    bin,
    program,
    close: () => {
      server.close();
      rmSync(bin, { recursive: true, force: true });
    },
  };
};
