/** The program in which Vault's and OpenBao's tools keep their token. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { hclSettings, textsOf } from '../../documents/hcl-settings.ts';
import { firstSet } from '../../system/environment.ts';
import type { Surroundings } from '../../system/surroundings.ts';

export interface TokenHelper {
  readonly file: string;
  readonly program: string;
}

const namedIn = (path: string): string | undefined => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const [named] = textsOf(hclSettings(readFileSync(path, 'utf8')), 'token_helper');
  return named !== undefined && isAbsolute(named) ? named : undefined;
};

/** The tool bao reads its own file first. */
export const tokenHelper = ({ env, home }: Surroundings, openbao: boolean): TokenHelper | undefined => {
  const chosen = firstSet(env, openbao ? ['BAO_CONFIG_PATH', 'VAULT_CONFIG_PATH'] : ['VAULT_CONFIG_PATH']);
  if (home === undefined) return undefined;
  const usual = (openbao ? ['.bao', '.vault'] : ['.vault']).map((name) => ({
    file: `~/${name}`,
    path: join(home, name),
  }));
  const files = chosen === undefined ? usual : [{ file: chosen.source, path: chosen.value }];
  for (const { file, path } of files) {
    const program = namedIn(path);
    if (program !== undefined) return { file, program };
  }
  return undefined;
};
