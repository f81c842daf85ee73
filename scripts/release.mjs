// Makes the files of a release from executables: archives, Linux packages, a Homebrew formula, a bill of materials and
// the checksums of all of them. The output depends only on the input.
//   --from DIR               where the executables are (dist/executable)
//   --into DIR               where the release goes (dist/executable/release)
//   --repository OWNER/NAME  where it is published, for the addresses in the formula
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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fileOf, targets } from './runtimes.mjs';
import { sbomOf } from './sbom.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: given } = parseArgs({
  options: {
    from: { type: 'string', default: join(root, 'dist', 'executable') },
    into: { type: 'string', default: join(root, 'dist', 'executable', 'release') },
    repository: { type: 'string', default: process.env.GITHUB_REPOSITORY ?? 'trivet/trivet' },
  },
});
const into = resolve(given.into);
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const homepage = `https://github.com/${given.repository}`;
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

/** A folder with everything that ships with the executable of `target`. */
const stageOf = (folder, target) => {
  const name = `trivet-${version}-${target}`;
  const stage = join(folder, name);
  const program = target.startsWith('windows') ? 'trivet.exe' : 'trivet';
  cpSync(join(given.from, fileOf(target)), join(stage, program));
  for (const part of ['man', 'completions', 'LICENSE', 'THIRD_PARTY_NOTICES.md', 'README.md', 'CHANGELOG.md'])
    cpSync(join(root, part), join(stage, part), { recursive: true });
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

/** Makes .deb and .rpm packages of the files in `stage`. */
const packages = (stage, target) => {
  const ARCH = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }[target];
  if (ARCH === undefined) return;
  const config = join(root, 'packaging', 'nfpm.yaml');
  const env = { ...process.env, ARCH, VERSION: version, HOMEPAGE: homepage, SOURCE_DATE_EPOCH: String(time) };
  for (const packager of ['deb', 'rpm'])
    execFileSync('nfpm', ['package', '--config', config, '--packager', packager, '--target', into], {
      cwd: stage,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
};

const formula = () => {
  const on = (system, part, target) => {
    const name = `trivet-${version}-${target}.tar.gz`;
    if (!existsSync(join(into, name))) return '';
    const url = `${homepage}/releases/download/v${version}/${name}`;
    return `  on_${system} do\n    on_${part} do\n      url "${url}"\n      sha256 "${sumOf(name)}"\n    end\n  end\n`;
  };
  return `# Written by scripts/release.mjs.
class Trivet < Formula
  desc "One command line over infrastructure workspaces, secrets and jobs"
  homepage "${homepage}"
  version "${version}"
  license "MIT"

${on('macos', 'arm', 'darwin-arm64')}${on('macos', 'intel', 'darwin-x64')}${on('linux', 'arm', 'linux-arm64')}${on('linux', 'intel', 'linux-x64')}
  def install
    bin.install "trivet"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/trivet.bash" => "trivet"
    zsh_completion.install "completions/trivet.zsh" => "_trivet"
    fish_completion.install "completions/trivet.fish"
    prefix.install "licences", "THIRD_PARTY_NOTICES.md"
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
writeFileSync(join(into, 'trivet.rb'), formula());
const names = readdirSync(into).sort();
writeFileSync(join(into, 'SHA256SUMS'), names.map((name) => `${sumOf(name)}  ${name}\n`).join(''));
for (const name of [...names, 'SHA256SUMS']) say(`written: ${join(into, name)}`);
