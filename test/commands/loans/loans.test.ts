/** Tests every kind of loan: it is given back however the command ends, or stays in the ledger. */
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { kinds, useLoans } from './loan-stage.ts';

const stage = useLoans();
const { trivet, at, written, kept } = stage;

/** Calls back once the file exists. */
const when = (file: string, work: () => void): void => {
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(timer);
    work();
  }, 10);
};

/** A command that reports its start, and ends when the file exists. */
const until = (running: string, file: string): string =>
  `sh -c 'touch ${running}; while [ ! -e ${file} ]; do sleep 0.02; done'`;

describe.each(kinds)('$line', ({ line, back, out }) => {
  test.each([
    ['ends well', 'true', 0],
    ['fails', "sh -c 'exit 7'", 7],
    ['is killed', "sh -c 'kill -9 $$'", 137],
  ])('is given back after a command that %s, whose exit code is passed on', async (_, command, code) => {
    const result = await trivet(`${line} -- ${command}`);
    expect(result.code).toBe(code);
    expect(await out(stage)).toBe(0);
    expect(kept()).toEqual([]);
  });

  test('is not requested for a command that cannot be started', async () => {
    stage.clear();
    writeFileSync(at('text'), 'no program', { mode: 0o644 });
    expect((await trivet(`${line} -- no-such-program`)).code).toBe(127);
    expect((await trivet(`${line} -- ${at('text')}`)).code).toBe(126);
    expect(stage.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('is given back if the system refuses to run the program', async () => {
    writeFileSync(at('broken'), '#!/no/such/interpreter\n', { mode: 0o755 });
    expect([126, 127]).toContain((await trivet(`${line} -- ${at('broken')}`)).code);
    expect(await out(stage)).toBe(0);
    expect(kept()).toEqual([]);
  });

  test.each([2, 15, 1])('is given back after signal %i, which is passed on', async (number) => {
    const result = await trivet(`${line} -- ${until(at('running'), at('never'))}`, {
      onStart: (signal) => when(at('running'), () => signal(number)),
    });
    expect(result.code).toBe(128 + number);
    expect(await out(stage)).toBe(0);
    expect(kept()).toEqual([]);
  });

  test('is exit 125 and stays in the ledger if the server refuses to take it back, until recovered', async () => {
    const sandbox = await startSandbox({ faults: [`422:1@${back}`] });
    try {
      const env = { ...environmentOf(sandbox), ...stage.env() };
      const run = (typed: string) => runCli(words(typed), { env });
      const failed = await run(`${line} -- sh -c 'exit 7'`);
      expect(failed.code).toBe(125);
      expect(failed.stderr).toContain('the command itself ended with 7');
      expect(failed.stderr).toContain('trivet lease recover');
      expect(kept()).toHaveLength(1);
      expect(await out({ trivet: run })).toBe(1);
      const recovered = await run('lease recover');
      expect({ code: recovered.code, left: kept() }).toEqual({ code: 0, left: [] });
      expect(await out({ trivet: run })).toBe(0);
    } finally {
      await sandbox.close();
    }
  });

  test('is exit 125 and stays in the ledger if the server is unavailable at the end', async () => {
    const sandbox = await startSandbox();
    let leaps = 0;
    const result = runCli(words(`${line} -- ${until(at('running'), at('away'))}`), {
      env: { ...environmentOf(sandbox), ...stage.env() },
      // Once the server is unavailable, every read of the clock advances it, so a minute passes quickly.
      io: {
        monotonic: () => performance.now() + (existsSync(at('away')) ? (leaps += 1) * 15_000 : 0),
      },
    });
    when(at('running'), () => void sandbox.close().then(() => writeFileSync(at('away'), '')));
    const { code, stderr } = await result;
    expect(code).toBe(125);
    expect(stderr).toContain('could not be given back');
    expect(kept()).toHaveLength(1);
  });

  test('puts no token into the environment of the command unless it is kept, and never one into the ledger', async () => {
    const command = `-- sh -c 'env >${at('seen')}; cat ${at('config')}/lends/*.json >>${at('seen')}'`;
    const token = stage.sandbox().token;
    await trivet(`${line} ${command}`);
    expect(written('seen')).toContain('"baseUrl"');
    expect(written('seen')).not.toContain(token);
    await trivet(`${line} --keep-token ${command}`);
    expect(written('seen')).toContain(`TRIVET_SECRETS_TOKEN=${token}`);
  });

  test('with a dry run shows the request and starts nothing', async () => {
    const dry = await trivet(`${line} --dry-run -- touch ${at('started')}`);
    expect(dry.code).toBe(0);
    expect(existsSync(at('started'))).toBe(false);
    expect(await out(stage)).toBe(0);
  });

  test('has flags that need a command', async () => {
    for (const flag of ['--keep-token', '--env-map A=name']) {
      const refused = await trivet(`${line} ${flag}`);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a command after --')]);
    }
  });
});

test.each(kinds.filter(({ line }) => !line.startsWith('workspace')))(
  'two loans at once get one each: $line',
  async ({ line, out }) => {
    const one = trivet(`${line} -- ${until(at('first'), at('both'))}`);
    const other = trivet(`${line} -- ${until(at('second'), at('both'))}`);
    when(at('first'), () => when(at('second'), () => void count()));
    let lent = 0;
    const count = async (): Promise<void> => {
      lent = await out(stage);
      writeFileSync(at('both'), '');
    };
    expect([(await one).code, (await other).code, lent]).toEqual([0, 0, 2]);
    expect(await out(stage)).toBe(0);
    expect(kept()).toEqual([]);
  },
);

test('of two locks at once one is refused, names the holder, and releases nothing', async () => {
  const held = trivet(`workspace lock billing --reason first -- ${until(at('running'), at('done'))}`);
  await new Promise<void>((resolve) => when(at('running'), resolve));
  const refused = await trivet('workspace lock billing --reason second -- true');
  expect(refused.code).toBe(125);
  expect(refused.stderr).toMatch(
    /billing is already locked, by user \S+ \("first \(trivet loan [0-9a-f]{12}\)"\)/,
  );
  expect((await trivet('workspace show billing --field locked')).stdout).toBe('true');
  writeFileSync(at('done'), '');
  expect((await held).code).toBe(0);
});
