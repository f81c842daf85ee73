export interface Terminal {
  readonly tty: boolean;
  stdout(data: string | Buffer): void;
  stderr(data: string): void;
  exit(code: number): void;
  /** Runs `task` later on the sandbox's clock, unless the session has ended by then. */
  after(milliseconds: number, task: () => void): void;
  onInput(listener: (data: Buffer) => void): void;
  onInputEnd(listener: () => void): void;
  onResize(listener: (rows: number, columns: number) => void): void;
  size(): { readonly rows: number; readonly columns: number } | undefined;
}

type Program = (terminal: Terminal, args: readonly string[], done: (code: number) => void) => void;

/** Milliseconds until the first size of the terminal. */
const SIZE_WAIT = 500;
/** Milliseconds after the last change. */
const SIZE_QUIET = 1500;

function printSize(terminal: Terminal, done: (code: number) => void): void {
  const size = terminal.size();
  terminal.stdout(`${size?.rows ?? 0} ${size?.columns ?? 0}\n`);
  done(0);
}

const stty: Program = (terminal, args, done) => {
  if (!terminal.tty) {
    terminal.stderr("stty: 'standard input': Inappropriate ioctl for device\n");
    done(1);
  } else if (args[0] !== 'size') {
    done(0);
  } else if (terminal.size() === undefined) {
    let printed = false;
    const once = (): void => {
      if (printed) return;
      printed = true;
      printSize(terminal, done);
    };
    terminal.onResize(once);
    terminal.after(SIZE_WAIT, once);
  } else printSize(terminal, done);
};

const reportSize: Program = (terminal, _args, done) => {
  if (!terminal.tty) {
    terminal.stderr('report-size: not a terminal\n');
    done(1);
    return;
  }
  let changes = 0;
  const wait = (): void => {
    const seen = changes;
    terminal.after(SIZE_QUIET, () => {
      if (seen === changes) done(0);
    });
  };
  const print = (rows: number, columns: number): void => {
    changes += 1;
    terminal.stdout(`${rows} ${columns}\n`);
    wait();
  };
  const size = terminal.size();
  if (size !== undefined) print(size.rows, size.columns);
  else wait();
  terminal.onResize(print);
  terminal.onInputEnd(() => done(0));
};

const seq: Program = (terminal, args, done) => {
  const numbers = args.map(Number);
  const [first, last] = numbers.length > 1 ? [numbers[0] ?? 1, numbers[1] ?? 0] : [1, numbers[0] ?? 0];
  let lines = '';
  for (let value = first; value <= last; value += 1) lines += `${value}\n`;
  if (lines !== '') terminal.stdout(lines);
  done(0);
};

function filter(change: (data: Buffer) => Buffer): Program {
  return (terminal, _args, done) => {
    terminal.onInput((data) => terminal.stdout(change(data)));
    terminal.onInputEnd(() => done(0));
  };
}

function upperCase(data: Buffer): Buffer {
  return Buffer.from(data.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)));
}

export const PROGRAMS: Readonly<Record<string, Program>> = {
  echo: (terminal, args, done) => {
    const toError = args.at(-1) === '>&2';
    const line = `${(toError ? args.slice(0, -1) : args).join(' ')}\n`;
    if (toError) terminal.stderr(line);
    else terminal.stdout(line);
    done(0);
  },
  true: (_terminal, _args, done) => done(0),
  false: (_terminal, _args, done) => done(1),
  sleep: (terminal, args, done) => terminal.after(Number.parseFloat(args[0] ?? '0') * 1000, () => done(0)),
  seq,
  stty,
  'report-size': reportSize,
  cat: filter((data) => data),
  tr: filter(upperCase),
  // 128 plus the signal's number.
  kill: (_terminal, args, done) => done(128 + Math.abs(Number(args[0] ?? 15))),
};
