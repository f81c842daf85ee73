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

/** What stands in a node, in the order of the text; what a shorthand says twice once. */
const childrenOf = (node) => {
  const all = Object.values(node).flat();
  const nodes = all.filter((one) => typeof one?.type === 'string').sort((a, b) => a.start - b.start);
  return nodes.filter((one, index) => index === 0 || one.start >= nodes[index - 1].end);
};

/** Whether an arrow function uses the `this` or the `arguments` around it: other functions have their own. */
const borrows = (node) => {
  if (node.type === 'ThisExpression' || (node.type === 'Identifier' && node.name === 'arguments'))
    return true;
  if (node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration') return false;
  return childrenOf(node).some(borrows);
};

/** `const f = (a) => …` as its name and the arrow function; undefined for anything else. */
const declared = (statement) => {
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return undefined;
  const [{ id, init }, ...more] = statement.declarations;
  if (more.length > 0 || id.type !== 'Identifier' || init?.type !== 'ArrowFunctionExpression')
    return undefined;
  return borrows(init) ? undefined : { name: id.name, arrow: init };
};

/** `Object.defineProperty(exports, 'a', { get })` of something that is never assigned again, as `['a', b]`. */
const exported = (node, constants) => {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return undefined;
  const [target, key, { properties = [] } = {}] = node.expression.arguments;
  const getter = properties.find(({ key: name }) => name?.name === 'get')?.value;
  const name = getter?.body.body[0]?.argument?.name;
  return target?.name === 'exports' && constants.has(name) ? [key.value, name] : undefined;
};

const constantsOf = ({ body }) =>
  new Set(
    body.flatMap((node) => {
      if (node.type === 'FunctionDeclaration') return [node.id.name];
      if (node.type !== 'VariableDeclaration') return [];
      const [{ id, init }] = node.declarations;
      return node.kind === 'const' || init?.type === 'ClassExpression' ? [id.name] : [];
    }),
  );

/**
 * The same code in the forms that V8 loads fastest. An arrow function without braces is compiled when the file is
 * loaded, wanted or not, and the parameters of any other are parsed twice: those of the top level become functions or
 * get braces. A module of a library runs as soon as its file is loaded: in parentheses it is compiled at once and not
 * parsed for nothing before. What is exported and never assigned again needs no getter.
 */
const faster = {
  name: 'faster',
  renderChunk: (code) => {
    const program = parseAst(code, { sourceType: 'commonjs' });
    const constants = constantsOf(program);
    const text = (node) => code.slice(node.start, node.end);
    const parameters = ({ params }) => params.map(text).join(', ');
    const bodyOf = ({ body, expression }) => (expression ? `{ return (${text(body)}); }` : text(body));

    const declaration = (node) => {
      const found = declared(node);
      if (found === undefined) return undefined;
      const { name, arrow } = found;
      return `${arrow.async ? 'async ' : ''}function ${name}(${parameters(arrow)}) ${bodyOf(arrow)}`;
    };
    const assignment = (node) => {
      const [name, value] = exported(node, constants) ?? [];
      return name === undefined ? undefined : `exports[${JSON.stringify(name)}] = ${value};`;
    };
    const module = (node) => {
      if (node.type !== 'CallExpression' || !/__commonJS(?:Min)?$/.test(text(node.callee))) return undefined;
      const [arrow] = node.arguments;
      if (arrow?.type !== 'ArrowFunctionExpression' || borrows(arrow)) return undefined;
      return `${text(node.callee)}((function (${parameters(arrow)}) ${bodyOf(arrow)}))`;
    };
    const braced = (node) => {
      if (node.type !== 'ArrowFunctionExpression' || !node.expression) return undefined;
      // Parentheses around the body stand between the two.
      return code.slice(node.start, node.body.start).replace(/=>[\s(]*$/, '=> ') + bodyOf(node);
    };
    const rewrite = (node) => {
      const changed = declaration(node) ?? assignment(node) ?? module(node) ?? braced(node);
      if (changed !== undefined) return changed;
      if (/Function|Class/.test(node.type)) return text(node);
      let result = '';
      let from = node.start;
      for (const child of childrenOf(node)) {
        result += code.slice(from, child.start) + rewrite(child);
        from = child.end;
      }
      return result + code.slice(from, node.end);
    };
    return rewrite(program);
  },
};

/** Every command of these groups speaks to the products of its service: in the same file as its operations. */
const productsOf = { terraform: 'operations-workspace', nomad: 'operations-job' };

/** The operations of a group are loaded together: one file. */
const groupOf = (id) => {
  const products = /[\\/]src[\\/]services[\\/](terraform|nomad)\.ts$/.exec(id)?.[1];
  if (products !== undefined) return productsOf[products];
  const group = /[\\/]src[\\/]operations[\\/]([a-z]+)[\\/]/.exec(id)?.[1];
  // The tool's own commands have nothing in common but their folder.
  return group === undefined || group === 'own' ? null : `operations-${group}`;
};

/**
 * Bundles `input` into `folder`. What the files of `together` import statically becomes one chunk, `core`: opening a
 * file costs more than compiling it. Everything behind `import()` stays in chunks of its own. What `without` matches
 * is left out: it must never be loaded.
 */
export const bundle = async ({ folder, input, together = [], plugins = [], without = [] }) => {
  const core = closureOf(together);
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Native speed-ups of ws that nobody needs; they are optional and never installed.
    external: ['bufferutil', 'utf-8-validate', ...without],
    plugins: [...plugins, core.plugin, withoutChildProcess, ascii, faster],
    logLevel: 'warn',
    // How long it took on a busy machine is nothing that an installation should say.
    checks: { bundlerTimings: false },
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
