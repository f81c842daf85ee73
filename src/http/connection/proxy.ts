/** The proxy that the environment names, by the rules of curl and Go. Loopback never uses one. */
import type { Secret } from '../../catalogue/http.ts';
import { percentDecoded } from '../decoded.ts';
import { isLoopback } from '../../config/loopback.ts';

export type ProxyChoice =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string };

type Env = Readonly<Record<string, string | undefined>>;

interface Entry {
  readonly host: string;
  readonly port: number;
}

/** The network is written `192.0.2.0/24` or `2001:db8::/32`. */
const isWithin = (host: string, network: string): boolean => {
  const [, base = '', length = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(network) ?? [];
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (base === '') return false;
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const family = isIP(address);
  if (family === 0 || family !== isIP(base) || Number(length) > (family === 4 ? 32 : 128)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(base, Number(length), kind);
  return list.check(address, kind);
};

const direct: ProxyChoice = { kind: 'direct' };

/** Commas or spaces separate; a leading `.` or `*.` is dropped, since names include their subdomains. */
const entries = (list: string): readonly Entry[] =>
  list
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const colon = entry.lastIndexOf(':');
      const port = colon > 0 ? entry.slice(colon + 1) : '';
      const ported = /^\d+$/.test(port);
      const named = ported && (!entry.slice(0, colon).includes(':') || entry.startsWith('['));
      const host = (named ? entry.slice(0, colon) : entry).replace(/^\*?\./, '').toLowerCase();
      return {
        host: /^[0-9a-f.:]*:[0-9a-f.:]*$/.test(host) ? `[${host}]` : host,
        port: named ? Number(port) : 0,
      };
    });

const bypassed = (host: string, port: number, list: string): boolean =>
  entries(list).some(
    (entry) =>
      (entry.port === 0 || entry.port === port) &&
      (entry.host === '*' ||
        host === entry.host ||
        host.endsWith(`.${entry.host}`) ||
        isWithin(host, entry.host)),
  );

const variableFor = (
  protocol: string,
  env: Env,
): { readonly name: string; readonly value: string } | undefined => {
  const names =
    protocol === 'https:'
      ? ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
      : ['http_proxy', 'HTTP_PROXY'];
  for (let index = 0; index < names.length; index += 2) {
    const name = names.slice(index, index + 2).find((one) => env[one] !== undefined);
    const value = name === undefined ? undefined : env[name];
    if (name !== undefined && value !== undefined && value !== '') return { name, value };
  }
  return undefined;
};

/** @param token whether the request carries one, which never goes through a proxy in plain http */
export const proxyFor = (origin: string, env: Env, token = false): ProxyChoice => {
  const url = new URL(origin);
  const host = url.hostname.toLowerCase();
  if (isLoopback(host)) return direct;
  const named = variableFor(url.protocol, env);
  if (named === undefined) return direct;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (bypassed(host, port, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return direct;
  const speaks = URL.canParse(named.value) && ['http:', 'https:'].includes(new URL(named.value).protocol);
  if (!speaks) {
    return {
      kind: 'refused',
      message: `${named.name} is not an http:// or https:// URL`,
      hint: `Correct ${named.name}, or add ${host} to NO_PROXY.`,
    };
  }
  if (url.protocol === 'http:' && token) {
    return {
      kind: 'refused',
      message: `a token for ${url.host} would pass through proxy ${describeProxy(named.value)} over plain HTTP`,
      hint: `Use https, or add ${host} to NO_PROXY.`,
    };
  }
  return { kind: 'proxy', url: named.value };
};

export const describeProxy = (proxy: string): string => {
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
};

export const proxySecrets = (proxy: string): readonly Secret[] => {
  const { password } = new URL(proxy);
  return password === '' ? [] : [{ name: 'TRIVET_PROXY_PASSWORD', value: percentDecoded(password) }];
};
