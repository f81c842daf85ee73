// Writes the skeleton of a part of the catalogue, and says what is left to fill in.
//   operation GROUP.VERB        an operation and its command
//   kind GROUP.KIND             a kind of object
//   product SERVICE.PRODUCT     a product of a service
//   service SERVICE.GROUP       a service with a group of commands
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.env.TRIVET_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url))));
/** @returns {never} */
const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};
const pathOf = (file) => join(root, 'src', file);
const read = (file) => readFileSync(pathOf(file), 'utf8');
const written = [];

const write = (file, text) => {
  if (existsSync(pathOf(file))) fail(`src/${file} exists already`);
  mkdirSync(dirname(pathOf(file)), { recursive: true });
  writeFileSync(pathOf(file), text);
  written.push(`src/${file}`);
};

/** Changes a file once; a text that is not there means that the file has another form than this script expects. */
const edit = (file, ...changes) => {
  let text = read(file);
  for (const [from, to] of changes) {
    const next = text.replace(from, to);
    if (next === text) fail(`src/${file} has no ${String(from)}`);
    text = next;
  }
  writeFileSync(pathOf(file), text);
  written.push(`src/${file}`);
};

/** A name that a file declares already: its second declaration would not compile. */
const refuseTaken = (file, name) => {
  const declared = [...read(file).matchAll(/^(?:import ([^;]*?) from|const (\w+))/gm)].join(' ');
  if (new RegExp(`\\b${name}\\b`).test(declared))
    fail(`src/${file} declares ${name} already: take another name, and rename the command afterwards`);
};

const camel = (name) => name.replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const title = (name) =>
  name.replaceAll(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
/** An import goes behind the last one of a file beside it, else before all of them. */
const imported = (line) => [
  /^import (?:[\s\S]*^import [^;]*? from '\.\/[^']*';\n)?/m,
  (found) => (found === 'import ' ? `${line}\nimport ` : `${found}${line}\n`),
];
const lastCommand = /\n\];\n\nexport default commands;/;

const serviceOfGroup = (group) => {
  const found = new RegExp(`name: '${group}',[^}]*?service: '(\\w+)'`).exec(read('commands/groups.ts'));
  return found?.[1] ?? fail(`${group} is not the group of a service`);
};

const summaryOf = (group, verb, effect, view) => {
  if (effect !== 'read') return `${title(verb)} a ${group}`;
  return view === 'table' ? `List every ${group}` : `Show the ${verb.replaceAll('-', ' ')} of a ${group}`;
};

const operationText = (
  group,
  verb,
  service,
  { effect = 'read', more = '', view = 'record', named = false } = {},
) => `import { defineOperation } from '../../../catalogue/operation.ts';
import { ${view}View } from '../../../catalogue/view.ts';

export const ${camel(verb)} = defineOperation({
  id: '${group}.${verb}',
  // An imperative of at most 72 characters: what a person does with it.
  summary: '${summaryOf(group, verb, effect, view)}',
  // The section of the document; for what no document has { page: the page of its vendor, servers: [who has it] }.
  source: '0 §0',
  service: '${service}',
  method: '${effect === 'read' ? 'GET' : 'POST'}',
  path: '/${group}${named ? '/{name}' : ''}',
  parameters: {${!named ? '' : `\n    name: { in: 'path', type: 'string', summary: 'Name', required: true, metavar: 'name' },\n  `}},
  effect: '${effect}',
${more}  view: ${view}View({
    fields: { name: { type: 'text', summary: 'Name' } },
    // The fields without which a reply is another one's, such as that of a proxy.
    essential: ['name'],
    name: 'name',
    columns: ['name'],${view === 'table' ? `\n    empty: 'nothing is there',` : ''}
  }),
  examples: [{ summary: 'An example', argv: '${group} ${verb}${named ? ' NAME' : ''}' }],
});
`;

const commandText = (group, verb, positional = false) =>
  `  commandOf('${group} ${verb}', ${camel(verb)}${positional ? `, { positional: [{ name: 'name' }] }` : ''}),`;

const makers = {
  operation: (group, verb) => {
    const service = serviceOfGroup(group);
    refuseTaken(`commands/${group}/commands.ts`, camel(verb));
    write(`commands/${group}/operations/${verb}.ts`, operationText(group, verb, service));
    edit(
      `commands/${group}/commands.ts`,
      imported(`import { ${camel(verb)} } from './operations/${verb}.ts';`),
      [lastCommand, (end) => `\n${commandText(group, verb)}${end}`],
    );
    return [
      'the declaration: summary, method, path, parameters, effect, view with `essential`',
      'its section and its row in test/operations.tsv, or in `source` the page of the vendor and the servers',
      'its route in the sandbox (src/sandbox/README.md), because tests run its examples there',
      'npm run generate, npm run docs, a transcript, and a line in CHANGELOG.md',
    ];
  },
  kind: (group, kind) => {
    const service = serviceOfGroup(group);
    const entry = `  {
    kind: '${kind}',
    summary: '${kind}',
    service: '${service}',
    scope: [],
    name: { field: 'name', input: 'name' },
    fields: {},
    show: command('${group} show'),
  },
`;
    if (existsSync(pathOf(`commands/${group}/kinds.ts`)))
      edit(`commands/${group}/kinds.ts`, [
        /\n\];\n\nexport \{ commands \};/,
        (end) => `\n${entry.trimEnd()}${end}`,
      ]);
    else {
      write(
        `commands/${group}/kinds.ts`,
        `import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
${entry}];

export { commands };

export default kinds;
`,
      );
      edit('commands/groups.ts', [
        new RegExp(`load: async \\(\\) => \\(await import\\('\\./${group}/commands\\.ts'\\)\\)\\.default`),
        () => `...withKinds(() => import('./${group}/kinds.ts'))`,
      ]);
    }
    edit('catalogue/kind-name.ts', [
      /(const otherNames = \{[^}]*)\}/,
      (_, before) => `${before}  '${kind}': ['${group}', '${kind}'],\n}`,
    ]);
    return [
      'its fields, its scope, and the commands that show and list it',
      `\`complete: '${kind}'\` at the parameters that take its name: for TAB, messages and changes of many`,
      'for a kind that files can hold: move its name to stateNames, and give it `write`',
      'npm run generate, and a test',
    ];
  },
  product: (service, product) => {
    edit(`catalogue/services/${service}/facts.ts`, [
      /\n\] as const satisfies/,
      (end) =>
        `\n  {\n    product: '${product}',\n    title: '${title(product)}',\n    supports: {},\n  },${end}`,
    ]);
    return [
      `what it decides: npm run typecheck names every decision of src/catalogue/services/${service}/facts.ts that is missing`,
      `where its names or errors differ from its family: \`productFrom\` in src/services/${service}`,
      'how a reply reveals it: `identify` of the adapter',
    ];
  },
  service: (service, group) => {
    const at = (file) => `services/${service}/${file}.ts`;
    const factsAt = (file) => `catalogue/services/${service}/${file}.ts`;
    write(
      factsAt('facts'),
      `/** The service as data. */
import type { ProductFacts } from '../facts.ts';

/** The flags that the commands of the service add. */
const flags = {} as const;

/** What the products of the service decide: one that leaves a decision out does not compile. */
const products = [
  { product: '${service}-server', title: '${title(service)} server', supports: {} },
] as const satisfies readonly ProductFacts<never>[];

export const ${service} = {
  family: '${service}-api',
  suffix: '',
  context: {},
  vendorVariables: [],
  flags,
  products,
} as const;
`,
    );
    write(
      at('product'),
      `/** The service as documented, and its products: wire names, and what their errors mean. */
import type { ServerProduct } from '../../catalogue/product.ts';
import type { Product } from '../product.ts';

/** The product of a server, by what it decides. */
export const productFrom = (server: ServerProduct): Product => ({
  ...server,
  service: '${service}',
  tokenHeader: 'authorization',
  mediaType: 'application/json',
  typedWithoutBody: true,
  wire: {},
  paths: {},
  lacks: {},
  ignores: {},
  errors: [],
  emptyLists: {},
});
`,
    );
    write(
      at('adapter'),
      `/** Plain JSON without pages, errors as plain text. */
import { isArray, isObject, itemsIn } from '../../documents/json/json.ts';
import { bodyText, isHtml } from '../document.ts';
import { misshapenRows } from '../items.ts';
import type { Service, ServiceCode } from '../service.ts';
import { productFrom } from './product.ts';

export const ${service}: Service = {
  name: '${service}',
  readItems: (document) => (isArray(document) ? document.filter(isObject) : isObject(document) ? [document] : []),
  scopeOf: () => ({}),
  listAt: { path: '' },
  readError: (response) =>
    isHtml(response) ? { text: '', kind: 'html' } : { text: bodyText(response).trim() },
  readWarnings: () => [],
  successOf: () => [200],
  misshapen: (document, view) => (view.kind === 'table' ? misshapenRows(document, { path: '' }) : undefined),
  nextPage: () => undefined,
  mergePages: (pages, limit) => pages.flatMap(itemsIn).slice(0, limit),
  detect: () => undefined,
  identify: () => undefined,
  questions: [{ path: '/' }],
  ownToken: { path: '/', holds: '' },
};

/** The code of the service; what log-ins need is loaded for them. */
export default {
  adapter: ${service},
  settings: { variables: () => undefined, refused: {}, unused: {} },
  products: productFrom,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
`,
    );
    write(
      `features/doctor/${service}.ts`,
      `/** Token of the ${service} service. */
import type { Examine } from './checks/finding.ts';
import { missingToken, refusedToken } from './checks/token.ts';
import { askOwnToken } from '../../run/session/own-token.ts';

const examine: Examine = async (session, endpoint, token, findings) => {
  if (token === undefined) return [missingToken(endpoint, findings)];
  const { standing, text } = await askOwnToken(session, '${service}');
  return standing === 'refused'
    ? [refusedToken(endpoint, token, text, findings)]
    : [findings.ok('token', \`from \${token.source}\`, { source: token.source })];
};

export default examine;
`,
    );
    write(
      `features/status/${service}.ts`,
      `/** What needs attention. */
import type { Look } from './row.ts';

const look: Look = () => Promise.resolve([]);

export default look;
`,
    );
    write(
      at('whoami'),
      `/** What the service says of the token that asks. */
import { defineOperation } from '../../catalogue/operation.ts';
import { recordView } from '../../catalogue/view.ts';
import type { Inquiry } from '../inquiry.ts';

const operation = defineOperation({
  id: '${service}.token.show',
  summary: 'Show the token that asks',
  source: '0 §0',
  service: '${service}',
  method: 'GET',
  path: '/',
  parameters: {},
  effect: 'read',
  view: recordView({
    fields: { name: { type: 'text', summary: 'Name' } },
    name: 'name',
    columns: ['name'],
    open: true,
  }),
  examples: [],
});

const inquiry: Inquiry = { operation, holder: () => ({ user: null }) };

export default inquiry;
`,
    );
    write(
      at('login'),
      `/** How people log in: with a token that they made elsewhere. */
import type { ServiceLogin } from '../login-method.ts';
import whoami from './whoami.ts';

const login: ServiceLogin = { methods: [], granted: () => undefined };

export default { login, whoami };
`,
    );
    write(`commands/${group}/operations/list.ts`, operationText(group, 'list', service, { view: 'table' }));
    write(
      `commands/${group}/operations/change.ts`,
      operationText(group, 'change', service, {
        effect: 'unsafe',
        more: `  lookUp: '${group} list',\n`,
        named: true,
      }),
    );
    write(
      `commands/${group}/commands.ts`,
      `/** The commands of \`trivet ${group}\`. */
import type { Command } from '../../catalogue/command.ts';
import { commandOf } from '../../catalogue/command.ts';
import { change } from './operations/change.ts';
import { list } from './operations/list.ts';

const commands: readonly Command[] = [
${commandText(group, 'list')}
${commandText(group, 'change', true)}
];

export default commands;
`,
    );
    edit('commands/groups.ts', [
      /\n {2}ofTrivet\('export',/,
      (next) =>
        `\n  {\n    name: '${group}',\n    summary: '${title(service)}',\n    service: '${service}',\n    load: async () => (await import('./${group}/commands.ts')).default,\n  },${next}`,
    ]);
    edit('catalogue/services/list.ts', imported(`import { ${service} } from './${service}/facts.ts';`), [
      / \}( as const satisfies)/,
      (_, rest) => `, ${service} }${rest}`,
    ]);
    edit('services/index.ts', [
      /(const loaders = \{\n)/,
      (start) => `${start}  ${service}: () => import('./${service}/adapter.ts'),\n`,
    ]);
    edit('features/doctor/doctor.ts', imported(`import ${service} from './${service}.ts';`), [
      /(const examines: .*= \{)/,
      (start) => `${start} ${service},`,
    ]);
    edit('features/status/status.ts', imported(`import ${service} from './${service}.ts';`), [
      /(const looks: .*= \{)/,
      (start) => `${start} ${service},`,
    ]);
    return [
      'the adapter: how its replies read, page and fail, and which read shows that a token is accepted',
      'the two operations, with their rows in test/operations.tsv',
      'what doctor, status and whoami report, how people log in, and the variables of the vendor’s own tool',
      'npm run generate, and tests',
    ];
  },
};

const [what = '', name = ''] = process.argv.slice(2);
const [first, second] = name.split('.');
const word = /^[a-z][a-z0-9-]*$/;
if (!Object.hasOwn(makers, what) || !word.test(first) || !word.test(second ?? ''))
  fail(
    'usage: npm run new operation GROUP.VERB | kind GROUP.KIND | product SERVICE.PRODUCT | service SERVICE.GROUP',
  );
const left = makers[what](first, second);
// As the checks want it: names that need no quotes, lines of their length.
const oxfmt = join(dirname(createRequire(import.meta.url).resolve('oxfmt/package.json')), 'bin/oxfmt');
const formatted = spawnSync(process.execPath, [oxfmt, ...new Set(written)], { cwd: root, encoding: 'utf8' });
if (formatted.status !== 0) fail(formatted.stderr);
process.stdout.write(`Written:\n${[...new Set(written)].map((file) => `  ${file}\n`).join('')}`);
process.stdout.write(`Left:\n${left.map((one) => `  ${one}\n`).join('')}`);
