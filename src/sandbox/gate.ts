/** Where the sandbox listens, and its names in the Host header. */
import { isIP } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Gate {
  admits(host: string): boolean;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function nameOf(host: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? /^([^:]*)(?::\d+)?$/.exec(host)?.[1] ?? '';
}

/**
 * Loopback admits only its own names and port. Elsewhere ports can be mapped, but names must be allowed: a web page's
 * name can be made to lead here, a number cannot.
 */
export function createGate(listen: Address, allowed: readonly string[], boundPort: () => number): Gate {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  const isLocal = isLoopback(listen.host);
  return {
    admits(header) {
      const host = header.toLowerCase();
      const name = nameOf(host);
      if (names.has(name)) return true;
      if (!isLocal) return name === 'localhost' || isIP(name) !== 0 || name === listen.host;
      return (
        [`127.0.0.1:${boundPort()}`, `localhost:${boundPort()}`, `[::1]:${boundPort()}`].includes(host) ||
        host === `${inUrl(listen.host)}:${boundPort()}`
      );
    },
  };
}
