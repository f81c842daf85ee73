// How src/ becomes files of CommonJS, which decides about start-up.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

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

/** `const f = (a) => …` at the top level, as its place and its parts; undefined for anything else. */
const arrowOf = (statement) => {
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return undefined;
  const [{ id, init }, ...more] = statement.declarations;
  if (more.length > 0 || id.type !== 'Identifier' || init?.type !== 'ArrowFunctionExpression')
    return undefined;
  return { name: id.name, arrow: init };
};

/**
 * Top-level arrow functions become function declarations. V8 compiles an arrow function without braces when the file
 * is loaded, wanted or not, and parses the parameters of any other twice: a third of the time of loading `core`.
 */
const declarations = {
  name: 'declarations',
  renderChunk: (code) => {
    let result = '';
    let from = 0;
    for (const statement of parseAst(code, { sourceType: 'commonjs' }).body) {
      const found = arrowOf(statement);
      if (found === undefined) continue;
      const { name, arrow } = found;
      // An arrow function has no `this` and no `arguments` of its own.
      if (/\b(?:this|arguments)\b/.test(code.slice(arrow.start, arrow.end))) continue;
      const parameters = arrow.params.map(({ start, end }) => code.slice(start, end)).join(', ');
      const body = code.slice(arrow.body.start, arrow.body.end);
      const block = arrow.expression ? `{ return (${body}); }` : body;
      result += code.slice(from, statement.start);
      result += `${arrow.async ? 'async ' : ''}function ${name}(${parameters}) ${block}`;
      from = statement.end;
    }
    return result + code.slice(from);
  },
};

/** The operations of a group are loaded together: one file. */
const groupOf = (id) => {
  const group = /[\\/]src[\\/]operations[\\/]([a-z]+)[\\/]/.exec(id)?.[1];
  // The tool's own commands have nothing in common but their folder.
  return group === undefined || group === 'own' ? null : `operations-${group}`;
};

/**
 * Bundles `input` into `folder`. What the files of `together` import statically becomes one chunk, `core`: opening a
 * file costs more than compiling it. Everything behind `import()` stays in chunks of its own.
 */
export const bundle = async ({ folder, input, together = [], plugins = [] }) => {
  const core = closureOf(together);
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Native speed-ups of ws that nobody needs; they are optional and never installed.
    external: ['bufferutil', 'utf-8-validate'],
    plugins: [...plugins, core.plugin, withoutChildProcess, ascii, declarations],
    logLevel: 'warn',
  });
  await bundled.write({
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
        { name: groupOf, debugName: 'operations' },
      ],
    },
  });
  await bundled.close();
};
