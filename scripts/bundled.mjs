// Finds the packages in the bundles that ship, for the notices and the bill of materials.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, program } from './chunks.mjs';

/** The folders of the packages with modules in the bundles, relative to the root. */
export const bundledFolders = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bundled-'));
  try {
    const modules = await bundle({ folder, ...program });
    const found = modules.flatMap((id) => {
      const at = id.lastIndexOf('/node_modules/');
      const [scope = '', name = ''] = id.slice(at + '/node_modules/'.length).split('/');
      if (at === -1) return [];
      const from = id.indexOf('/node_modules/') + 1;
      return [
        `${id.slice(from, at + '/node_modules/'.length)}${scope.startsWith('@') ? `${scope}/${name}` : scope}`,
      ];
    });
    return [...new Set(found)].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
