/** What Go and Java can read; both refuse a certificate with an unreadable name. */
import { isIP } from 'node:net';
import type { GeneralName } from '../../../documents/x509-names.ts';

export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

const isEscaped = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);

/** No label is empty; the caller handles a leading period. */
const isDomain = (text: string): boolean => /^[!-~]*$/.test(text) && !/\.(?:\.|$)/.test(text);

const isUriHost = (text: string): boolean => {
  const [, inner] = /^\[([\da-f:.]+)(?:%25[\w.~-]+)?\](?::\d*)?$/i.exec(text) ?? [];
  if (inner !== undefined) return isIP(inner) === 6;
  return /^(?:[\w.~!$&'()*+,;=\]<>"-]|%25)*(?::\d*)?$/.test(text) && !text.startsWith('.') && isDomain(text);
};

const isAuthority = (text: string): boolean => {
  const cut = text.lastIndexOf('@');
  const user = text.slice(0, Math.max(cut, 0));
  return /^[\w.:~!$&'()*+,;=%@-]*$/.test(user) && isEscaped(user) && isUriHost(text.slice(cut + 1));
};

export const isReadableUri = (uri: string): boolean => {
  const end = `${uri}#`.indexOf('#');
  const [whole, fragment] = [uri.slice(0, end), uri.slice(end)];
  if (!isAscii(uri) || !/^[ -~]*$/.test(whole) || !isEscaped(fragment)) return false;
  const scheme = /^[a-z][a-z\d+.-]*:/i;
  const rest = whole.replace(scheme, '').replace(/\?.*/, '');
  if (!rest.startsWith('/')) return scheme.test(whole) || (!/^[^/]*:/.test(rest) && isEscaped(rest));
  return isEscaped(rest) && (!rest.startsWith('//') || isAuthority(rest.slice(2).replace(/\/.*/, '')));
};

const isMailbox = (text: string): boolean => {
  const [, domain] =
    /^(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@(.*)/s.exec(text) ?? [];
  return domain !== undefined && !domain.startsWith('.') && isDomain(domain);
};

const isMask = (octets: Uint8Array): boolean =>
  /^1*0*$/.test([...octets].map((one) => one.toString(2).padStart(8, '0')).join(''));

/** Java reads the base only if the constraint is critical. */
export const isReadableBase = ({ form, text, bytes }: GeneralName, isCritical: boolean): boolean => {
  if (form === 'ip') return [8, 32].includes(bytes.length) && isMask(bytes.subarray(bytes.length / 2));
  if (form === 'dns') return isDomain(text);
  if (form === 'email')
    return (text.includes('@') ? isMailbox(text) : isDomain(text)) && !(isCritical && /^$|@$/.test(text));
  if (form === 'uri')
    return isDomain(text) && isIP(text) === 0 && (!isCritical || /^(?:\.?[a-z\d][a-z\d-]*)+$/i.test(text));
  return true;
};
