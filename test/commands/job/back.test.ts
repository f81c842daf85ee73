/** Tests going back to an earlier version: the difference is shown first, and nothing else is done. */
import { describe, expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const file = useFolder();

/** Registers a job and waits; the versions differ in the color. */
const register = async (id: string, color: string): Promise<void> => {
  const path = file(`${id}.hcl`, serviceFile(id));
  const { code, stderr } = await bench.trivet(`job register ${path} --var color=${color} --wait`);
  if (code !== 0) throw new Error(stderr);
};
const version = async (id: string): Promise<string> =>
  (await bench.trivet(`job show ${id} --field Version`)).stdout;

/** The colors that two texts of a difference contain, in order. */
const changes = (text: string): string => /Env\[COLOR\]: (.*)/.exec(text)?.[1] ?? '';

describe('job revert --to', () => {
  test('previous registers the version before, after showing the difference', async () => {
    await register('back', 'blue');
    await register('back', 'red');
    bench.clear();
    const { code, stderr } = await bench.trivet('job revert back --to previous --yes --wait');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('back: from version 1 to 0');
    expect(changes(stderr)).toBe('"red" => "blue"');
    const sent = bench.requests().find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ JobVersion: 0, EnforcePriorVersion: 1 });
  });

  /** Its tasks end at once and for good. */
  const failing = (id: string, code: number): string =>
    serviceFile(id)
      .replace(
        /update \{\s+min_healthy_time = "0s"/,
        'restart {\n      attempts = 0\n      mode = "fail"\n    }\n' +
          '    reschedule {\n      attempts = 0\n      unlimited = false\n    }\n' +
          '    update {\n      min_healthy_time = "1s"',
      )
      .replace('"/bin/sleep"', '"/bin/sh"')
      .replace('["600"]', `["-c", "exit ${code}"]`);

  test('previous passes over versions whose deployment failed, and says so', async () => {
    await register('fails', 'blue');
    for (const code of [3, 4]) {
      const bad = await bench.trivet(`job register ${file('fails.hcl', failing('fails', code))} --wait`);
      expect(bad.code).toBe(12);
    }
    const { code, stderr } = await bench.trivet('job revert fails --to previous --yes');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^warning: version 1 of fails was passed over: its deployment failed \(.+\)\nfails: from version 2 to 0\n/,
      ),
    ]);
  });

  test('previous changes nothing after the scheduler went back by itself', async () => {
    await register('reverts', 'blue');
    const bad = failing('reverts', 3).replace('update {', 'update {\n      auto_revert = true');
    expect((await bench.trivet(`job register ${file('reverts.hcl', bad)} --wait`)).code).toBe(12);
    bench.clear();
    const { code, stderr } = await bench.trivet('job revert reverts --to previous --yes');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^warning: version 1 of reverts was passed over: .+\nnothing differs between versions 0 and 2 of reverts/,
      ),
    ]);
    expect(bench.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('previous is refused where all earlier versions failed, with the command that does it anyway', async () => {
    await bench.trivet(`job register ${file('never.hcl', failing('never', 3))} --wait`);
    await register('never', 'blue');
    const { code, stderr } = await bench.trivet('job revert never --to previous --yes');
    expect([code, stderr]).toEqual([
      5,
      'trivet: the deployments of all versions of job never before version 1 failed\n' +
        '  To go back to one of them anyway: trivet job revert never 0\n' +
        '  Nothing was sent.\n',
    ]);
  });

  test('previous warns of a version that is not marked as stable, and names the one that is', async () => {
    for (const color of ['blue', 'red', 'green']) await register('marked', color);
    await bench.trivet('job stable marked 2 --no-stable');
    await register('marked', 'black');
    const { code, stderr } = await bench.trivet('job revert marked --to previous --yes');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^warning: version 2 of marked is not marked as stable; the newest earlier one that is: 1\nmarked: from version 3 to 2\n/,
      ),
    ]);
  });

  test('asks once the difference is shown; without a terminal or --yes nothing is sent', async () => {
    await register('asked', 'blue');
    await register('asked', 'red');
    bench.clear();
    const nobody = await bench.trivet('job revert asked --to previous');
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^asked: from version 1 to 0\n {2}~ Job "asked"\n {4}~ Task group "app"\n {6}~ Task "server"\n {8}~ Env\[COLOR\]: "red" => "blue"\ntrivet: confirmation required, but there is no terminal: Revert job asked to version 0\? \(namespace/,
      ),
    ]);
    expect((await bench.trivet('job revert asked --to previous', { typed: 'n' })).code).toBe(2);
    expect(bench.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    const agreed = await bench.trivet('job revert asked --to previous', { typed: 'y', tty: true });
    expect([agreed.code, agreed.stdout]).toEqual([
      0,
      expect.stringMatching(/^asked: reverted to version 0, evaluation /),
    ]);
  });

  test('asks with the namespace of the environment, which is where it is sent', async () => {
    const version = (number: number) => ({ ID: 'there', Version: number, Priority: 50 + number });
    const { env } = await smallServer(({ path }) => ({
      body: path.endsWith('/versions') ? { Versions: [version(1), version(0)] } : [],
    }));
    const { code, stderr } = await bench.trivet('job revert there --to previous', {
      env: { ...env, TRIVET_JOBS_NAMESPACE: 'team' },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('(namespace team at ')]);
  });

  test('asks and sends nothing if nothing differs', async () => {
    await register('same', 'blue');
    const large = serviceFile('same').replace('memory = 20', 'memory = 99999999');
    await bench.trivet(`job register ${file('large.hcl', large)}`);
    await bench.trivet('job revert same 0 --wait');
    await bench.trivet('job stable same 2 --no-stable');
    bench.clear();
    const idle = await bench.trivet('job revert same --to stable');
    expect([idle.code, idle.stdout, idle.stderr]).toEqual([
      0,
      '',
      'nothing differs between versions 0 and 2 of same. Nothing was changed.\n',
    ]);
    const waited = await bench.trivet('job revert same --to stable --wait --field result');
    expect([waited.code, waited.stdout]).toEqual([0, 'healthy']);
    expect(bench.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('stable registers the newest version that is marked; nothing is sent if that is the current one', async () => {
    const refused = await bench.trivet('job revert back --to stable');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('version 2 of back is already stable'),
    ]);
    await bench.trivet(`job stable back 2 --no-stable`);
    const { code, stderr } = await bench.trivet('job revert back --to stable --yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('from version 2 to 1')]);
  });

  test('is refused if there is only one version, and together with a version number', async () => {
    await register('only', 'blue');
    expect((await bench.trivet('job revert only --to previous')).code).toBe(5);
    bench.clear();
    for (const line of ['job revert only', 'job revert only 0 --to stable', 'job revert only --to newest']) {
      expect([line, (await bench.trivet(line)).code]).toEqual([line, 2]);
    }
    expect(bench.requests()).toEqual([]);
  });
});

describe('job start', () => {
  test('registers the job as it last ran', async () => {
    await register('again', 'blue');
    const idle = await bench.trivet('job start again');
    expect([idle.code, idle.stderr, await version('again')]).toEqual([
      0,
      'again is not stopped. Nothing was changed.\n',
      '0',
    ]);
    const healthy = await bench.trivet('job start again --wait --field result');
    expect([healthy.code, healthy.stdout]).toEqual([0, 'healthy']);
    await bench.trivet('job stop again --yes --wait');
    const { code, stdout, stderr } = await bench.trivet('job start again --wait -o json');
    expect([code, JSON.parse(stdout), stderr]).toEqual([
      0,
      expect.objectContaining({ version: 2, result: 'healthy' }),
      expect.stringMatching(/^\{"note":"again: started again from version 0, evaluation /),
    ]);
  });

  test('warns that a stopped job was scaled, which the version that it starts again does not have', async () => {
    await register('scaled', 'blue');
    await bench.trivet('job stop scaled --yes --wait');
    expect((await bench.trivet('job scale scaled 3 --yes')).code).toBe(0);
    const { code, stderr } = await bench.trivet('job start scaled');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /version 0, .* the stopped version \d+: \w+ 1 instead of 3\. To change one: trivet job scale scaled GROUP COUNT/,
      ),
    ]);
  });

  test('fails for an unknown job', async () => {
    expect((await bench.trivet('job start nosuch')).code).toBe(5);
  });
});

test('gives the right command for a version number after --to', async () => {
  const { code, stderr } = await bench.trivet('job revert web --to 7');
  expect([code, stderr]).toEqual([
    2,
    'trivet: --to must be previous or stable, not "7"\n' +
      '  To go back to version 7: trivet job revert web 7\n' +
      '  Nothing was sent.\n',
  ]);
  expect((await bench.trivet('job revert web --to seven')).stderr).not.toContain('To go back');
});

describe('job diff', () => {
  test('compares the current version with the one before, or any two', async () => {
    await register('colors', 'blue');
    await register('colors', 'red');
    await register('colors', 'green');
    expect(changes((await bench.trivet('job diff colors')).stdout)).toBe('"red" => "green"');
    expect(changes((await bench.trivet('job diff colors 0')).stdout)).toBe('"blue" => "green"');
    expect(changes((await bench.trivet('job diff colors 1 0')).stdout)).toBe('"red" => "blue"');
  });

  test('prints JSON on request, and can exit with a code for a difference', async () => {
    const { code, stdout } = await bench.trivet('job diff colors 0 1 --detailed-exitcode -o json');
    expect(code).toBe(11);
    expect(JSON.parse(stdout)).toMatchObject({
      ID: 'colors',
      From: 0,
      To: 1,
      Type: 'Edited',
      TaskGroups: [
        { Name: 'app', Type: 'Edited', Tasks: [{ Name: 'server', Fields: [{ Name: 'Env[COLOR]' }] }] },
      ],
    });
    const same = await bench.trivet('job diff colors 2 2 --detailed-exitcode');
    expect([same.code, same.stdout]).toEqual([0, 'versions 2 and 2 do not differ\n']);
  });

  test('fails for a version that the server no longer keeps, and for a job with only one', async () => {
    expect((await bench.trivet('job diff colors 99')).code).toBe(5);
    expect((await bench.trivet('job diff only')).stdout).toBe('only has only version 0\n');
  });
});
