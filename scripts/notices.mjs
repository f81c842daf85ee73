// Writes THIRD_PARTY_NOTICES.md, the licences of the bundled packages: the npm package, the archives and the site have it.
//   --into DIR  writes it there instead of into the checkout
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledFolders } from './bundled.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const licenceFile = (folder) => {
  const name = readdirSync(join(root, folder)).find((file) =>
    /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(file),
  );
  return name === undefined ? undefined : readFileSync(join(root, folder, name), 'utf8').trim();
};

/** The text of THIRD_PARTY_NOTICES.md. */
export const notices = async () => {
  const texts = new Map();
  for (const folder of await bundledFolders()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const text = licenceFile(folder) ?? `The package says: ${license}. It holds no licence text of its own.`;
    const key = text.replaceAll('\r\n', '\n');
    const known = texts.get(key) ?? { license, packages: new Set() };
    known.packages.add(`${name} ${version}`);
    texts.set(key, known);
  }
  const sections = [...texts].map(
    ([text, { license, packages }]) =>
      `## ${[...packages].join(', ')}\n\nLicence: ${license}\n\n${text
        .split('\n')
        .map((line) => `    ${line.trim()}`.trimEnd())
        .join('\n')}\n`,
  );
  return [
    '# Third-party notices\n',
    'Written by `node scripts/notices.mjs` from the packages that are bundled in `dist`.\n',
    ...sections,
  ].join('\n');
};

export const writeNotices = async (folder = root) =>
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES.md'), await notices());

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { into: { type: 'string', default: root } } });
  await writeNotices(values.into);
}
