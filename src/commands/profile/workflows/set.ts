/** Only given settings change; an empty value removes one. */
import { isArray } from '../../../documents/json/json.ts';
import { usageError } from '../../../system/error.ts';
import { jsonIn } from '../../../documents/json/lossless.ts';
import { inputText } from '../../../catalogue/parameter.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { perService, serviceNames, serviceTraits } from '../../../catalogue/product.ts';
import type { ServerKind, ServiceName } from '../../../catalogue/product.ts';
import { checkProduct } from '../../../config/own-variables.ts';
import type {
  CredentialStoreChoice,
  OneOrMore,
  Mounts,
  Profile,
  ServiceProfile,
  TokenSource,
} from '../../../config/file/profile.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { checkProfileName, withProfile } from '../../../config/file/store.ts';
import { parseBaseUrl } from '../../../config/base-url.ts';
import { detectProduct, storeProduct } from '../../../run/session/detect-product.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { warnOfLeft } from '../../../run/credential-stores/left-session.ts';
import { moveTokens } from '../../../run/credential-stores/move-tokens.ts';

const changed = <T>(
  given: string | undefined,
  before: T | undefined,
  read: (given: string) => T,
): T | undefined => {
  if (given === undefined) return before;
  return given === '' ? undefined : read(given);
};

const same = (given: string): string => given;

const wordsOf = (given: string): readonly string[] | undefined => {
  const words = jsonIn(given);
  return isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string')
    ? words.map(String)
    : undefined;
};

/** Reads `env:NAME`, `file:PATH` or `command:["word", ...]`. */
const tokenSource = (flag: string, given: string): TokenSource => {
  const [kind, rest] = [given.slice(0, given.indexOf(':')), given.slice(given.indexOf(':') + 1)];
  if (kind === 'env' && rest !== '') return { kind: 'environment', name: rest };
  if (kind === 'file' && rest !== '') return { kind: 'file', path: rest };
  if (kind === 'command') {
    const argv = wordsOf(rest);
    if (argv !== undefined) return { kind: 'command', argv };
  }
  // The value may be the token itself.
  throw usageError(
    `--${flag} must be env:NAME, file:PATH or command:["word", ...]`,
    'To store a token: trivet login SERVICE --profile NAME',
  );
};

const tokenKeeper = (given: string): CredentialStoreChoice => {
  if (given === 'file' || given === 'system' || given === 'vendor') return given;
  const argv = given.startsWith('command:') ? wordsOf(given.slice('command:'.length)) : undefined;
  if (argv !== undefined) return { argv };
  throw usageError('--token-keeper must be file, system, vendor or command:["word", ...]');
};

/** One name is a text, as in earlier versions. */
const changedNames = (given: InputRecord[string], before: OneOrMore | undefined): OneOrMore | undefined => {
  if (!Array.isArray(given)) return before;
  const names = given.filter((name) => typeof name === 'string' && name !== '').map(String);
  return names.length > 1 ? names : names[0];
};

/** The flag of a service that has one namespace. */
const namesAt = (input: InputRecord, flag: string): InputRecord[string] => {
  const text = inputText(input, flag);
  return text === undefined ? input[flag] : [text];
};

const mountsOf = (input: InputRecord, before: Mounts | undefined): Mounts | undefined => {
  const mounts = {
    pki: changedNames(input['pki-mount'], before?.pki),
    ldap: changedNames(input['ldap-mount'], before?.ldap),
    cloud: changedNames(input['cloud-mount'], before?.cloud),
  };
  return Object.values(mounts).some((mount) => mount !== undefined) ? defined(mounts) : undefined;
};

const defined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;

/** A named product counts as its newest version; another address drops the detected one. */
const productOf = (
  service: ServiceName,
  input: InputRecord,
  before: ServiceProfile | undefined,
  found: ServerKind | undefined,
): Pick<ServiceProfile, 'product' | 'edition' | 'version'> => {
  const flag = `${service}-product`;
  const given = inputText(input, flag);
  if (given === 'detect') return found ?? {};
  if (given === '') return {};
  if (given !== undefined)
    return { product: checkProduct(service, { value: given, source: `--${flag}` }, usageError).value };
  const url = inputText(input, `${service}-url`);
  if (url !== undefined && url !== before?.url) return { product: before?.product };
  return { product: before?.product, edition: before?.edition, version: before?.version };
};

const serviceOf = (
  service: ServiceName,
  input: InputRecord,
  before: ServiceProfile | undefined,
  found: ServerKind | undefined,
): ServiceProfile | undefined => {
  const { context, mounts } = serviceTraits[service];
  const flag = (name: string): string => `${service}-${name}`;
  const url = inputText(input, flag('url'));
  const allowHttp = input[flag('allow-http')];
  const next = defined({
    url: changed(url, before?.url, (given) => parseBaseUrl(given, `--${flag('url')}`, service).baseUrl),
    ...productOf(service, input, before, found),
    token: changed(inputText(input, flag('token-from')), before?.token, (given) =>
      tokenSource(flag('token-from'), given),
    ),
    caFile: changed(inputText(input, flag('ca-file')), before?.caFile, same),
    clientCert: changed(inputText(input, flag('client-cert')), before?.clientCert, same),
    clientKey: changed(inputText(input, flag('client-key')), before?.clientKey, same),
    serverName: changed(inputText(input, flag('server-name')), before?.serverName, same),
    allowHttp: typeof allowHttp === 'boolean' ? allowHttp : before?.allowHttp,
    organization: before?.organization,
    namespace: context.namespace && changedNames(namesAt(input, flag('namespace')), before?.namespace),
    region: context.region && changed(inputText(input, flag('region')), before?.region, same),
    mounts: mounts && mountsOf(input, before?.mounts),
  });
  const { url: address, ...rest } = next;
  if (address !== undefined) return { url: address, ...rest };
  if (url === '' || Object.keys(rest).length === 0) return undefined;
  throw usageError(
    `the ${service} service of the profile has no address`,
    `Give it with --${service}-url URL.`,
  );
};

/** A stored token belongs to its address. */
const boundToken = (
  service: ServiceName,
  before: ServiceProfile | undefined,
  after: ServiceProfile | undefined,
): { readonly profile: ServiceProfile | undefined; readonly dropped: boolean } => {
  const { token } = after ?? {};
  const kept = (token?.kind === 'stored' || token?.kind === 'kept') && before?.token === token;
  if (!kept || before === undefined || after === undefined) return { profile: after, dropped: false };
  const originOf = (url: string): string => parseBaseUrl(url, service, service).origin;
  // An edited address may go back to the token's.
  if ([originOf(before.url), token.origin].includes(originOf(after.url)))
    return { profile: after, dropped: false };
  const { token: _, ...rest } = after;
  return { profile: rest, dropped: true };
};

const run: Workflow = async ({ session, input }) => {
  const name = checkProfileName(inputText(input, 'name') ?? '');
  const products: Partial<Record<ServiceName, ServerKind>> = {};
  const unknown: ServiceName[] = [];
  const known = readProfiles(session.io).profiles[name];
  if (input['protected'] === false && known?.protected === true)
    throw usageError(
      `profile ${name} is protected, and becomes unprotected only by editing the profiles file`,
    );
  for (const service of serviceNames) {
    const given = inputText(input, `${service}-product`);
    const before = known?.[service];
    const url = inputText(input, `${service}-url`) ?? '';
    if (given === 'detect') {
      const caFile = inputText(input, `${service}-ca-file`) ?? before?.caFile;
      products[service] = await detectProduct(session, service, {
        url: url === '' ? before?.url : url,
        caFile,
      });
    } else if (given === undefined && url !== '' && (before?.product === undefined || url !== before.url)) {
      unknown.push(service);
    }
  }
  let dropped: readonly ServiceName[] = [];
  let former: Profile | undefined;
  let profile: Profile = {};
  await changeProfiles(session, (file) => {
    const before = file.profiles[name];
    former = before;
    const next = (service: ServiceName) =>
      boundToken(service, before?.[service], serviceOf(service, input, before?.[service], products[service]));
    const services = perService(next);
    dropped = serviceNames.filter((service) => services[service].dropped);
    const readOnly = input['read-only'];
    const isProtected = input['protected'];
    const days = input['receipt-days'];
    profile = defined({
      readOnly: typeof readOnly === 'boolean' ? readOnly : before?.readOnly,
      // An absent flag is undefined, and a given one cannot be taken back.
      protected: isProtected === true ? true : before?.protected,
      receiptDays: days === undefined ? before?.receiptDays : Number(days),
      tokenKeeper: changed(inputText(input, 'token-keeper'), before?.tokenKeeper, tokenKeeper),
      organization: changed(inputText(input, 'default-organization'), before?.organization, same),
      ...perService((service) => services[service].profile),
    });
    return withProfile(file, name, profile);
  });
  for (const service of dropped) {
    session.reporter.warn(
      `the stored token of ${service} was for the former address and was removed; store a new one: ` +
        `trivet login ${service} --profile ${name}`,
    );
  }
  for (const service of serviceNames) {
    const token = former?.[service]?.token;
    if (token === profile[service]?.token) continue;
    const words = `the session for ${service} that was removed`;
    await warnOfLeft(session, { profile: name, service, token, words, before: 'a change' });
  }
  session.reporter.note(`saved profile ${name}`);
  for (const service of unknown) await storeProduct(session, name, service);
  if (inputText(input, 'token-keeper') !== undefined) await moveTokens(session, name);
  return 0;
};

export default run;
