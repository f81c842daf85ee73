/** Where the sandbox listens, and which names of it a client can use in the Host header. */
import { isIP } from 'node:net';

export interface Address {
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
}

export interface Gate {
  /** Reports whether a Host header names the sandbox. */
  admits(host: string): boolean;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Writes an address as a URL does: IPv6 in brackets. */
export function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Splits `name:port` or `[::1]:port`; the port is optional. */
function nameOf(host: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? /^([^:]*)(?::\d+)?$/.exec(host)?.[1] ?? '';
}

/**
 * On the loopback address only its own names and port are admitted. Elsewhere a port can be mapped, so any port is;
 * names must be allowed, since a web page's own name can be made to lead here, but a number cannot.
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
