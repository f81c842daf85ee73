/** The settings of each kind that take a reference to a secret. test/transcripts/state/secrets.txt holds the rest. */
import { program } from '../../../src/main.ts';
import { describe, expect, test } from 'vitest';
import { declaredIn } from '../../../src/commands/state/workflows/objects/declared.ts';
import { declarableKinds } from '../../../src/commands/state/workflows/objects/operand.ts';
import { readYaml } from '../../../src/documents/read-yaml.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';

describe.each((await declarableKinds(program.catalogue)).map((kind) => [kind.kind, kind] as const))(
  'of a %s',
  (_, kind) => {
    const settings = settingsOf(kind);
    const faultsOf = async (yaml: string): Promise<readonly string[]> => {
      const [node] = readYaml(
        `kind: ${kind.kind}\n${kind.singleton === true ? '' : 'name: x\n'}${yaml}`,
      ).documents;
      if (node === undefined) throw new Error('no document');
      return declaredIn(node, await declarableKinds(program.catalogue), true).faults.map(({ text }) => text);
    };
    const nested = (key: string, value: string): string =>
      key.includes('.')
        ? `settings:\n  ${key.replace('.', `:\n    `)}: ${value}\n`
        : `settings:\n  ${key}: ${value}\n`;

    test('every secret takes a source, and nothing else', async () => {
      for (const { key, secret } of settings) {
        if (!secret) continue;
        for (const source of ['env:TOKEN', 'file:secrets/token'])
          expect([key, ...(await faultsOf(nested(key, source)))]).toEqual([key]);
        expect([key, ...(await faultsOf(nested(key, 'hunter2')))]).toEqual([
          key,
          'expected env:NAME or file:PATH: files do not contain secrets',
        ]);
      }
    });

    test('no other setting or part takes a source, at any depth', async () => {
      for (const { key, secret } of settings) {
        if (secret) continue;
        for (const value of ['env:TOKEN', '[env:TOKEN]', '{ a: env:TOKEN }', '[{ a: [env:TOKEN] }]'])
          expect([key, value, (await faultsOf(nested(key, value))).length > 0]).toEqual([key, value, true]);
      }
      for (const key of ['name', ...kind.scope].filter((one) => one !== 'name' || kind.singleton !== true)) {
        const [node] = readYaml(`kind: ${kind.kind}\n${key}: env:TOKEN\n`).documents;
        if (node === undefined) throw new Error('no document');
        const { faults } = declaredIn(node, await declarableKinds(program.catalogue), true);
        expect([key, faults.some(({ text }) => text.startsWith('a reference to a variable'))]).toEqual([
          key,
          true,
        ]);
      }
      for (const { part } of kind.parts ?? [])
        for (const value of ['env:TOKEN', '[env:TOKEN]', '{ a: env:TOKEN }'])
          expect([part, value, (await faultsOf(`${part}: ${value}\n`)).length > 0]).toEqual([
            part,
            value,
            true,
          ]);
    });
  },
);
