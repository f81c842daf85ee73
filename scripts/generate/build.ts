/** Run by the build: writes the files that are generated from the catalogue, or reports which have drifted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtFiles, generatedFiles } from './files.ts';
import type { Pages } from './files.ts';
import { siteFiles } from './site/site.ts';
import type { SiteSources } from './site/site.ts';
import { guideNames } from '../../src/cli/help/topic-names.ts';

type Given = Pick<SiteSources, 'address' | 'repository'> & {
  /** The licences of the bundled packages, which are not kept in a checkout. */
  readonly notices: string;
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** The hand-written pages of a checkout. */
export const pagesIn = (root: string): Pages => ({
  readme: read(`${root}/README.md`) ?? '',
  changelog: read(`${root}/CHANGELOG.md`) ?? '',
  guides: new Map(guideNames.map((name) => [name, read(`${root}/docs/${name}.md`) ?? ''])),
  completions: new Map(
    readdirSync(`${root}/completions`).map((name) => [name, read(`${root}/completions/${name}`) ?? '']),
  ),
  cookbook: readdirSync(`${root}/docs/cookbook`)
    .toSorted()
    .map((name) => read(`${root}/docs/cookbook/${name}`) ?? ''),
});

/**
 * Into `dist`: help that the launcher prints without loading anything else, the manifest, and what `how` searches.
 * @param pages the checkout whose pages they come from
 */
export const writeBuilt = async (root: string, pages: string): Promise<void> => {
  for (const [path, text] of await builtFiles(pagesIn(pages))) write(`${root}/dist/${path}`, text);
};

/** Committed files; `check` writes nothing and returns the paths that differ. */
export const writeGenerated = async (root: string, check: boolean): Promise<readonly string[]> => {
  const stale: string[] = [];
  const files = await generatedFiles(pagesIn(root));
  // The page of a command that is gone.
  for (const page of readdirSync(`${root}/man`).filter((name) => !files.has(`man/${name}`))) {
    stale.push(`man/${page}`);
    if (!check) rmSync(`${root}/man/${page}`);
  }
  for (const [path, text] of files) {
    if (read(`${root}/${path}`) === text) continue;
    stale.push(path);
    if (!check) write(`${root}/${path}`, text);
  }
  return stale;
};

/** The sources of the program, without those of the sandbox. */
export const sourcesIn = (root: string): readonly string[] =>
  readdirSync(`${root}/src`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('sandbox'))
    .toSorted()
    .map((name) => read(`${root}/src/${name}`) ?? '');

/** The sources of the site in a checkout. */
const siteSourcesIn = (root: string, { notices, ...addresses }: Given): SiteSources => {
  const named = (folder: string, end: string): readonly string[] =>
    readdirSync(`${root}/${folder}`)
      .filter((name) => name.endsWith(end))
      .toSorted();
  const texts = (paths: readonly string[]): ReadonlyMap<string, string> =>
    new Map(paths.map((path) => [path, read(`${root}/${path}`) ?? '']));
  const below = (folder: string, end: string): readonly string[] =>
    named(folder, end).map((name) => `${folder}/${name}`);
  return {
    pages: new Map([
      ...texts([
        ...named('.', '.md'),
        ...below('docs', '.md'),
        ...below('docs/adr', '.md'),
        'src/sandbox/README.md',
      ]),
      ['THIRD_PARTY_NOTICES.md', notices],
    ]),
    scripts: new Map(
      named('docs/cookbook', '.sh').map((name) => [name, read(`${root}/docs/cookbook/${name}`) ?? '']),
    ),
    program: sourcesIn(root),
    licence: read(`${root}/LICENSE`) ?? '',
    pictures: texts(below('docs', '.svg')),
    exists: (path) => existsSync(`${root}/${path}`),
    ...addresses,
  };
};

/** The documentation of a checkout as a site, without style sheet and scripts. */
export const siteOf = (root: string, given: Given): Promise<ReadonlyMap<string, string>> =>
  siteFiles(siteSourcesIn(root, given));
