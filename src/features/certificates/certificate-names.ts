import { TrivetError } from '../../system/error.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { readDer } from '../../documents/der.ts';
import { blocksOf } from '../../documents/pem.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import { generalNames } from '../../documents/x509-names.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { sign } from '../../commands/pki/operations/sign.ts';
import { signIntermediate } from '../../commands/pki/operations/sign-authority.ts';
import { requestedNames } from './signing-request.ts';
import { suggest } from '../../run/suggest.ts';
import { parseRequest } from '../../documents/x509/request.ts';

interface Named {
  readonly subject: Pick<ParsedCertificate['subject'], 'commonName'>;
  readonly values: Pick<ParsedCertificate['values'], 'subjectAltName'>;
}

export const namesOf = ({ subject: { commonName }, values }: Named): ReadonlySet<string> =>
  new Set([
    ...(commonName === undefined ? [] : [`common name ${commonName}`]),
    ...(values.subjectAltName ?? []).map(
      ({ form, text }) => `${form} ${form === 'dns' ? text.toLowerCase() : text}`,
    ),
  ]);

export const missingNames = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): readonly string[] =>
  [...wanted].filter((name) => !there.has(name));

/** Leaves out the alternative name that servers make of the common name. */
export const unaskedNames = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): readonly string[] =>
  [...there].filter((name) => {
    const text = name.replace(/^\w+ /, '').toLowerCase();
    return !wanted.has(name) && ![...wanted].some((one) => one.toLowerCase() === `common name ${text}`);
  });

export const nameFlags = ['common_name', 'alt_names', 'ip_sans', 'uri_sans', 'other_sans'] as const;

/** Empty without flags for names. @throws TrivetError usage */
export const askedNames = (input: InputRecord): ReadonlySet<string> => {
  const names = requestedNames(input);
  return namesOf({
    subject: { commonName: inputText(input, 'common_name') },
    values: names === undefined ? {} : { subjectAltName: generalNames(readDer(names)) },
  });
};

/** In `--set` and `--body` a list may be one text with commas. */
const sentBy = ({ input, options }: OperationContext): InputRecord => {
  const sent = (key: string): InputValue | undefined => {
    const set = options.extra?.findLast(([pointer]) => pointer === `/${key}`)?.[1];
    const value = set ?? own(options.base, key);
    if (input[key] !== undefined || value === undefined) return input[key];
    const isList = key !== 'common_name' && nameFlags.some((name) => name === key);
    return isList && typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
  };
  return Object.fromEntries([...nameFlags, 'csr', 'use_csr_values'].map((key) => [key, sent(key)]));
};

/** The names with those of the request, if the operation uses them. */
const allAsked = async (context: OperationContext): Promise<ReadonlySet<string>> => {
  const sent = sentBy(context);
  const given = askedNames(sent);
  const csr = inputText(sent, 'csr');
  const isIgnored = context.operation.id === signIntermediate.id && sent['use_csr_values'] !== true;
  if (csr === undefined || isIgnored) return given;
  const block = blocksOf(csr).find(({ label }) => label.endsWith('CERTIFICATE REQUEST'));
  const { subject, values } = parseRequest(block?.der ?? Buffer.from(csr, 'base64'));
  const commonName = inputText(sent, 'common_name') === undefined ? subject.commonName : undefined;
  return new Set([...given, ...namesOf({ subject: { commonName }, values })]);
};

const whichCount = ({ session, operation, input }: OperationContext): string =>
  operation.id === sign.id
    ? '. The role decides which count (use_csr_common_name, use_csr_sans): ' +
      suggest(session, `pki role show ${shellWord(inputText(input, 'name') ?? '')}`, {
        mount: input['mount'],
      })
    : '';

/** Servers leave out some requested names silently. */
export const warnOfMissingNames = async (context: OperationContext, { document }: Outcome): Promise<void> => {
  const { reporter } = context.session;
  const text = textAt(own(document, 'data'), 'certificate') ?? '';
  if (text === '') return;
  const certificate = firstCertificateIn(text);
  try {
    if (certificate === undefined) throw new RangeError('not a certificate');
    const missing = missingNames(await allAsked(context), namesOf(certificate));
    if (missing.length > 0)
      reporter.warn(
        `the certificate lacks names that were asked for: ${missing.join(', ')}${whichCount(context)}`,
      );
  } catch (error) {
    // The certificate exists, so unreadable names are not a failure.
    if (!(error instanceof RangeError) && !(error instanceof TrivetError)) throw error;
    reporter.warn('the certificate or its request cannot be read, so their names were not compared');
  }
};
