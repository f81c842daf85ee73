// Compares whole processes with `node -e 0` of the same Node, round by round.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../chunks.mjs';
import { compare, environment, measure, measureOnTerminal } from './measure.mjs';

const node = process.execPath;
const newer = !process.version.startsWith('v20.');
const bar = (twenty, later) => (newer ? later : twenty);

/** The program with undici for every request, bundled separately, because the real one has no switch for it. */
const overUndici = async (root, folder) => {
  const plugin = {
    name: 'undici-alone',
    transform: {
      filter: { id: /src[\\/]http[\\/]transport[\\/]transport\.ts$/ },
      handler: (code) => code.replace("kind === 'one-shot'", "kind === 'none'"),
    },
  };
  await bundle({
    folder: join(folder, 'dist'),
    input: { main: 'src/entry.ts' },
    together: ['src/entry.ts'],
    plugins: [plugin],
  });
  writeFileSync(join(folder, 'dist', 'package.json'), '{ "type": "commonjs" }\n');
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  return join(folder, 'bin', 'trivet');
};

/** Runs a fresh copy of the program, so that nothing of it is cached. */
const firstRun = (root, argv, env) => () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-first-'));
  try {
    for (const part of ['bin', 'dist', 'package.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    return measure([node, join(folder, 'bin', 'trivet'), ...argv], env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The standalone executable, if it was built. Its bars are ratios to `node -e 0` of Node 20. */
const ofExecutable = (executable, plain, secure) => {
  if (executable === undefined) return [];
  const row = (name, limit, argv, env) => ({
    name: `executable: ${name}`,
    bar: limit,
    run: () => measure([executable, ...argv], env),
  });
  return [
    row('--version', 0.4, ['--version'], plain),
    row('workspace list --help', 0.4, ['workspace', 'list', '--help'], plain),
    row('list of 20, http', 1.25, list, plain),
    row('list of 20, https', 1.4, list, secure),
  ];
};

export const serving = (server, kind, folder) =>
  environment({
    TRIVET_WORKSPACES_URL: `${server[kind === 'https' ? 'https' : 'http']}/few/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'bench',
    TRIVET_WORKSPACES_PRODUCT: 'generic',
    TRIVET_ORGANIZATION: 'demo',
    TRIVET_CONFIG_DIR: join(folder, 'config'),
    ...(kind === 'https' ? { TRIVET_WORKSPACES_CA_FILE: join(folder, 'ca.pem') } : {}),
  });

export const list = ['workspace', 'list', '-o', 'table'];

/** @returns rows `{ name, value, bar, detail }`; a row without a bar is for comparison */
export const startUp = async ({ root, server, rounds, executable }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    writeFileSync(join(folder, 'ca.pem'), server.ca);
    const trivet = join(root, 'bin', 'trivet');
    const undici = await overUndici(root, folder);
    const plain = serving(server, 'http', folder);
    const secure = serving(server, 'https', folder);
    const page = '/few/api/v2/organizations/demo/workspaces';
    const rows = [
      { name: 'node -e 0', run: () => measure([node, '-e', '0'], plain) },
      { name: '--version', bar: bar(1.1, 1.05), run: () => measure([node, trivet, '--version'], plain) },
      {
        name: 'workspace list --help',
        bar: 1.1,
        run: () => measure([node, trivet, 'workspace', 'list', '--help'], plain),
      },
      {
        name: 'list of 20, http',
        bar: 3.7,
        run: () => measure([node, trivet, ...list], plain),
      },
      { name: 'list of 20, https', run: () => measure([node, trivet, ...list], secure) },
      ...ofExecutable(executable, plain, secure),
      { name: 'list of 20, undici', run: () => measure([node, undici, ...list], plain) },
      { name: 'list of 20, first run', run: firstRun(root, list, plain) },
      {
        name: 'only node:http',
        run: () => measure([node, join(root, 'scripts/bench/bare.cjs'), server.http + page], plain),
      },
      { name: 'curl, http', run: () => measure(['curl', '-sf', server.http + page], plain) },
      {
        name: 'curl, https',
        run: () => measure(['curl', '-sf', '--cacert', join(folder, 'ca.pem'), server.https + page], plain),
      },
    ];
    return named(rows, await compare(rows, rounds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A program that imports the library and does nothing with it, to one that imports an empty module. */
export const libraryImport = async ({ root, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const program = (name, imported) => {
      const file = join(folder, `${name}.mjs`);
      writeFileSync(file, `import ${JSON.stringify(imported)};\n`);
      return () => measure([node, file], environment());
    };
    writeFileSync(join(folder, 'empty.mjs'), '');
    const rows = [
      { name: 'empty', run: program('nothing', join(folder, 'empty.mjs')) },
      { name: 'import of the library', bar: 1.5, run: program('library', join(root, 'dist', 'library.mjs')) },
    ];
    return named(rows.slice(1), await compare(rows, rounds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** On a terminal, where cli-table3 and chalk draw, and ora if the reply is late. */
export const onTerminal = async ({ root, server, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const env = serving(server, 'http', folder);
  const late = { ...env, TRIVET_WORKSPACES_URL: `${server.http}/late/api/v2` };
  const trivet = join(root, 'bin', 'trivet');
  const argv = [node, trivet, 'workspace', 'list'];
  const rows = [
    { name: 'node -e 0', run: () => measureOnTerminal([node, '-e', '0'], env) },
    { name: 'list of 20, terminal', run: () => measureOnTerminal(argv, env) },
    { name: 'same, reply after 300 ms (CPU)', cpuOnly: true, run: () => measureOnTerminal(argv, late) },
  ];
  try {
    return named(rows, await compare(rows, rounds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The settings by which every program reaches the sandbox: over http, or over TLS. */
const addresses = async (variables, server, secure) => {
  const at = async (service) => {
    const given = variables[`TRIVET_${service}_URL`];
    return secure ? given.replace(new URL(given).origin, await server.front(given)) : given;
  };
  const [jobs, secrets] = [await at('JOBS'), await at('SECRETS')];
  const ca = secure ? { TRIVET_JOBS_CA_FILE: secure, TRIVET_SECRETS_CA_FILE: secure } : {};
  const engine = (name) => ({
    [`${name}_ADDR`]: new URL(secrets).origin,
    [`${name}_TOKEN`]: variables.TRIVET_SECRETS_TOKEN,
    ...(secure ? { [`${name}_CACERT`]: secure } : {}),
  });
  return {
    jobs,
    secrets,
    trivet: environment({ ...variables, TRIVET_JOBS_URL: jobs, TRIVET_SECRETS_URL: secrets, ...ca }),
    vendor: environment({
      NOMAD_ADDR: jobs,
      NOMAD_TOKEN: variables.TRIVET_JOBS_TOKEN,
      ...(secure ? { NOMAD_CACERT: secure } : {}),
      ...engine('BAO'),
      ...engine('VAULT'),
      // Otherwise terraform asks for a newer version.
      CHECKPOINT_DISABLE: '1',
    }),
  };
};

/** What users run most, beside the command of the vendor, and the bar of their ratio. */
const pairs = [
  ['job show api', 'nomad job status api', 0.75],
  ['job list', 'nomad job status', 0.75],
  ['version', 'nomad version', 0.75],
  ['job --help', 'nomad job -h', 0.75],
  ['pki role show web', 'bao read pki/roles/web', 0.4],
  ['pki role list', 'bao list pki/roles', 0.4],
  ['--version', 'bao version', 0.4],
  ['pki --help', 'bao pki -h', 0.4],
];

/** The others send nothing, so TLS does not matter to them. */
const isRead = (words) => / (?:show|list)/.test(words);

/** One read with each program. */
const reads = (trivet, executable, where, secure) => {
  const { jobs, secrets, vendor } = where;
  const curl = (url, header) => ['curl', '-sf', ...(secure ? ['--cacert', secure] : []), '-H', header, url];
  const over = secure ? ', https' : '';
  const read = (name, argv, env) => ({ name: `${name}${over}`, run: () => measure(argv, env) });
  const own = (words) => read(`trivet ${words}`, [node, trivet, ...words.split(' ')], where.trivet);
  const theirs = (words) => read(words, words.split(' '), vendor);
  const compiled = (words) =>
    executable === undefined
      ? []
      : [read(`executable ${words}`, [executable, ...words.split(' ')], where.trivet)];
  return [
    own('job show api'),
    ...pairs
      .filter(([ours]) => isRead(ours) || !secure)
      .flatMap(([ours, other]) => [...compiled(ours), theirs(other)]),
    theirs('nomad job inspect api'),
    read('curl, the job', curl(`${jobs}/v1/job/api`, `X-Nomad-Token: ${vendor.NOMAD_TOKEN}`), vendor),
    own('pki role show web'),
    read('curl, the role', curl(`${secrets}/pki/roles/web`, `X-Vault-Token: ${vendor.VAULT_TOKEN}`), vendor),
  ];
};

/** Compares the executable with the vendors' programs that were measured: 1 is as fast. */
const ahead = (results) =>
  pairs.flatMap(([ours, theirs, limit]) =>
    ['', ', https'].flatMap((over) => {
      const [own, other] = [results.get(`executable ${ours}${over}`), results.get(`${theirs}${over}`)];
      if (own === undefined || other === undefined) return [];
      const value = Math.max(own.wall / other.wall, own.cpu / other.cpu);
      return [{ name: `executable to ${theirs}${over}`, value, bar: limit }];
    }),
  );

/** One read with trivet, curl and the vendors' own programs, from one sandbox, over http and https. */
export const besideVendors = async ({ root, server, rounds, executable }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const trivet = join(root, 'bin', 'trivet');
  const file = join(folder, 'sandbox');
  const ca = join(folder, 'ca.pem');
  const own = { TRIVET_CONFIG_DIR: join(folder, 'config') };
  const sandbox = spawn('bash', ['-c', 'exec "$@" >"$0"', file, node, trivet, 'sandbox', 'start'], {
    env: environment(own),
    stdio: 'ignore',
  });
  try {
    writeFileSync(ca, server.ca);
    let text = '';
    for (let waited = 0; waited < 100 && !text.includes('TRIVET_ORGANIZATION'); waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      text = readFileSync(file, 'utf8');
    }
    const found = [...text.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const variables = { ...own, ...Object.fromEntries(found) };
    const plain = await addresses(variables, server);
    const rows = [
      { name: 'node -e 0', run: () => measure([node, '-e', '0'], plain.trivet) },
      ...reads(trivet, executable, plain),
      ...reads(trivet, executable, await addresses(variables, server, ca), ca),
      // terraform reads a workspace only with a configuration, so its version stands for its start-up.
      { name: 'terraform version', run: () => measure(['terraform', 'version'], plain.vendor) },
    ];
    const results = await compare(rows, rounds);
    return [...named(rows, results), ...ahead(results)];
  } finally {
    sandbox.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
};

export const named = (rows, results) =>
  rows.map(({ name, bar: limit, cpuOnly }) => {
    const found = results.get(name);
    if (found === undefined) return { name, skipped: 'not on the PATH, or it failed' };
    const { wall, cpu, wallRatio, cpuRatio } = found;
    const value = cpuOnly === true ? cpuRatio : Math.max(wallRatio, cpuRatio);
    const detail = `wall ${wallRatio.toFixed(2)}x (${wall.toFixed(0)} ms), CPU ${cpuRatio.toFixed(2)}x (${cpu.toFixed(0)} ms)`;
    const shown = cpuOnly === true ? {} : { wall: wallRatio, cpu: cpuRatio };
    return { name, value, bar: limit, ...shown, detail };
  });
