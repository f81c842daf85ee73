// Writes THIRD_PARTY_NOTICES.md: the licences of the packages that the bundles hold.
//   --check  writes nothing; exits 1 when the file differs
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, program } from './chunks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folders of the packages whose modules are in the bundles, below the root. */
const bundledFolders = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-notices-'));
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
const folders = await bundledFolders();

const licenceFile = (folder) => {
  const name = readdirSync(join(root, folder)).find((file) =>
    /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(file),
  );
  return name === undefined ? undefined : readFileSync(join(root, folder, name), 'utf8').trim();
};

const texts = new Map();
for (const folder of folders) {
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
const whole = [
  '# Third-party notices\n',
  'Written by `node scripts/notices.mjs` from the packages that are bundled in `dist`.\n',
  ...sections,
].join('\n');

const path = join(root, 'THIRD_PARTY_NOTICES.md');
let before = '';
try {
  before = readFileSync(path, 'utf8');
} catch {
  // The first time.
}
if (before !== whole) {
  const check = process.argv.includes('--check');
  process.stderr.write(`${check ? 'differs' : 'written'}: THIRD_PARTY_NOTICES.md\n`);
  if (check) process.exitCode = 1;
  else writeFileSync(path, whole);
}
