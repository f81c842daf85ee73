// How src/ becomes files of CommonJS, which decides about start-up.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What `bundle` makes the program of. */
export const program = {
  input: { main: 'src/entry.ts' },
  // What every group needs would go into the file of one of them, which all others then load.
  together: ['src/entry.ts', 'src/http/node-transport.ts', 'src/model/operation.ts'],
};

/** What `entries` import statically, directly or not. Known once the graph is built. */
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

/** commander starts programs for subcommands of its own kind, of which there is none here: 4 ms of every start. */
const withoutChildProcess = {
  name: 'commander-without-child-process',
  resolveId: {
    filter: { id: /^(?:node:)?child_process$/ },
    handler: (id, importer) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer ?? '') ? '\0no-child-process' : undefined,
  },
  load: {
    filter: { id: /^\0no-child-process$/ },
    handler: () => 'module.exports = {};',
  },
};

/** A file of ASCII alone is kept by V8 in half the memory. Only strings and patterns hold anything else. */
const ascii = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Every command of these groups speaks to the products of its service: in the same file as its operations. */
const productsOf = { terraform: 'operations-workspace', nomad: 'operations-job' };

/** The operations of a group are loaded together: one file. */
const groupOf = (id) => {
  const products = /[\\/]src[\\/]services[\\/](terraform|nomad)\.ts$/.exec(id)?.[1];
  if (products !== undefined) return productsOf[products];
  // Only for names in errors and for TAB.
  if (/[\\/]kinds\.ts$/.test(id)) return null;
  const group = /[\\/]src[\\/]operations[\\/]([a-z]+)[\\/]/.exec(id)?.[1];
  // The tool's own commands have nothing in common but their folder.
  return group === undefined || group === 'own' ? null : `operations-${group}`;
};

/**
 * Bundles `input` into `folder`. What the files of `together` import statically becomes one chunk, `core`: opening a
 * file costs more than compiling it. Everything behind `import()` stays in chunks of its own. What `without` matches
 * is left out: it must never be loaded.
 * @returns {Promise<string[]>} the paths of the modules that went in
 */
export const bundle = async ({ folder, input, together = [], plugins = [], without = [] }) => {
  const core = closureOf(together);
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Native speed-ups of ws that nobody needs; they are optional and never installed.
    external: ['bufferutil', 'utf-8-validate', ...without],
    plugins: [...plugins, core.plugin, withoutChildProcess, ascii],
    logLevel: 'warn',
    // How long it took on a busy machine is nothing that an installation should say.
    checks: { bundlerTimings: false },
  });
  const { output } = await bundled.write({
    dir: folder,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name].cjs',
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
    // A builtin comes by require: import() would start the loader of ES modules.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        { name: 'core', test: core.holds },
        { name: 'operations-secrets', test: /[\\/]src[\\/]operations[\\/](?:secrets?-|update-)[a-z]+\.ts$/ },
        { name: groupOf, debugName: 'operations' },
      ],
    },
  });
  await bundled.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
};
