/** Parses the address of a service by hand: URL parsers repair what should be refused. */
import { isLoopback } from './loopback.ts';
import { localError, type TrivetError } from '../system/error.ts';
import type { ServiceName } from '../catalogue/product.ts';
import { serviceTraits } from '../catalogue/product.ts';
import type { Source } from './endpoint.ts';

export interface BaseUrl {
  readonly baseUrl: string;
  /** The origin that a token is bound to: scheme, host and port, or the socket's path. */
  readonly origin: string;
  readonly basePath: string;
  readonly socketPath?: string | undefined;
  /** Plain HTTP to another machine, to which no token is sent. */
  readonly exposed: boolean;
}

const suffixOf = (service: ServiceName): string => serviceTraits[service].suffix;

const hostPattern = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9.])?)$/;
const segmentPattern = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

const isDots = (segment: string): boolean => /^\.{1,2}$/.test(segment.replaceAll(/%2e/gi, '.'));

const checkPath = (path: string, refuse: (why: string) => TrivetError): string => {
  const trimmed = path.replace(/\/+$/, '');
  for (const segment of trimmed.split('/').slice(1)) {
    if (segment === '') throw refuse('has an empty path segment');
    if (isDots(segment)) throw refuse('has "." or ".." in its path');
    if (/%(?:2f|5c|00)/i.test(segment) || !segmentPattern.test(segment)) {
      throw refuse('has a character in its path that an address cannot have');
    }
  }
  return trimmed;
};

const overSocket = (path: string, service: ServiceName, refuse: (why: string) => TrivetError): BaseUrl => {
  if (!path.startsWith('/')) throw refuse('needs an absolute path: unix:///run/service.sock');
  if (path.split('/').some(isDots)) throw refuse('has "." or ".." in its path');
  const basePath = suffixOf(service);
  return {
    baseUrl: `http://localhost${basePath}`,
    origin: `unix://${path}`,
    basePath,
    socketPath: path,
    exposed: false,
  };
};

const checkText = (text: string, refuse: (why: string) => TrivetError): void => {
  const odd = text.search(/[^!-~]/);
  if (odd !== -1) {
    throw refuse(
      `has a character at position ${odd + 1} that an address cannot have (write other alphabets as xn--)`,
    );
  }
  if (text.includes('\\')) throw refuse('contains a backslash');
  if (/[?#]/.test(text)) throw refuse('has a query or fragment');
};

/**
 * @throws TrivetError exit 3 without user name, password or query
 * @param source names the address in errors
 */
export const parseBaseUrl = (text: string, source: Source, service: ServiceName): BaseUrl => {
  const refuse = (why: string): TrivetError =>
    localError(`the address in ${source} ${why}`, `An address looks like https://host${suffixOf(service)}.`);
  checkText(text, refuse);
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/.exec(text);
  const scheme = parts?.[1]?.toLowerCase();
  if (parts === null || (scheme !== 'http' && scheme !== 'https' && scheme !== 'unix')) {
    throw refuse('does not start with https://, http:// or unix://');
  }
  const [authority = '', path = ''] = [parts[2], parts[3]];
  if (authority.includes('@')) throw refuse('contains a user name or password');
  if (scheme === 'unix') {
    if (authority !== '') throw refuse('needs three slashes: unix:///run/service.sock');
    return overSocket(path, service, refuse);
  }
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(authority) ?? [];
  if (!hostPattern.test(host)) throw refuse('has no valid host name');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    throw refuse('has a port that is not between 1 and 65535');
  }
  const basePath = checkPath(path, refuse);
  const given = `${scheme}://${authority}${basePath}`;
  if (!URL.canParse(given)) throw refuse('has no valid host name');
  const url = new URL(given);
  const folded = host.startsWith('[') ? url.hostname.startsWith('[') : url.hostname === host.toLowerCase();
  if (!folded || (basePath !== '' && url.pathname !== basePath))
    throw refuse('is not written in its canonical form');
  return {
    baseUrl: `${url.origin}${basePath}`,
    origin: url.origin,
    basePath,
    exposed: scheme === 'http' && !isLoopback(url.hostname),
  };
};

/** Adds the vendor tools' suffix: `https://host:8200` becomes `…/v1`. */
export const withSuffix = (text: string, service: ServiceName): string => {
  const suffix = suffixOf(service);
  const trimmed = text.replace(/\/+$/, '');
  if (suffix === '' || /^unix:/i.test(text) || trimmed.endsWith(suffix)) return trimmed;
  return `${trimmed}${suffix}`;
};
