/** Tables of the README and of pages of docs/, in Markdown. */
import { isHidden } from '../../src/catalogue/command.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import type { Beyond, ServiceName } from '../../src/catalogue/product.ts';
import { productsOf, serviceNames } from '../../src/catalogue/product.ts';
import { formatNames, traitsOf } from '../../src/output/formats/formats.ts';
import type { LoadedGroup } from './catalogue.ts';
import type { HintedError } from './errors.ts';
import { exitCodes } from './facts.ts';
import { lackedOf } from '../../src/cli/not-covered.ts';
import { usageOf } from '../../src/cli/help/help.ts';
import { productNamed } from './services.ts';
import { differences } from './topics.ts';

const cell = (text: string): string =>
  text.replaceAll('|', String.raw`\|`).replaceAll(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'));
const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``;

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const commandTable = (catalogue: readonly LoadedGroup[]): string =>
  catalogue
    .map(({ group, commands }) => {
      const rows = commands
        .filter((one) => !isHidden(one))
        .map((command) => [
          code(usageOf(command).replace(/ \[flags\].*$/, '')),
          cell(command.summary),
          command.operations
            .map(({ operation }) => `${operation.method} ${code(operation.path)}`)
            .join('<br>'),
        ]);
      return `## trivet ${group.name}\n\n${cell(group.summary)}.\n\n${table(['Command', 'What it does', 'Request'], rows)}`;
    })
    .join('\n\n');

/** @param most how many of the things that a service has and trivet has not */
const coveredTable = (catalogue: readonly LoadedGroup[], most: number): string =>
  table(
    ['Service', 'Covered', 'Not covered: what to use'],
    serviceNames.map((service) => {
      const groups = catalogue.filter(({ group }) => group.service === service);
      const lacked = lackedOf(service);
      const rest = lacked.length > most ? ['…'] : [];
      return [
        `**${service}**`,
        groups.map(({ group: { summary } }) => cell(summary)).join('<br>'),
        [...lacked.slice(0, most).map(({ subject, use }) => cell(`${subject}: ${use}`)), ...rest].join(
          '<br>',
        ),
      ];
    }),
  );

/** Name of a region -> the text between its markers in the README. */
export const regions = (catalogue: readonly LoadedGroup[]): ReadonlyMap<string, string> =>
  new Map([
    ['covered', coveredTable(catalogue, 5)],
    [
      'exit-codes',
      table(
        ['Code', 'Meaning'],
        exitCodes.map((one) => [one.code, cell(one.meaning)]),
      ),
    ],
  ]);

/** The page of all commands, which only the site has. */
export const commandsPage = (catalogue: readonly LoadedGroup[]): string => `# Commands

All commands, with the request of each. Their grammar is \`trivet <group> [<subgroup>] <verb> [arguments] [flags]\`; each explains
itself with \`--help\`, \`trivet help flags\` lists the flags that all of them take, and \`trivet how WORDS\` finds a command for
a question. [What trivet covers](coverage.md) says what it has no command for.

${commandTable(catalogue)}
`;

/** A hint as Markdown: command lines as code. */
const hintCell = (hint: string): string =>
  hint
    .split('\n')
    .map((line) => {
      const [, before = line, command] = /^(.*?: )(trivet .*?)\.?$/.exec(line) ?? [];
      return command === undefined ? cell(before) : `${cell(before)}${code(command)}`;
    })
    .join('<br>');

const errorSections = (errors: readonly HintedError[]): string =>
  exitCodes
    .map(({ code: exit, meaning }) => {
      const rows = errors
        .filter((error) => String(error.exit) === exit)
        .map(({ message, hint }) => [cell(message.replaceAll('\n', ' ')), hintCell(hint)]);
      const found = rows.length === 0 ? '' : `\n\n${table(['Message', 'What to do'], rows)}`;
      return `## Exit ${exit}\n\n${cell(meaning)}.${found}`;
    })
    .join('\n\n');

/** The page of each exit code with its errors, which only the site has. */
export const troubleshootingPage = (errors: readonly HintedError[]): string => `# Troubleshooting

Each exit code with its errors and what to do about them. \`…\` stands for a name or a value. Errors without a hint of their own are
not here: their message says what is wrong. [When something goes wrong](concepts.md#when-something-goes-wrong) says what to look
at first.

${errorSections(errors)}
`;

/** The regions of docs/output.md. */
export const outputRegions = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'formats',
      table(
        ['Format', 'What it prints', 'Secrets'],
        formatNames.map((name) => {
          const { summary, secrets } = traitsOf(name);
          return [code(name), cell(summary), secrets ?? 'masked'];
        }),
      ),
    ],
  ]);

const marker = (name: string): RegExp =>
  new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of generated -->)`);

/**
 * Returns the page with its regions filled. @throws Error when a region is missing in the page or unknown
 */
export const fillRegions = (page: string, found: ReadonlyMap<string, string>): string => {
  let text = page;
  for (const [name, content] of found) {
    if (!marker(name).test(text)) throw new Error(`the page has no region "${name}"`);
    if (content === '') throw new Error(`nothing fills the region "${name}"`);
    text = text.replace(marker(name), (_, open: string, close: string) => `${open}\n${content}\n\n${close}`);
  }
  for (const [, name = ''] of page.matchAll(/<!-- generated: (\S+) -->/g)) {
    if (!found.has(name)) throw new Error(`nothing fills the region "${name}"`);
  }
  return text;
};

const productPart = (service: ServiceName): string => {
  const parts = productsOf[service].map((name) => {
    const product = productNamed(service, name);
    const header = product.tokenHeader === 'authorization' ? 'Authorization: Bearer' : product.tokenHeader;
    const lines = differences(product).map((line) => `- ${cell(line)}`);
    return `### ${name}\n\n${product.title}. Token in ${code(header)}, media type ${code(product.mediaType)}.\n${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}`;
  });
  return `## ${service}\n\n${parts.join('\n')}`;
};

const productsHead = `# Products

For users of HCP Terraform, Terraform Enterprise, OTF, Vault, OpenBao or Nomad: what each product names differently, lacks or
ignores. You always type the name of the API document, which is on the left below; trivet sends the name that the server knows. An
operation that a product lacks is refused with exit 7 before anything is sent.

\`trivet profile set\` detects the product of a server and stores it. Without a profile, name it with \`--product\` or
\`TRIVET_<SERVICE>_PRODUCT\`; the address variables of the vendors' tools (\`VAULT_ADDR\` and others) imply it. Without a
product, trivet speaks the documented API.

This page is generated from \`src/services\`: do not edit it.
`;

const beyondDecision = '0020';

interface BeyondRow {
  readonly what: string;
  readonly request: string;
  readonly page: string;
  readonly on: string;
}

const onText = ({ servers }: Beyond): string =>
  servers
    .map((one) =>
      typeof one === 'string'
        ? one
        : `${one.family} (${'supports' in one ? one.supports : `without ${one.lacks}`})`,
    )
    .join(', ');

/** What an operation, or a parameter of it, has that is not in the API documents. */
const beyondRows = ({ id, method, path, source, parameters }: Operation): readonly BeyondRow[] => [
  ...(typeof source === 'string'
    ? []
    : [{ what: id, request: `${method} ${path}`, page: source.page, on: onText(source) }]),
  ...Object.entries(parameters).flatMap(([key, { name, source: beyond }]): readonly BeyondRow[] =>
    beyond === undefined ? [] : [{ what: id, request: name ?? key, page: beyond.page, on: onText(beyond) }],
  ),
];

/** `docs/coverage.md`. */
export const coveragePage = (
  catalogue: readonly LoadedGroup[],
  operations: readonly Operation[],
): string => `# What trivet covers

For whoever asks whether trivet has a command for something: per service what it has, and what it has not, with the tool to use.
\`trivet api\` sends any other request, with the token, the retries and the errors that commands have.

This page is generated from the catalogue: do not edit it.

${coveredTable(catalogue, Infinity)}

## Beyond the documents

The operations are those of three API documents ([test/seeds](../test/seeds/README.md)). These requests and parameters are not in
them: they are sent as the page of the vendor says, to the products named here. For a server that lacks one, the exit code is 7,
and nothing is sent. [Decision ${Number(beyondDecision)}](adr/${beyondDecision}-beyond-the-documents.md) says why.

${table(
  ['Operation', 'Request or parameter', 'Page', 'On'],
  [
    ...new Set(
      operations
        .flatMap(beyondRows)
        .map((row) => [code(row.what), code(row.request), row.page, row.on].join('\n')),
    ),
  ]
    .toSorted()
    .map((row) => row.split('\n')),
)}
`;

/** `docs/products.md`. */
export const productsPage = (): string => `${productsHead}\n${serviceNames.map(productPart).join('\n')}`;
