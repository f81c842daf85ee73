import { PassThrough } from 'node:stream';
import { spawn, type IPty } from '@lydell/node-pty';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmPrompt, hiddenPrompt, typePrompt } from '../../src/output/prompt.ts';
import type { Io } from '../../src/system/io.ts';
import { anyUnit } from '../support/any-unit.ts';
import { bundle } from './bundled-script.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

/** A terminal on which the test presses keys. */
const fakeTerminal = ({ columns, isTTY = true }: { columns?: number; isTTY?: boolean } = {}) => {
  const input = Object.assign(new PassThrough(), {
    isTTY,
    raw: [] as boolean[],
    setRawMode(raw: boolean) {
      this.raw.push(raw);
    },
  });
  const output = Object.assign(new PassThrough(), columns === undefined ? {} : { columns });
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const signals = new Set<(signal: number) => void>();
  let closed = 0;
  const io: Pick<Io, 'terminal' | 'onSignal'> = {
    terminal: () => ({
      input,
      output,
      close: () => {
        closed += 1;
      },
    }),
    onSignal: (listener) => {
      signals.add(listener);
      return () => signals.delete(listener);
    },
  };
  return {
    io,
    input,
    /** Types it when the question is there. */
    type: (keys: string) => {
      output.once('data', () => input.write(keys));
    },
    shown: () => shown,
    closed: () => closed,
    listeners: () => signals.size,
    signal: (number: number) => signals.forEach((listener) => listener(number)),
  };
};

const nobody: Pick<Io, 'terminal' | 'onSignal'> = {
  terminal: () => undefined,
  onSignal: () => () => undefined,
};

describe('a question', () => {
  it('is broken between words, with room for the answer', async () => {
    const { io, type, shown } = fakeTerminal({ columns: 40 });
    type('y\n');
    expect(await confirmPrompt('Delete role web (mount pki at https://secrets.example.com)?', io)).toBe(
      'yes',
    );
    expect(shown()).toBe('Delete role web (mount pki at\n  https://secrets.example.com)?\n  [y/N] ');
  });

  it.each([
    ['y\n', 'yes'],
    ['Yes\r\n', 'yes'],
    ['YES\n', 'yes'],
    ['\n', 'no'],
    ['n\n', 'no'],
    ['yy\n', 'no'],
    ['yes please\n', 'no'],
    [' y \n', 'yes'],
  ])('that is answered with %j means %s', async (typed, answer) => {
    const terminal = fakeTerminal();
    terminal.type(typed);
    expect(await confirmPrompt('Delete it?', terminal.io)).toBe(answer);
    await expect.poll(() => terminal.shown()).toBe('Delete it? [y/N] ');
    expect([terminal.closed(), terminal.listeners(), terminal.input.raw]).toEqual([1, 0, [true, false]]);
  });

  it('means no if the terminal is closed', async () => {
    const terminal = fakeTerminal();
    const asked = confirmPrompt('Delete it?', terminal.io);
    terminal.input.end('y');
    expect(await asked).toBe('no');
  });

  it('for a name needs exactly that name', async () => {
    for (const [typed, answer] of [
      ['prod\n', 'yes'],
      [' prod \n', 'yes'],
      ['Prod\n', 'no'],
      ['yes\n', 'no'],
      ['\n', 'no'],
    ] as const) {
      const terminal = fakeTerminal();
      terminal.type(typed);
      expect(await typePrompt('Delete prod?', 'prod', terminal.io), typed).toBe(answer);
    }
  });

  it.each(['y\n', 'y'])('is not answered by %j that was typed before it', async (early) => {
    const terminal = fakeTerminal();
    terminal.input.write(early);
    terminal.type('\n');
    expect(await confirmPrompt('Delete it?', terminal.io)).toBe('no');
    expect(terminal.input.raw).toEqual([true, false]);
  });

  it('is given up by Ctrl-C that was typed before it', async () => {
    const terminal = fakeTerminal();
    terminal.input.write('\u0003');
    expect((await errorOf(() => confirmPrompt('Delete it?', terminal.io))).exit).toBe(130);
    expect([terminal.shown(), terminal.input.raw]).toEqual(['', [true, false]]);
  });

  it('cannot be asked without a terminal', async () => {
    expect(await confirmPrompt('?', nobody)).toBe('unavailable');
    expect(await typePrompt('?', 'x', nobody)).toBe('unavailable');
    expect(await hiddenPrompt('?', nobody)).toBe('unavailable');
  });
});

describe('hidden input', () => {
  it.each([
    ['hunter2\r', 'hunter2'],
    ['hunter3\u007f2\n', 'hunter2'],
    ['wrong\u0015right\r', 'right'],
    ['\u{1f511}x\u007f\u007fy\r', 'y'],
    ['\u007f\u007fa\r', 'a'],
    ['a\u001bb\r', 'ab'],
    ['typed\u0004', 'typed'],
    ['\r', undefined],
    ['\u0004', undefined],
  ])('%j is read as %j and not shown', async (typed, value) => {
    const terminal = fakeTerminal();
    terminal.type(typed);
    expect(await hiddenPrompt('Token: ', terminal.io)).toEqual({ value });
    // Depending on Node, what was written reaches the other end of a stream in a later turn.
    await expect.poll(() => terminal.shown()).toBe('Token: \n');
    expect([terminal.input.raw, terminal.closed(), terminal.listeners()]).toEqual([[true, false], 1, 0]);
  });

  it('can come in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyUnit }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const typed = Array.from(text)
          .filter((character) => character >= ' ' && character !== '\u007f')
          .join('');
        const terminal = fakeTerminal({ isTTY: false });
        const asked = hiddenPrompt('', terminal.io);
        const bytes = Buffer.from(`${typed}\r`);
        for (let start = 0; start < bytes.length; start += size)
          terminal.input.write(bytes.subarray(start, start + size));
        const answer = await asked;
        expect(answer).toEqual({ value: typed === '' ? undefined : Buffer.from(typed).toString() });
      }),
      { numRuns: 200 },
    );
  });

  it('restores the terminal on Ctrl-C, a signal, and a broken terminal', async () => {
    const endings: readonly [(terminal: ReturnType<typeof fakeTerminal>) => void, number | undefined][] = [
      [({ input }) => input.write('half\u0003'), 130],
      [({ signal }) => signal(2), 130],
      [({ signal }) => signal(15), 143],
      [({ signal }) => signal(1), 129],
      [({ input }) => input.destroy(new Error('gone')), undefined],
    ];
    for (const [end, exit] of endings) {
      const terminal = fakeTerminal();
      const asked = hiddenPrompt('Token: ', terminal.io);
      end(terminal);
      if (exit === undefined) expect(await asked).toEqual({ value: undefined });
      else expect((await errorOf(() => asked)).exit).toBe(exit);
      expect([terminal.input.raw, terminal.closed(), terminal.listeners()]).toEqual([[true, false], 1, 0]);
    }
  });
});

describe('on a real terminal', () => {
  const start = async (
    ask: string,
  ): Promise<{ pty: IPty; until: (text: string) => Promise<string>; end: () => Promise<number> }> => {
    const folder = temporaryFolder();
    const program = await bundle(
      `import { nodeIo } from 'ROOT/src/system/node-io.ts';
       import { confirmPrompt, hiddenPrompt } from 'ROOT/src/output/prompt.ts';
       const io = nodeIo(process);
       try {
         const answer = await ${ask};
         process.stdout.write('ANSWER ' + JSON.stringify(answer) + ' END');
       } catch (error) {
         process.stdout.write('ERROR ' + error.message + ' END');
         process.exitCode = error.exit;
       }`,
      folder,
    );
    // Standard input is not the terminal, which the question must reach nevertheless.
    // The shell stays: Linux drops output that was not read when the leader of a session ends.
    const script = `"$0" "$1" </dev/null; echo "CODE $?"; stty -a; read -r _`;
    const pty = spawn('sh', ['-c', script, process.execPath, program], {
      env: { PATH: process.env['PATH'] ?? '' },
    });
    let seen = '';
    const waiting: (() => void)[] = [];
    pty.onData((data) => {
      seen += data;
      for (const wake of waiting.splice(0)) wake();
    });
    const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
    const end = (): Promise<number> => {
      pty.kill('SIGKILL');
      return ended;
    };
    const until = async (text: string): Promise<string> => {
      while (!seen.includes(text)) await new Promise<void>((resolve) => waiting.push(resolve));
      return seen;
    };
    return { pty, until, end };
  };

  it('a secret is not echoed, and the terminal echoes again afterwards', async () => {
    const { pty, until, end } = await start(`hiddenPrompt('Token: ', io)`);
    await until('Token: ');
    pty.write('hunterX\u007f2\r');
    const seen = await until('iexten');
    await end();
    expect(seen).toContain('ANSWER {"value":"hunter2"} END');
    expect(seen.split('ANSWER')[0]).not.toContain('hunter');
    expect(seen).toContain('CODE 0');
    expect(seen).toMatch(/ icanon\b.*[^-]echo\b/s);
  });

  it('Ctrl-C at a secret exits 130, and the terminal echoes again', async () => {
    const { pty, until, end } = await start(`hiddenPrompt('Token: ', io)`);
    await until('Token: ');
    pty.write('hunter2\u0003');
    const seen = await until('iexten');
    await end();
    expect(seen).toContain('ERROR interrupted');
    expect(seen).toContain('CODE 130');
    expect(seen).not.toContain('hunter');
    expect(seen).toMatch(/ icanon\b.*[^-]echo\b/s);
  });

  it.each(['y', 'y\r'])('a question is not answered by %j that was typed before it', async (early) => {
    const { pty, until, end } = await start(
      `(async () => { const alive = setInterval(() => {}, 1000); const told = new Promise((done) => process.once('SIGUSR1', done)); process.stdout.write('READY ' + process.pid + '.'); await told; clearInterval(alive); return confirmPrompt('Delete it?', io); })()`,
    );
    const ready = await until('.');
    pty.write(early);
    // The terminal shows what it got.
    await until('.y');
    process.kill(Number(/READY (\d+)/.exec(ready)?.[1]), 'SIGUSR1');
    await until('[y/N] ');
    pty.write('\r');
    expect(await until('CODE 0')).toContain('ANSWER "no" END');
    await end();
  });

  it('a question can be answered', async () => {
    const { pty, until, end } = await start(`confirmPrompt('Delete it?', io)`);
    await until('[y/N] ');
    pty.write('y\r');
    expect(await until('CODE 0')).toContain('ANSWER "yes" END');
    await end();
  });
});
