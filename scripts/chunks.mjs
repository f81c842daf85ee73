// Bundles src/ to CommonJS files, whose division decides the start-up time.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The entries of `bundle` for the program. */
export const program = {
  input: { main: 'src/entry.ts', library: 'src/library.ts' },
  // A module that every group needs would otherwise be put into one group's file, which all others then load.
  together: [
    'src/entry.ts',
    'src/http/transport/node-transport.ts',
    'src/catalogue/operation.ts',
    'src/catalogue/undo.ts',
    'src/run/suggest.ts',
    'src/commands/command-at.ts',
    'src/commands/finding-fields.ts',
    'src/services/items.ts',
    'src/documents/hcl-settings.ts',
  ],
};

/** The modules that `entries` import statically, directly or not. Known once the graph is built. */
const closureOf = (entries) => {
  const held = new Set();
  return {
    holds: (id) => held.has(id),
    plugin: {
      name: 'closure',
      buildEnd() {
        const add = (id) => {
          if (held.has(id)) return;
          held.add(id);
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
        };
        for (const entry of entries) add(join(root, entry));
      },
    },
  };
};

/**
 * Modules that libraries load at their start and that trivet never uses, with the library: commander starts programs as
 * subcommands, undici speaks HTTP/2 (no connection offers it) and sends forms.
 */
const unused = [
  ['commander', /^(?:node:)?child_process$/],
  ['undici', /[\\/]client-h2\.js$/],
  ['undici', /[\\/]fetch[\\/]body\.js$/],
];

/** Leaves the unused modules out: 4 ms of every start, and 3 ms of one that opens a pool. */
const withoutUnused = {
  name: 'without-unused',
  resolveId: {
    filter: { id: unused.map(([, pattern]) => pattern) },
    handler: (id, importer = '') =>
      unused.some(
        ([library, pattern]) =>
          pattern.test(id) && /[\\/]node_modules[\\/]([^\\/]+)/.exec(importer)?.[1] === library,
      )
        ? '\0unused'
        : undefined,
  },
  load: { filter: { id: /^\0unused$/ }, handler: () => 'module.exports = {};' },
};

/**
 * cli-table3 gets texts of narrow characters alone, with stand-ins for the others (src/output/formats/table.ts), and need not
 * look for emoji in them: 6 ms of the first table.
 */
const narrowTables = {
  name: 'narrow-tables',
  resolveId: {
    filter: { id: /^string-width$/ },
    handler: (_, importer = '') => (/[\\/]cli-table3[\\/]/.test(importer) ? '\0narrow' : undefined),
  },
  load: { filter: { id: /^\0narrow$/ }, handler: () => 'module.exports = (text) => text.length;' },
};

/** V8 keeps an ASCII-only file in half the memory. Only strings and patterns contain other characters. */
const ascii = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Exports as plain members, in a quarter of the text: only a variable that is assigned later needs a getter. */
const plainExports = {
  name: 'plain-exports',
  renderChunk: (code) =>
    code.replaceAll(
      /^Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s+enumerable: true,\s+get: function \(\) \{\s+return ([\w$]+);\s+\}\s+\}\);$/gm,
      (getter, name, value) =>
        new RegExp(
          `^(?:const ${value.replaceAll('$', String.raw`\$`)} =|(?:async )?function\\*? ${value}\\(|class ${value} )`,
          'm',
        ).test(code)
          ? `exports.${name} = ${value};`
          : getter,
    ),
};

/** Every command of these groups asks its service, whose code is therefore in the file of the operations. */
const serviceFiles = {
  workspaces: 'operations-workspace',
  secrets: 'operations-secrets',
  jobs: 'operations-job',
};
/** The groups of a service: each has its file, and the others are in one. */
const ofServices = new Set(['workspace', 'job', 'pki', 'aws', 'ldap', 'lease', 'message']);
/** What only some commands need of a service. */
const ofSomeCommands = /[\\/](?:credential-store|login|whoami)\.ts$/;

/** The operations of a group are loaded together, from one file. */
const groupOf = (id) => {
  const service = /[\\/]src[\\/]services[\\/]([a-z]+)[\\/]/.exec(id)?.[1];
  if (service !== undefined && !ofSomeCommands.test(id)) return serviceFiles[service] ?? null;
  const group = /[\\/]src[\\/]commands[\\/]([a-z]+)[\\/](?!workflows[\\/])/.exec(id)?.[1];
  if (group === undefined) return null;
  return ofServices.has(group) ? `operations-${group}` : 'operations-own';
};

/**
 * Bundles `input` into `folder`. What the files of `together` import statically becomes one chunk, `core`, since
 * opening a file costs more than compiling it. Each `import()` becomes a chunk of its own. Modules that match `without`
 * are left out: they must never be loaded.
 * @returns {Promise<string[]>} the paths of the bundled modules
 */
export const bundle = async ({ folder, input, together = [], plugins = [], without = [] }) => {
  const core = closureOf(together);
  const receipt = closureOf(['src/run/log/recorder.ts']);
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // The state of its parser is made by a spread in the other build: V8 in Node 20 then reads YAML three times as slowly.
    resolve: { alias: { 'js-yaml': createRequire(import.meta.url).resolve('js-yaml') } },
    // Optional native speed-ups of ws, which are never installed.
    external: ['bufferutil', 'utf-8-validate', ...without],
    plugins: [...plugins, core.plugin, receipt.plugin, withoutUnused, narrowTables, ascii, plainExports],
    logLevel: 'warn',
    // The build time on a busy machine does not belong in the output of an installation.
    checks: { bundlerTimings: false, ineffectiveDynamicImport: without.length === 0 },
  });
  const { output } = await bundled.write({
    dir: folder,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name].cjs',
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
    // Builtin modules use require, because import() would start the ES module loader.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        { name: 'core', test: core.holds },
        // Every single change loads it.
        { name: 'receipt', test: receipt.holds },
        {
          name: 'operations-secrets',
          test: /[\\/]src[\\/](?:services[\\/]secrets[\\/]engine-[a-z]+|commands[\\/]update-of)\.ts$/,
        },
        { name: groupOf, debugName: 'operations' },
      ],
    },
  });
  await bundled.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
};
