/** Tests that help, completion and schemas offer exactly the flags that a command accepts. */
import { program } from '../../../src/main.ts';
import { expect, test } from 'vitest';
import { flagsOf } from '../../../src/run/flags.ts';
import { offeredFlags, refuseFlags } from '../../../src/cli/refuse-flags.ts';
import { completionTable } from '../../../scripts/generate/completion/table.ts';
import { helpText } from '../../../src/cli/help/help.ts';
import { inputSchema } from '../../../scripts/generate/schemas.ts';
import { loadCatalogue } from '../../../scripts/generate/catalogue.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { allCommands } from '../../support/catalogue.ts';

const isRefused = (command: Command, name: string): boolean => {
  const flag = flagsOf(command).find((one) => one.name === name);
  if (flag === undefined) return true;
  try {
    refuseFlags(command, { flags: new Map([[flag, ['true']]]), positionals: [] }, false);
    return false;
  } catch {
    return true;
  }
};

test('a command accepts every service flag that it offers, and refuses all others', () => {
  const wrong = allCommands.flatMap((command) => {
    const offered = new Set(offeredFlags(command).map(({ name }) => name));
    return flagsOf(command)
      .filter(({ name, scope }) => scope === 'service' && isRefused(command, name) === offered.has(name))
      .map(({ name }) => `${command.path} --${name}`);
  });
  expect(wrong).toEqual([]);
});

test.each(['pki inventory', 'pki inspect', 'pki verify', 'pki renew', 'lease recover'])(
  '%s does not offer flags about the reply to one request',
  async (path) => {
    const command = allCommands.find((one) => one.path === path);
    if (command === undefined) throw new Error(`no ${path}`);
    const { commands } = await completionTable(await loadCatalogue());
    const texts = [
      await helpText(program.catalogue, command.path.split(' '), true),
      JSON.stringify(inputSchema(command)),
      JSON.stringify(commands.find((one) => one.path === path)),
    ];
    for (const text of texts) {
      expect(text).toContain('namespace');
      expect(text).not.toMatch(/wrap-ttl|fail-on-warning/);
    }
  },
);
