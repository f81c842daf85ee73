/** Tests that changes to a protected server are confirmed through every door: apply, mcp and the library. */
import { describe, expect, test } from 'vitest';
import { connect } from '../../support/connect.ts';
import { openMcp } from '../../support/mcp.ts';
import { useProtectedProfile } from '../../support/protected.ts';
import { quietIo } from '../../support/quiet-io.ts';

const { trivet, file, path, bench, changes } = useProtectedProfile();

const described = (text: string): string =>
  file('workspace.yaml', `kind: workspace\nname: dns-qa\nsettings: {description: ${text}}\n`);

describe('an apply to a protected profile', () => {
  test('is refused as a whole without --confirm-profile, before anything is sent', async () => {
    const files = described('changed');
    for (const flags of ['', '--yes', '--confirm-profile prod', '--confirm-profile staging --yes']) {
      const { code, stdout, stderr } = await trivet(`apply ${files} ${flags}`);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Nothing was changed.');
      expect(stderr).not.toContain('Journal');
    }
    const { stderr } = await trivet(`apply ${files} --yes`);
    expect(stderr).toMatch(/\[prod\] Apply changes to 1 object \(1 to update\) at workspaces http/);
    expect(stderr).toContain('--confirm-profile prod --yes');
    expect(changes()).toEqual([]);
    expect((await trivet(`apply ${files} --confirm-profile prod --yes`)).code).toBe(0);
    expect(changes()).toHaveLength(1);
  });

  test('asks one question, which a yes answers', async () => {
    const files = described('changed');
    expect((await trivet(`apply ${files}`, { typed: 'n', tty: true })).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await trivet(`apply ${files}`, { typed: 'y', tty: true })).code).toBe(0);
    expect(changes()).toHaveLength(1);
  });

  test('wants the name typed for a lower count', async () => {
    const { stdout } = await trivet('export job:web');
    const files = file('web.yaml', stdout.replace(/Count: \d+/, 'Count: 0'));
    const { stderr } = await trivet(`apply ${files} --yes`);
    expect(stderr).toMatch(/scale app of job web in namespace default down from \d+ to 0\?/);
    expect((await trivet(`apply ${files}`, { typed: 'y' })).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await trivet(`apply ${files}`, { typed: 'prod' })).code).toBe(0);
    expect(changes()).toEqual(['POST /v1/jobs']);
  });

  test('wants the name typed for a group that the file drops', async () => {
    const { stdout } = await trivet('export job:web');
    const files = file('web.yaml', stdout.replace('Name: app', 'Name: other'));
    expect((await trivet(`apply ${files} --yes`)).stderr).toContain('remove group app of job web');
    expect((await trivet(`apply ${files}`, { typed: 'y' })).code).toBe(2);
    expect(changes()).toEqual([]);
  });

  test('is confirmed again when it is resumed', async () => {
    const text =
      'kind: workspace\nname: whole\n---\n' +
      'kind: workspace\nname: broken\nsettings: {agent-pool-id: apool-none, execution-mode: agent}\n';
    const first = await trivet(`apply ${file('broken.yaml', text)} --confirm-profile prod --yes`);
    expect(first.stderr).toContain('1 done, 1 failed');
    const [, journal = 'no journal'] = /Receipt: (\S+)/.exec(first.stderr) ?? [];
    bench.clear();
    const refused = await trivet(`apply --resume ${journal} --yes`);
    expect(refused.code).toBe(2);
    // What is done is not asked about again.
    expect(refused.stderr).toContain('[prod] Continue to apply 1 object (1 to create)?');
    expect(changes()).toEqual([]);
    expect((await trivet(`apply --resume ${journal} --confirm-profile prod`)).code).toBe(10);
    expect(changes()).toHaveLength(1);
  });
});

describe('the library on a protected profile', () => {
  const library = () => connect(quietIo({ TRIVET_CONFIG_DIR: path('config') }, path('home')));

  test('refuses each change without the flag `on`, and sends nothing', async () => {
    for (const [command, input] of [
      ['workspace lock', { workspace_id: 'dns-qa' }],
      ['pki role delete', { name: 'web' }],
      ['job scale', { job_id: 'web', Target: 'app', Count: 0 }],
    ] as const) {
      const { exit, error } = await library().run(command, input, { flags: { yes: true } });
      expect(exit).toBe(2);
      expect(error).toMatchObject({
        message: expect.stringContaining('[prod] '),
        effect: 'not-sent',
        details: { reason: 'confirmation-required', hint: expect.stringContaining('--confirm-profile prod') },
      });
    }
    expect(changes()).toEqual([]);
  });

  test('makes the change with `confirm-profile`, and what destroys with `yes` too', async () => {
    const run = (flags: Readonly<Record<string, string | boolean>>) =>
      library().run('pki role delete', { name: 'web' }, { flags });
    expect((await run({ 'confirm-profile': 'staging', yes: true })).exit).toBe(2);
    expect((await run({ 'confirm-profile': 'prod' })).exit).toBe(2);
    expect(changes()).toEqual([]);
    expect((await run({ 'confirm-profile': 'prod', yes: true })).exit).toBe(0);
    expect(changes()).toEqual(['DELETE /v1/pki/roles/web']);
  });

  test('reads without asking', async () => {
    expect((await library().run('job show', { job_id: 'web' })).exit).toBe(0);
  });
});

describe('mcp on a protected profile', () => {
  const open = (answer?: (asked: { readonly message: string }) => { action: string; content?: object }) =>
    openMcp(['--allow', 'changes'], {
      env: { TRIVET_CONFIG_DIR: path('config') },
      ...(answer === undefined ? {} : { answer }),
    });

  test('refuses each change if its client cannot ask', async () => {
    const mcp = await open();
    for (const [tool, given] of [
      ['workspace_lock', { workspace: 'dns-qa' }],
      ['pki_role_delete', { role: 'web' }],
    ] as const) {
      const { failed, texts } = await mcp.call(tool, given);
      expect(failed).toBe(true);
      expect(texts.join('\n')).toContain('[prod] ');
    }
    expect(changes()).toEqual([]);
    await mcp.end();
  });

  test('asks a person, with profile and server: a yes for a lock, the name for what destroys', async () => {
    const mcp = await open(() => ({ action: 'accept', content: { confirm: true } }));
    const locked = await mcp.call('workspace_lock', { workspace: 'dns-qa' });
    expect(locked.failed).toBe(false);
    expect(mcp.asked[0]?.message).toMatch(/^\[prod\] .*http:\/\/127\.0\.0\.1/);
    const scaled = await mcp.call('job_scale', { job: 'web', group: 'app', count: 0 });
    expect(scaled.failed).toBe(true);
    expect(Object.keys(mcp.asked.at(-1)?.requestedSchema.properties ?? {})).toEqual(['name']);
    expect(changes()).toHaveLength(1);
    await mcp.end();
  });

  test('makes the change once the profile is named', async () => {
    const mcp = await open(() => ({ action: 'accept', content: { name: 'prod' } }));
    expect((await mcp.call('pki_role_delete', { role: 'web' })).failed).toBe(false);
    expect(changes()).toEqual(['DELETE /v1/pki/roles/web']);
    await mcp.end();
  });
});
