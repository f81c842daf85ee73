import { isIP } from 'node:net';
import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import type { GeneralName } from '../../../../documents/x509-names.ts';
import type { CertificateRule } from '../rule.ts';
import { marks } from '../rule.ts';
import { isAscii, isReadableUri } from '../texts.ts';

const again = 'Issue it again with names that clients accept.';

const ofForm = ({ values }: ParsedCertificate, form: GeneralName['form']): readonly GeneralName[] =>
  (values.subjectAltName ?? []).filter((name) => name.form === form);

const isLabel = (label: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label);

/** A wildcard is only allowed as the first of at least three labels. */
const isHostName = (text: string): boolean => {
  const labels = text.split('.');
  const named = labels[0] === '*' ? labels.slice(1) : labels;
  const enough = labels[0] === '*' ? 2 : 1;
  return text.length <= 253 && isIP(text) === 0 && named.length >= enough && named.every(isLabel);
};

const isMailbox = (text: string): boolean => /^[^\s@<>()[\]\\,;:"]+@[\w.-]+$/.test(text);

const first = (names: readonly GeneralName[], fits: (name: GeneralName) => boolean): string | undefined =>
  names.find((name) => !fits(name))?.text;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

const isAddress = (text: string): boolean =>
  isIP(text) === 6 || (/^[\da-fx.]+$/i.test(text) && isIP(hostOf(`http://${text}`)) === 4);

/** Whether the common name is a host that the alternative names lack. A domain above them is only a label. */
const isStrange = (commonName: string, certificate: ParsedCertificate): boolean => {
  if (isAddress(commonName)) {
    const addresses = ofForm(certificate, 'ip');
    return addresses.length > 0 && !addresses.some(({ text }) => text === commonName);
  }
  const hosts = ofForm(certificate, 'dns');
  if (hosts.length === 0 || /[\s/@]/.test(commonName)) return false;
  return !hosts.some(({ text }) => text === commonName || text.endsWith(`.${commonName}`));
};

const usual = { check: 'names', of: ['leaf'], hint: again } as const;

export const nameRules: readonly CertificateRule[] = [
  {
    ...usual,
    code: 'no-names',
    severity: 'refused',
    hint: 'Issue it again with its host names as alternative names; clients ignore the common name.',
    wrong: ({ values }, { purpose }) =>
      purpose === 'tls-server' && values.subjectAltName === undefined
        ? 'it has no alternative names'
        : undefined,
  },
  {
    ...usual,
    code: 'names-not-critical',
    severity: 'refused',
    hint: 'Issue it again with a subject, or with critical alternative names.',
    wrong: (certificate) =>
      certificate.subject.canonical.length === 0 && marks(certificate, 'subjectAltName', false)
        ? 'it has no subject, and its alternative names are not critical'
        : undefined,
  },
  {
    ...usual,
    code: 'names-critical',
    severity: 'nonconforming',
    wrong: (certificate) =>
      certificate.subject.canonical.length > 0 && marks(certificate, 'subjectAltName', true)
        ? 'its alternative names are critical although it has a subject'
        : undefined,
  },
  {
    ...usual,
    code: 'name-unreadable',
    severity: 'refused',
    of: ['leaf', 'authority'],
    wrong: (certificate) => {
      const address = ofForm(certificate, 'ip').find(({ bytes }) => ![4, 16].includes(bytes.length));
      if (address !== undefined) return `an address has ${address.bytes.length} octets`;
      const wide = [...ofForm(certificate, 'dns'), ...ofForm(certificate, 'email')].some(
        ({ text }) => !isAscii(text),
      );
      if (wide) return 'a name contains other characters than ASCII';
      const uri = first(ofForm(certificate, 'uri'), ({ text }) => isReadableUri(text));
      return uri === undefined ? undefined : `the URI "${uri}" cannot be read`;
    },
  },
  {
    ...usual,
    code: 'name-form',
    severity: 'nonconforming',
    wrong: (certificate) => {
      const host = first(ofForm(certificate, 'dns'), ({ text }) => isHostName(text));
      if (host !== undefined) return `"${host}" is not a host name`;
      const mailbox = first(ofForm(certificate, 'email'), ({ text }) => isMailbox(text));
      return mailbox === undefined ? undefined : `"${mailbox}" is not an email address`;
    },
  },
  {
    ...usual,
    code: 'common-name',
    severity: 'nonconforming',
    hint: 'Issue it again with a common name that is one of its alternative names, or without one.',
    wrong: (certificate, { purpose }) => {
      const { commonName } = certificate.subject;
      return purpose === 'tls-server' && commonName !== undefined && isStrange(commonName, certificate)
        ? `its common name ${commonName} is not among its alternative names`
        : undefined;
    },
  },
];
