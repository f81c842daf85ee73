/** Makes a key that is written only to files. */
import type { KeyObject } from 'node:crypto';
import { usageError } from '../../system/error.ts';
import { textAt } from '../../documents/json/json.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText, inputTexts } from '../../catalogue/parameter.ts';
import { newKeyMeaning } from '../../commands/pki/operations/new-files.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import { serviceOf } from '../../services/index.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import type { NewKey } from './signing-request.ts';
import { newKeyNamed, requestedNames, makeKey, signingRequest, requestSubject } from './signing-request.ts';

/** @throws TrivetError usage for keys that cannot be made */
export const newKeyOf = (input: InputRecord): NewKey | undefined => {
  const given = inputText(input, 'new-key');
  if (given === undefined) return undefined;
  const kind = newKeyNamed(given);
  if (kind === undefined) throw usageError(`--new-key must be ${newKeyMeaning}, not "${given}"`);
  return kind;
};

export const requestFor = (key: KeyObject, input: InputRecord): string => {
  const commonName = inputText(input, 'common_name');
  // Servers treat host names and email addresses so.
  const isName = commonName !== undefined && /^[^\s/]+$/.test(commonName) && /[.@]|^[\w-]+$/.test(commonName);
  const first =
    isName && input['exclude_cn_from_sans'] !== true && !inputTexts(input, 'alt_names').includes(commonName);
  const names = requestedNames(input, first ? [commonName] : []);
  return signingRequest(key, requestSubject(commonName), names);
};

/** Fails with exit 2 before anything is made or sent. */
export const checkNewKey = ({ session, input, options }: OperationContext): void => {
  const { outFolder, curl } = session.globals;
  const given = input['csr'] !== undefined || textAt(options.base, 'csr') !== undefined;
  if (newKeyOf(input) === undefined) return;
  if (given) throw usageError('--csr and --new-key cannot be given together');
  if (curl) throw usageError('--curl and --new-key cannot be given together: the new key would be lost');
  if (outFolder === undefined) throw usageError('--new-key needs --out DIR, where the key is written');
};

export const withNewKey = async (
  kind: NewKey,
  input: InputRecord,
): Promise<{ readonly key: KeyObject; readonly input: InputRecord }> => {
  const key = await makeKey(kind);
  return { key, input: { ...input, csr: requestFor(key, input) } };
};

/** The names are in the request and beside it, since a role may use either. */
const unused = /use_csr_(?:common_name|sans)/;

/** Names that were given twice cause no warning. */
export const warnOfOther = (
  { session }: Pick<OperationContext, 'session'>,
  { operation, document }: Outcome,
): void => {
  for (const text of serviceOf(operation.service).readWarnings(document)) {
    if (!unused.test(text)) session.reporter.warn(text, text);
  }
};
