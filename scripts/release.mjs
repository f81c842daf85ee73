// Makes the files of a release from executables: archives, Linux packages, a Homebrew formula, a bill of materials and
// the checksums of all of them. The output depends only on the input.
//   --from DIR               where the executables are (dist/executable)
//   --into DIR               where the release goes (dist/executable/release)
// The address comes from package.json (repository, homepage); without one, from GITHUB_REPOSITORY of a workflow.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressOf } from './release/address.mjs';
import { writeManLinks } from './man-links.mjs';
import { linkedPages } from './page-links.mjs';
import { executableLicence, runtimeLicence } from './release/licences.mjs';
import { notices } from './notices.mjs';
import { packageChangelog } from './release/changelog.mjs';
import { fileOf, targets } from './runtimes.mjs';
import { sbomOf } from './release/sbom.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: given } = parseArgs({
  options: {
    from: { type: 'string', default: join(root, 'dist', 'executable') },
    into: { type: 'string', default: join(root, 'dist', 'executable', 'release') },
  },
});
const into = resolve(given.into);
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { version } = manifest;
const { repository, homepage } = addressOf(manifest, process.env);
/** The modification time of every file in the archives, in seconds since the epoch. */
const time = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000));

const chosen = Object.keys(targets).filter((target) => existsSync(join(given.from, fileOf(target))));
if (chosen.length === 0) {
  process.stderr.write(`trivet: there is no executable in ${given.from}: npm run executable -- --all\n`);
  process.exit(1);
}

const say = (text) => process.stderr.write(`${text}\n`);
const sumOf = (name) =>
  createHash('sha256')
    .update(readFileSync(join(into, name)))
    .digest('hex');
const isMissing = (program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return false;
  } catch (error) {
    return error.code === 'ENOENT';
  }
};

/** What ships beside every executable: whatever the README and the pages link to, too. */
const shipped = manifest.files.filter((name) => !/^!|^(?:bin|dist|THIRD_PARTY_NOTICES\.md)$/.test(name));
const thirdParty = await notices();

/** A folder with everything that ships with the executable of `target`. */
const stageOf = (folder, target) => {
  const name = `trivet-${version}-${target}`;
  const stage = join(folder, name);
  const program = target.startsWith('windows') ? 'trivet.exe' : 'trivet';
  cpSync(join(given.from, fileOf(target)), join(stage, program));
  for (const part of shipped) cpSync(join(root, part), join(stage, part), { recursive: true });
  for (const [page, text] of linkedPages(root, stage, manifest.files, repository))
    writeFileSync(join(stage, page), text);
  writeManLinks(root, join(stage, 'man'));
  // The build makes them.
  cpSync(join(root, 'dist', 'completions'), join(stage, 'completions'), { recursive: true });
  writeFileSync(join(stage, 'THIRD_PARTY_NOTICES.md'), thirdParty);
  cpSync(join(root, 'packaging', 'licences'), join(stage, 'licences'), { recursive: true });
  return name;
};

const archive = (folder, name) => {
  const plain = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=@${time}`,
  ];
  execFileSync('tar', [...plain, '-cf', join(folder, `${name}.tar`), '-C', folder, name]);
  execFileSync('gzip', ['-n', '-9', join(folder, `${name}.tar`)]);
  cpSync(join(folder, `${name}.tar.gz`), join(into, `${name}.tar.gz`));
};

const maintainer = 'trivet maintainers <trivet@users.noreply.github.com>';

/** Debian's list of licences. */
const copyright = () => {
  const mit = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const [, holder = ''] = /^Copyright (.*)$/m.exec(mit) ?? [];
  const indented = mit
    .split('\n')
    .map((line) => ` ${line.trim() === '' ? '.' : line}`)
    .join('\n');
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: trivet

Files: *
Copyright: ${holder}
License: Expat
${indented}

Files: usr/bin/trivet
Copyright: ${holder}, and the authors of Bun and of its parts
License: executable
 The executable holds trivet (Expat) and Bun, whose parts are under
 ${executableLicence.replaceAll(' AND ', ',\n ')}.
 .
 /usr/share/doc/trivet/licences/BUN.md lists the parts, and how to replace those under the LGPL. Their texts are in
 /usr/share/common-licenses/LGPL-2, /usr/share/common-licenses/LGPL-2.1 and /usr/share/common-licenses/Apache-2.0.
 /usr/share/doc/trivet/THIRD_PARTY_NOTICES.md has the notices of the bundled packages.
`;
};

/** Makes .deb and .rpm packages of the files in `stage`. */
const packages = (stage, target) => {
  const ARCH = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }[target];
  if (ARCH === undefined) return;
  const documents = [
    'copyright',
    'changelog.gz',
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'THIRD_PARTY_NOTICES.md',
    ...['docs', 'licences'].flatMap((name) =>
      readdirSync(join(stage, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(stage, join(entry.parentPath, entry.name)))
        .sort(),
    ),
  ].map((name) => ({ src: name, dst: `/usr/share/doc/trivet/${name}` }));
  for (const page of readdirSync(join(stage, 'man')).sort()) {
    execFileSync('gzip', ['-n', '-9', '-f', join(stage, 'man', page)]);
    documents.push({ src: `man/${page}.gz`, dst: `/usr/share/man/man1/${page}.gz` });
  }
  const packed = (name, text) => {
    writeFileSync(join(stage, name), text);
    execFileSync('gzip', ['-n', '-9', '-f', join(stage, name)]);
  };
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  packed('changelog', changelog);
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  packed(
    'changelog.Debian',
    `trivet (${version}-1) unstable; urgency=medium\n\n  * Version ${version}: see changelog.gz.\n\n -- ${maintainer}  ${date}\n`,
  );
  writeFileSync(join(stage, 'changelog.yaml'), JSON.stringify(packageChangelog(changelog, maintainer)));
  // nfpm replaces variables only in some of its keys, leaves what rpm calls documentation out of a .deb, and has one
  // changelog for all packages.
  const template = readFileSync(join(root, 'packaging', 'nfpm.yaml'), 'utf8').replace(
    '${LICENCE}',
    executableLicence,
  );
  const listed = (type) =>
    documents.map(({ src, dst }) => `  - { src: ${src}, dst: ${dst}${type} }\n`).join('');
  writeFileSync(join(stage, 'deb.yaml'), `${template}${listed('')}`);
  writeFileSync(join(stage, 'rpm.yaml'), `${template}${listed(', type: doc')}changelog: changelog.yaml\n`);
  writeFileSync(join(stage, 'copyright'), copyright());
  cpSync(join(root, 'packaging', 'lintian-overrides'), join(stage, 'lintian-overrides'));
  // nfpm keeps the time of each file.
  for (const entry of readdirSync(stage, { recursive: true })) utimesSync(join(stage, entry), time, time);
  const env = {
    ...process.env,
    ARCH,
    VERSION: version,
    HOMEPAGE: homepage ?? '',
    MAINTAINER: maintainer,
    SOURCE_DATE_EPOCH: String(time),
  };
  for (const packager of ['deb', 'rpm'])
    execFileSync(
      'nfpm',
      ['package', '--config', `${packager}.yaml`, '--packager', packager, '--target', into],
      {
        cwd: stage,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
};

/** A licence of Bun's parts, as formulas write it. */
const formulaLicence = (licence) => {
  const [name, exception] = licence.split(' WITH ');
  return exception === undefined ? `"${name}"` : `{ "${name}" => { with: "${exception}" } }`;
};

const formula = () => {
  const on = (system, parts) => {
    const found = parts.flatMap(([part, target]) => {
      const name = `trivet-${version}-${target}.tar.gz`;
      if (!existsSync(join(into, name))) return [];
      const url = `${repository}/releases/download/v${version}/${name}`;
      return [`    on_${part} do\n      url "${url}"\n      sha256 "${sumOf(name)}"\n    end\n`];
    });
    return found.length === 0 ? '' : `  on_${system} do\n${found.join('')}  end\n`;
  };
  return `# Written by scripts/release.mjs.
class Trivet < Formula
  desc "One command line over infrastructure workspaces, secrets and jobs"
  homepage "${homepage}"
  version "${version}"
  # ${executableLicence}
  license all_of: [${runtimeLicence.map(formulaLicence).join(', ')}]

${on('macos', [
  ['arm', 'darwin-arm64'],
  ['intel', 'darwin-x64'],
])}${on('linux', [
    ['arm', 'linux-arm64'],
    ['intel', 'linux-x64'],
  ])}
  def install
    bin.install "trivet"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/trivet.bash" => "trivet"
    zsh_completion.install "completions/trivet.zsh" => "_trivet"
    fish_completion.install "completions/trivet.fish"
    [bash_completion, zsh_completion, fish_completion].each { |folder| folder.install "completions/trivet.words" }
    prefix.install "licences", "THIRD_PARTY_NOTICES.md", "SECURITY.md", "CONTRIBUTING.md"
    doc.install Dir["docs/*"]
    pkgshare.install "skills"
  end

  test do
    assert_equal "#{version}\\n", shell_output("#{bin}/trivet --version")
    assert_match "network-prod", shell_output("#{bin}/trivet sandbox exec -- trivet workspace list -o name")
  end
end
`;
};

rmSync(into, { recursive: true, force: true });
mkdirSync(into, { recursive: true });
const withPackages = !isMissing('nfpm');
if (!withPackages) say('nfpm is not installed: no .deb and no .rpm');
const folder = mkdtempSync(join(tmpdir(), 'trivet-release-'));
try {
  for (const target of chosen) {
    const name = stageOf(folder, target);
    archive(folder, name);
    if (withPackages) packages(join(folder, name), target);
    rmSync(join(folder, name), { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(
  join(into, `trivet-v${version}.cdx.json`),
  `${JSON.stringify(await sbomOf({ lock, chosen, time }), null, 2)}\n`,
);
if (repository === undefined) say('package.json names no repository: no formula');
else writeFileSync(join(into, 'trivet.rb'), formula());
const names = readdirSync(into).sort();
writeFileSync(join(into, 'SHA256SUMS'), names.map((name) => `${sumOf(name)}  ${name}\n`).join(''));
for (const name of [...names, 'SHA256SUMS']) say(`written: ${join(into, name)}`);
