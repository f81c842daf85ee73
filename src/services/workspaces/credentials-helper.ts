/** Reads `credentials_helper "NAME" { args = [...] }` in Terraform's settings. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hclSettings, textsOf } from '../../documents/hcl-settings.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { configFiles, dataFolder } from './terraform-credentials.ts';

const maxBytes = 1024 * 1024;

/** The helper is beside Terraform's plugins, or among those of the platform. */
const programOf = (surroundings: Surroundings, name: string): string | undefined => {
  const folder = dataFolder(surroundings);
  if (folder === undefined) return undefined;
  const plugins = join(folder, 'plugins');
  const system = surroundings.platform === 'win32' ? 'windows' : surroundings.platform;
  const ofSystem = existsSync(plugins)
    ? readdirSync(plugins).filter((each) => each.startsWith(`${system}_`))
    : [];
  const file = `terraform-credentials-${name}${system === 'windows' ? '.exe' : ''}`;
  return ['', ...ofSystem].map((each) => join(plugins, each, file)).find((path) => existsSync(path));
};

export const credentialsHelper = (surroundings: Surroundings): readonly string[] | undefined => {
  for (const path of configFiles(surroundings)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > maxBytes) continue;
    const settings = hclSettings(readFileSync(path, 'utf8'));
    const helper = settings.find(({ keys: [name] }) => name === 'credentials_helper');
    const [, name = ''] = helper?.keys ?? [];
    const program = /^[A-Za-z0-9_-]+$/.test(name) ? programOf(surroundings, name) : undefined;
    if (program !== undefined) return [program, ...textsOf(helper?.body ?? [], 'args')];
  }
  return undefined;
};
