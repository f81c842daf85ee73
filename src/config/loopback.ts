import type { LookupFunction } from 'node:net';
import { TransportError } from '../catalogue/http.ts';

const isName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

export const isLoopback = (host: string): boolean =>
  isName(host) || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\./i.test(address);

/** DNS or the hosts file may map a loopback name to another machine, which would read the token. */
export const loopbackLookup = (host: string, place: string): LookupFunction | undefined =>
  isName(host)
    ? (name, options, callback) => {
        process.getBuiltinModule('node:dns').lookup(name, { ...options, all: true }, (error, found) => {
          if (error !== null) {
            callback(error, []);
            return;
          }
          const other = found.find(({ address }) => !isLoopbackAddress(address));
          if (other === undefined) callback(null, found);
          else callback(notHere(place, other.address), []);
        });
      }
    : undefined;

const notHere = (place: string, address: string): TransportError =>
  new TransportError(
    'dns',
    'not-sent',
    `${place} is not on this machine but at ${address}, and plain HTTP could be read on the way`,
    'Use https://, or an address of this machine such as http://127.0.0.1.',
  );
