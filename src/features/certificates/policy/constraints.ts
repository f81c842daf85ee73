import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { isWithinName, nameOfDer } from '../../../documents/x509/names.ts';
import type { GeneralName } from '../../../documents/x509-names.ts';
import type { PolicyFinding } from './finding.ts';
import { calledName, findingsOfCheck } from './finding.ts';

type Base = GeneralName;

/** `unknown`: nobody defines the result, or the base is not valid. */
type Within = boolean | 'unknown';

const hostWithin = (host: string, base: string): boolean => {
  const [name, tree] = [host.toLowerCase(), base.toLowerCase()];
  if (tree === '') return true;
  return tree.startsWith('.') ? name.endsWith(tree) : name === tree || name.endsWith(`.${tree}`);
};

/** A wildcard is outside unless all its names are inside. */
const dnsWithin = (name: string, base: string, isExcluded: boolean): Within => {
  // Java fails for an empty base.
  if (base === '' && !isExcluded) return 'unknown';
  if (hostWithin(name, base)) return true;
  if (!isExcluded || !name.startsWith('*.')) return false;
  // The wildcard also stands for the base.
  const [, parent = ''] = /^[^.]+\.(.+)$/.exec(base.toLowerCase()) ?? [];
  return parent === name.slice(2).toLowerCase();
};

const addressWithin = (address: Uint8Array, network: Uint8Array, isExcluded: boolean): Within => {
  if (![8, 32].includes(network.length) || ![4, 16].includes(address.length)) return 'unknown';
  // Java excludes all addresses by a network of all of either version.
  if (network.length !== address.length * 2) return isExcluded && network.every((octet) => octet === 0);
  return address.every((octet, index) => {
    const [base = 0, mask = 0] = [network[index], network[address.length + index]];
    // Java permits nothing below a network with bits beyond its mask.
    return (octet & mask) === (isExcluded ? base & mask : base);
  });
};

/** Go also excludes names below the base. */
const hostIs = (host: string, base: string, isExcluded: boolean): boolean =>
  isExcluded || base.startsWith('.') ? hostWithin(host, base) : host === base.toLowerCase();

const withoutQuotes = (local: string): string => local.replaceAll(/["\\]/g, '').toLowerCase();

const mailWithin = (mailbox: string, base: string, isExcluded: boolean): Within => {
  const at = mailbox.indexOf('@');
  if (at < 1 || mailbox.includes('@', at + 1)) return 'unknown';
  const [local, host] = [mailbox.slice(0, at), mailbox.slice(at + 1).toLowerCase()];
  const cut = base.lastIndexOf('@');
  // The local part keeps its case (RFC 5280, section 4.2.1.10); Java excludes any case.
  if (cut !== -1) {
    const other = base.slice(0, cut);
    const isSame = isExcluded ? withoutQuotes(local) === withoutQuotes(other) : local === other;
    return isSame && host === base.slice(cut + 1).toLowerCase();
  }
  return hostIs(host, base, isExcluded);
};

const uriWithin = (uri: string, base: string, isExcluded: boolean): Within => {
  const host = URL.canParse(uri) ? new URL(uri).hostname : '';
  if (host === '') return 'unknown';
  return hostIs(host, base, isExcluded);
};

const within = (name: GeneralName, base: Base, isExcluded: boolean): Within => {
  if (name.form === 'dns') return dnsWithin(name.text, base.text, isExcluded);
  if (name.form === 'ip') return addressWithin(name.bytes, base.bytes, isExcluded);
  if (name.form === 'email') return mailWithin(name.text, base.text, isExcluded);
  if (name.form === 'uri') return uriWithin(name.text, base.text, isExcluded);
  if (name.form !== 'directory') return 'unknown';
  return isWithinName(nameOfDer(name.bytes), nameOfDer(base.bytes));
};

/** The rule of openssl. */
const isHostLike = (name: string): boolean =>
  /^\w[\w.-]*\w$/.test(name) && name.includes('.') && !/\.\.|-\.|\.-/.test(name);

const nameOf = (form: GeneralName['form'], text: string): GeneralName => ({
  form,
  text,
  bytes: Buffer.from(text),
});

/** openssl and Java use the common name if there is no other host. */
const constrainedNames = (
  { subject, values }: ParsedCertificate,
  isLeaf: boolean,
): readonly GeneralName[] => {
  const names = values.subjectAltName ?? [];
  if (subject.canonical.length === 0) return names;
  const { commonName = '' } = subject;
  const isHost = isLeaf && isHostLike(commonName) && !names.some(({ form }) => form === 'dns');
  return [
    ...names,
    ...(isHost ? [nameOf('dns', commonName)] : []),
    ...subject.emails.map((email) => nameOf('email', email)),
    { form: 'directory', text: subject.text, bytes: subject.der },
  ];
};

interface Broken {
  readonly code: string;
  readonly message: string;
}

const brokenBy = (
  name: GeneralName,
  { permitted, excluded }: { readonly permitted: readonly Base[]; readonly excluded: readonly Base[] },
): Broken | undefined => {
  const inForm = (bases: readonly Base[], isExcluded: boolean): readonly Within[] =>
    bases.filter(({ form }) => form === name.form).map((base) => within(name, base, isExcluded));
  const [inside, outside] = [inForm(permitted, false), inForm(excluded, true)];
  if (outside.includes(true)) return { code: 'name-excluded', message: `${name.text} is excluded` };
  if (inside.length > 0 && !inside.includes(true) && !inside.includes('unknown')) {
    return { code: 'name-not-permitted', message: `${name.text} is not permitted` };
  }
  return [...inside, ...outside].includes('unknown') && !inside.includes(true)
    ? { code: 'name-unchecked', message: `clients cannot check whether ${name.text} is permitted` }
    : undefined;
};

const finding = findingsOfCheck(
  'chain',
  'Issue it for names that the name constraints of its CA permit, or below another CA.',
);

/** Clients give up too. */
const mostComparisons = 1 << 18;

export const brokenConstraints = (path: readonly ParsedCertificate[]): readonly PolicyFinding[] => {
  let comparisons = 0;
  for (const [index, authority] of path.entries()) {
    const limits = authority.values.nameConstraints;
    if (limits === undefined) continue;
    const below = path.slice(0, index).filter((one, place) => place === 0 || !isSelfIssuedBy(one));
    for (const certificate of below) {
      const names = constrainedNames(certificate, certificate === path[0]);
      comparisons += names.length * (limits.permitted.length + limits.excluded.length);
      if (comparisons > mostComparisons) {
        const message = 'it has more names and constraints than clients compare';
        return [finding('constraints-too-many', 'refused', certificate, message)];
      }
      for (const name of names) {
        const broken = brokenBy(name, limits);
        if (broken !== undefined) {
          const message = `${broken.message} below ${calledName(authority)}`;
          return [finding(broken.code, 'refused', certificate, message)];
        }
      }
    }
  }
  return [];
};
