/** The names of the manual pages of a package: those of the checkout, and links for the commands. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly commands: readonly { readonly path: string }[];
}

export const packedPages = (root: string, built: string): readonly string[] => {
  const text = readFileSync(join(built, 'dist', 'manifest.json'), 'utf8');
  const { commands } = JSON.parse(text) as Manifest;
  const links = commands.filter(({ path }) => path.includes(' '));
  return [
    ...readdirSync(join(root, 'man')),
    ...links.map(({ path }) => `trivet-${path.replaceAll(' ', '-')}.1`),
  ].toSorted();
};
