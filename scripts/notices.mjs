// Writes THIRD_PARTY_NOTICES.md: the licences of the bundled packages.
//   --check  writes nothing; exits 1 if the file is out of date
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledFolders } from './bundled.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

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
  // The file does not exist yet.
}
if (before !== whole) {
  const check = process.argv.includes('--check');
  process.stderr.write(`${check ? 'differs' : 'written'}: THIRD_PARTY_NOTICES.md\n`);
  if (check) process.exitCode = 1;
  else writeFileSync(path, whole);
}
