/** `trivet help TOPIC`: texts about all commands. */
import type { topicNames } from '../../src/cli/help/topic-names.ts';
import { productsOf, serviceNames } from '../../src/catalogue/product.ts';
import { formatNames, traitsOf, usualFormat } from '../../src/output/formats/formats.ts';
import type { DocumentChoice } from '../../src/output/formats/writer.ts';
import type { Product } from '../../src/services/product.ts';
import { vendorTokenVariables } from '../../src/config/tokens/token-variables.ts';
import { files } from './facts.ts';
import { environmentVariables } from './facts.ts';
import { exitCodes } from './facts.ts';
import { productNamed, unheeded } from './services.ts';
import { entry, paragraphs, section, wrap } from '../../src/cli/help/text.ts';
import { manyTopic, whereTopic } from './topics-of-selections.ts';

type TopicName = (typeof topicNames)[number];

const exitCodesTopic = (): string =>
  paragraphs(
    'Every command ends with one of these codes. From 1.0 on, they do not change within a major version.',
  ) +
  section(
    'EXIT CODES',
    exitCodes.map(({ code, meaning }) => entry(code, meaning, 10)),
  ) +
  section('WHAT A SCRIPT CAN RELY ON', [
    wrap('2, 3, 4 and 8: nothing was changed. 0: the server confirmed the change.', 2),
    wrap(
      'The last line of an error says what became of the change: "Nothing was sent.", "Nothing was changed.", "The ' +
        'change was made." or "It is not known whether the change was made." Under -o json it is "effect": not-sent, ' +
        'unchanged, done or unknown. A failed read says nothing about changes.',
      2,
    ),
    wrap(
      '9: a request that changes something was sent and no usable reply came. Look it up before you repeat it: the ' +
        'command that shows whether it happened is in the message, under -o json as "lookUp".',
      2,
    ),
    wrap(
      'Every request is sent again after a refused connection, a 429, or a 503 which says that nothing was processed. ' +
        'After a lost reply, a time-out or another 5xx only reads are, and changes of which a repeat cannot undo what ' +
        'somebody else did meanwhile: a certificate or lease that is revoked, an object that is deleted by its ID.',
      2,
    ),
    wrap(
      '10: each object, line or row of a batch has its own result; what is done stays done. Standard error shows the ' +
        'command that continues.',
      2,
    ),
    wrap('sandbox exec, job action and the like pass on the exit code of what they run.', 2),
  ]);

const vendorEntries = (variables: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(variables).map(([name, instead]) =>
    entry(
      name,
      instead === '' ? 'There is nothing like it' : `${instead[0]?.toUpperCase()}${instead.slice(1)}`,
      32,
    ),
  );

const environmentTopic = (): string =>
  paragraphs(
    'The URL, token, product and TLS settings of a service come from one source: the first that gives an address. ' +
      'These are --base-url or --profile; TRIVET_<SERVICE>_URL; TRIVET_PROFILE; variables and files of the vendors; the ' +
      'current profile. trivet profile explain shows what was chosen and why.',
    'The organization, namespace and region are those of a flag, of --profile, of TRIVET_ORGANIZATION, ' +
      'TRIVET_<SERVICE>_NAMESPACE or TRIVET_JOBS_REGION, or of the source of the address. Where a variable names another ' +
      'one than is used, and no flag says which, a note says so and changes are refused (exit 3): a variable of trivet ' +
      'beside --profile, and one of a vendor (VAULT_NAMESPACE) without the address of another server.',
    '--profile together with TRIVET_<SERVICE>_URL or _TOKEN is exit 3. A note on stderr says when a variable of a ' +
      'vendor takes precedence over the current profile. A *_SKIP_VERIFY variable that is on is refused: name the CA with --ca-file.',
    'With BAO_ADDR, a VAULT_ variable applies where the BAO_ one is not set, as for bao: VAULT_TOKEN is then sent to ' +
      'BAO_ADDR, unless VAULT_ADDR names another server.',
  ) +
  section(
    'VARIABLES (<SERVICE> IS WORKSPACES, SECRETS OR JOBS)',
    environmentVariables.map(({ name, meaning }) => entry(name, meaning, 32)),
  ) +
  section(
    'VARIABLES OF VENDORS THAT ARE REFUSED (VAULT_ STANDS FOR BAO_, TOO)',
    vendorEntries(unheeded('refused')),
  ) +
  section('VARIABLES OF VENDORS THAT ARE NOT USED', vendorEntries(unheeded('unused')));

const notWith = (choice: DocumentChoice): string => {
  const names = formatNames.filter((name) => !traitsOf(name).takes.includes(choice));
  return names.length === 0 ? '' : ` Not with ${names.join(', ')}.`;
};

const outputTopic = (): string =>
  paragraphs(
    'Data goes to standard output; notes, warnings, questions and errors go to standard error.',
    `Without -o: ${usualFormat('terminal')} on a terminal, ${usualFormat('pipe')} in a pipe or file.`,
  ) +
  section(
    'FORMATS',
    formatNames.map((name) => {
      const { summary, secrets } = traitsOf(name);
      const masked = secrets === 'shown' ? '' : ' Secrets are masked unless --reveal.';
      return entry(name, `${summary}${masked}`, 20);
    }),
  ) +
  section('CHOOSING', [
    entry(
      '--field NAME',
      'One field of each item, exact bytes. A newline follows on a terminal, and in lists.',
      20,
    ),
    entry(
      '--fields A,B',
      `Columns; with json, jsonl and yaml items with these keys.${notWith('fields')}`,
      20,
    ),
    entry(
      '--query EXPRESSION',
      `JMESPath over the document; table, csv and md write its result in rows.${notWith('query')}`,
      20,
    ),
    entry(
      '--out FILE',
      'Writes what stdout would get, secrets included, completely or not at all, mode 0600.',
      20,
    ),
  ]) +
  section('GIVEN ONCE', [
    wrap(
      'The server gives new private keys, credentials, check-outs, wrapping tokens and unwrapped replies only once. On a ' +
        'terminal they are shown. Elsewhere an output that would hide them or leave them out is exit 2 and nothing is ' +
        'sent: use --out, -o json, -o env, --reveal, or a command after --. --field and --fields must name the secret, ' +
        '--query must be a path to it (data.private_key) or a list of fields (data.[a, b]).',
      2,
    ),
  ]) +
  section('FOR SCRIPTS', [
    wrap(
      'From 1.0 on, columns, field names, exit codes and flags do not change within a major version; columns and ' +
        'members may be added at the end. A field that does not exist is exit 2. A null field is empty.',
      2,
    ),
    wrap(
      'Under -o json every line of stderr is one JSON object, the error last: {"version":1,"error":{...}} with code, exit, ' +
        'message, hint, status, request, server and lookUp, those that are known.',
      2,
    ),
    wrap('| head is not an error. Integers of any size keep their digits.', 2),
  ]);

const profilesTopic = (): string =>
  paragraphs(
    'A profile names up to three servers (workspaces, secrets, jobs), what each is, where its token comes from, and ' +
      'defaults such as the organization. One of them is the current one.',
  ) +
  section('COMMANDS', [
    entry('profile set NAME ...', 'Create a profile, or change the given settings', 32),
    entry('auth login SERVICE', 'Store a token, typed without echo', 32),
    entry('profile use NAME', 'Make it the current one', 32),
    entry('profile explain', 'Show the source of each value of a run', 32),
    entry('--profile NAME', 'Use it for one command', 32),
    wrap(
      'With --profile its organization, namespace and region come before variables. Where a variable names another one, ' +
        'changes are refused until a flag says which: trivet help environment.',
      2,
    ),
  ]) +
  section('READS ONLY', [
    wrap(
      'After profile set NAME --read-only, changes and credentials are refused with exit 4 and not sent. ' +
        'Only an edit of the profiles file lifts this. TRIVET_READ_ONLY=1 does the same for every server, for pull ' +
        'requests and agents.',
      2,
    ),
  ]) +
  section('TOKENS', [
    wrap(
      'Stored in the profile (auth login), in a variable (env:NAME), in a file (file:PATH), or printed by a program ' +
        '(command:["word", ...], run without a shell).',
      2,
    ),
    wrap(
      "A token goes to the origin of its own source and to no other: a profile's to the profile's URL, a vendor's " +
        "to the vendor's URL. Over plain http it goes only to this machine, unless the profile allows more.",
      2,
    ),
  ]) +
  section('GATEWAYS', [
    wrap(
      '--header NAME=VALUE goes with every request to the server, for a gateway in front of it. Repeat it for more. A ' +
        'secret is NAME=env:VARIABLE or NAME=@file. Values are never shown; printed commands name the variable. ' +
        'Headers that trivet sets itself are refused, but trivet api can replace all except those of the token and ' +
        'the connection.',
      2,
    ),
    '  $ trivet workspace list --header CF-Access-Client-Secret=env:GATEWAY_SECRET',
  ]) +
  section('EXAMPLES', [
    '  $ trivet profile set prod --workspaces-url https://tfe.example.com/api/v2',
    '  $ trivet login workspaces --profile prod',
    '  $ trivet profile set prod --default-organization acme',
    '  $ trivet workspace list --profile prod',
  ]);

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What a product lacks or ignores, one line for each. */
export const differences = (product: Product): readonly string[] => [
  ...(product.list === 'GET' ? ['lists with GET and list=true'] : []),
  ...Object.entries(product.wire).map(([documented, wire]) => `${documented} is ${wire} on the wire`),
  ...Object.entries(product.lacks).map(([id, why]) => `lacks ${id}${id.endsWith('.') ? '*' : ''}: ${why}`),
  ...Object.entries(product.ignores).map(([id, names]) => `${id} ignores ${names.join(', ')}`),
];

const productsTopic = (): string =>
  paragraphs(
    'The product of a server decides the names on the wire, not the names that you type. Set it with --product, ' +
      'TRIVET_<SERVICE>_PRODUCT or trivet profile set; the variables of a vendor imply it. Without a product, ' +
      'trivet uses the documented API.',
    'An operation that the server lacks is exit 7, and so is a filter that it would ignore in a read, both before ' +
      'anything is sent.',
  ) +
  serviceNames
    .map((service) =>
      section(
        service.toUpperCase(),
        productsOf[service].map((name) => {
          const product = productNamed(service, name);
          const header =
            product.tokenHeader === 'authorization' ? 'Authorization: Bearer' : product.tokenHeader;
          const lacks = Object.values(product.lacks).map(capitalized);
          const text = `${product.title}; token in ${header}${lacks.length === 0 ? '' : `. ${[...new Set(lacks)].join('. ')}`}`;
          return entry(name, `${text}.`, 24);
        }),
      ),
    )
    .join('') +
  '\nEvery difference: docs/products.md\n';

const filesTopic = (): string =>
  paragraphs('trivet reads no file of the working directory unless you name it. It keeps these:') +
  section(
    'FILES',
    files.map(({ name, meaning }) => `${wrap(name, 2)}\n${wrap(`${meaning}.`, 6)}`),
  );

const loansTopic = (): string =>
  paragraphs(
    'These commands lend something to the command after --, and give it back when that command ' +
      'ends, however it ends: by itself, by a crash, by SIGINT, SIGTERM, SIGHUP or SIGQUIT, which are passed on.',
  ) +
  section('WHAT IS LENT', [
    entry('ldap library check-out SET', 'An account of a set; it is checked in again', 32),
    entry('aws creds ROLE', 'Keys; those of an IAM user are revoked, others expire', 32),
    entry('aws sts ROLE', 'Keys of the token service; they last until they expire', 32),
    entry('ldap creds ROLE', 'An entry of the directory; its lease is revoked', 32),
    entry('ldap static-creds ROLE', 'The current password; nothing is given back', 32),
    entry('workspace lock WORKSPACE', 'The lock; it is released', 32),
  ]) +
  section('RIGHTS ON OPENBAO AND VAULT', [
    wrap('Beside the right for its request, which the help of each command names, a token needs:', 2),
    entry('sys/leases/revoke', 'update, to give back credentials and the lease of an account', 32),
    entry('sys/leases/renew', 'update, to renew; the default policy has it', 32),
    entry('MOUNT/library/SET/check-in', 'update, to check the account in', 32),
    entry('MOUNT/library/SET/status', 'read, to see whose the account is by then', 32),
    wrap('Without the first, credentials stay until their lease ends, and the exit code is 125.', 2),
  ]) +
  section("COMMAND'S ENVIRONMENT", [
    wrap(
      'Credentials come in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or in LDAP_USERNAME and ' +
        'LDAP_PASSWORD. --env-prefix BACKUP_ puts BACKUP_ before these names; --env-map PGUSER=username gives only the ' +
        'fields that it names. A variable without a value in the reply is removed.',
      2,
    ),
    wrap(
      `Variables with tokens for trivet (${vendorTokenVariables.join(', ')}, TF_TOKEN_*, TRIVET_SERVICE_TOKEN and ` +
        'TRIVET_SERVICE_TOKEN_FILE of each service, and those that profiles name) do not reach COMMAND unless ' +
        '--keep-token is given, which a loan inside a loan needs.',
      2,
    ),
  ]) +
  section('TIME', [
    wrap(
      'A lease is renewed while COMMAND runs, unless --ttl was given. A warning comes five minutes before the end, or ' +
        'at half of a shorter time. COMMAND goes on even when its lease ends.',
      2,
    ),
  ]) +
  section('WHAT COULD NOT BE GIVEN BACK', [
    wrap(
      'It is recorded, without secrets, in a ledger that only you can read, even when trivet is killed or the machine goes ' +
        'down. trivet lease recover gives it back. It never touches anything that may belong to someone else: a lock ' +
        "is released only when the end of its reason shows that it is this loan's; otherwise the command for it is " +
        'printed, and who can tell whose it is. OTF reports no reasons of locks, so no lock is lent there. ' +
        'lease recover --forget ID only removes the record.',
      2,
    ),
  ]) +
  section('EXIT CODES', [
    wrap(
      'That of COMMAND; 128+n when signal n ended it; 126 and 127 when it could not be started, and nothing was ' +
        'sent; 125 when trivet itself failed.',
      2,
    ),
  ]) +
  section('EXAMPLES', [
    '  $ trivet aws creds ci -- aws s3 sync build s3://web',
    '  $ trivet workspace lock web --reason "migration" --keep-token -- ./migrate.sh',
  ]);

const texts: Readonly<Record<Exclude<TopicName, 'flags'>, () => string>> = {
  'exit-codes': exitCodesTopic,
  environment: environmentTopic,
  output: outputTopic,
  where: whereTopic,
  many: manyTopic,
  profiles: profilesTopic,
  products: productsTopic,
  files: filesTopic,
  loans: loansTopic,
};

/** The topics except `flags`, which comes from the catalogue: name -> text. */
export const topicTexts = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(texts).map(([name, text]) => [name, text()]));
