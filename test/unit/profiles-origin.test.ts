/** Tests the origin rule for every pair of sources, with a real server per source that must not see other tokens. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceNames, serviceTraits, type ServiceName } from '../../src/catalogue/product.ts';
import type { ResolutionFlags } from '../../src/config/endpoint.ts';
import { TrivetError } from '../../src/system/error.ts';
import type { ServiceProfile } from '../../src/config/file/profile.ts';
import { resolveEndpoint } from '../../src/services/endpoint/resolve.ts';
import type { FakeServer } from '../support/fake-server.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { errorOf, surroundingsOf, temporaryFolder, writeProfiles } from './profiles-surroundings.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const names = ['flag', 'own', 'named', 'vendor', 'current'] as const;
type Name = (typeof names)[number];

interface Place {
  readonly server: FakeServer;
  readonly origin: string;
  readonly tokens: Set<string>;
}

const places = new Map<Name, Place>();

beforeAll(async () => {
  for (const name of names) {
    const tokens = new Set<string>();
    const server = await startFakeServer(({ headers }) => {
      tokens.add(headers.authorization ?? 'none');
      return { body: {} };
    });
    places.set(name, { server, origin: server.origin, tokens });
  }
});

afterAll(async () => {
  for (const { server } of places.values()) await server.close();
});

const place = (name: Name): Place => {
  const found = places.get(name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** The address and the token of the vendor's own tool. */
const vendorVariables = {
  workspaces: ['TFE_ADDRESS', 'TFE_TOKEN'],
  secrets: ['VAULT_ADDR', 'VAULT_TOKEN'],
  jobs: ['NOMAD_ADDR', 'NOMAD_TOKEN'],
} as const satisfies Partial<Record<ServiceName, readonly [string, string]>>;

const tried = serviceNames.filter((name): name is keyof typeof vendorVariables =>
  Object.hasOwn(vendorVariables, name),
);

/** Where an address or a token is given; `profile` is `--profile`, `selected` TRIVET_PROFILE. */
interface Given {
  readonly flagUrl: boolean;
  readonly flagToken: boolean;
  readonly ownUrl: boolean;
  readonly ownToken: boolean;
  readonly vendorUrl: boolean;
  readonly vendorToken: boolean;
  readonly current: boolean;
  readonly by: 'nothing' | '--profile' | 'TRIVET_PROFILE';
}

const both = [false, true] as const;

const combinations = (): readonly Given[] => {
  const all: Given[] = [];
  for (let bits = 0; bits < 128; bits += 1) {
    const bit = (index: number): boolean => both[(bits >> index) & 1] === true;
    for (const by of ['nothing', '--profile', 'TRIVET_PROFILE'] as const) {
      all.push({
        flagUrl: bit(0),
        flagToken: bit(1),
        ownUrl: bit(2),
        ownToken: bit(3),
        vendorUrl: bit(4),
        vendorToken: bit(5),
        current: bit(6),
        by,
      });
    }
  }
  return all;
};

const tokenOf = (name: Name): string => `token-of-${name}`;

const send = (url: string, token: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: token };
    const outgoing = request(url, { headers, agent: false }, (reply) => {
      reply.resume();
      reply.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** Written from the rule, not from the code: which address may get which token. */
const allowed = (token: Name, seenBy: Name): boolean => {
  if (token === seenBy) return true;
  // --token-file and TRIVET_*_TOKEN go to the address of this run, from a flag, TRIVET_* or a profile.
  if (token === 'flag') return seenBy !== 'vendor';
  if (token === 'own') return seenBy !== 'vendor';
  return false;
};

describe.each(tried)('tokens of %s', (service) => {
  const { suffix } = serviceTraits[service];
  it('are sent to no other origin', async () => {
    const tokenFile = join(temporaryFolder(), 'token');
    writeFileSync(tokenFile, tokenOf('flag'));
    const profileAt = (name: Name): ServiceProfile => ({
      url: place(name).origin + suffix,
      token: { kind: 'stored', value: tokenOf(name) },
    });
    const prefix = `TRIVET_${service.toUpperCase()}_`;
    const [vendorUrl, vendorToken] = vendorVariables[service];
    const home = temporaryFolder();
    const base = surroundingsOf({}, home);
    const outcomes = { sent: 0, refused: 0, nowhere: 0 };
    for (const given of combinations()) {
      const env: Record<string, string> = {};
      if (given.ownUrl) env[`${prefix}URL`] = place('own').origin + suffix;
      if (given.ownToken) env[`${prefix}TOKEN`] = tokenOf('own');
      if (given.vendorUrl) env[vendorUrl] = place('vendor').origin;
      if (given.vendorToken) env[vendorToken] = tokenOf('vendor');
      if (given.by === 'TRIVET_PROFILE') env['TRIVET_PROFILE'] = 'named';
      const flags: ResolutionFlags = {
        ...(given.flagUrl ? { baseUrl: place('flag').origin + suffix } : {}),
        ...(given.flagToken ? { tokenFile } : {}),
        ...(given.by === '--profile' ? { profile: 'named' } : {}),
      };
      writeProfiles(base, {
        version: 1,
        ...(given.current ? { current: 'current' } : {}),
        profiles: { named: { [service]: profileAt('named') }, current: { [service]: profileAt('current') } },
      });
      try {
        const endpoint = await resolveEndpoint(service, flags, { ...base, env });
        const token = await endpoint.token();
        // TFE_TOKEN without an address means the public service, which a test must not call.
        if (endpoint.baseUrl.startsWith('https://')) continue;
        await send(endpoint.baseUrl, token?.value);
        outcomes.sent += 1;
      } catch (error) {
        if (!(error instanceof TrivetError)) throw error;
        expect(error.exit).toBe(3);
        if (error.code === 'no-address') outcomes.nowhere += 1;
        else outcomes.refused += 1;
      }
    }
    expect(outcomes.sent).toBeGreaterThan(100);
    expect(outcomes.refused).toBeGreaterThan(50);
    expect(outcomes.nowhere).toBeGreaterThan(0);
    for (const seenBy of names) {
      const seen = place(seenBy).tokens;
      for (const token of names) {
        if (!allowed(token, seenBy)) expect(seen, `${token} at ${seenBy}`).not.toContain(tokenOf(token));
      }
      // Some requests must be sent, or the rule would hold trivially.
      expect(seen, seenBy).toContain(tokenOf(seenBy));
      seen.clear();
    }
  });

  it('of a profile or a vendor are refused with --base-url elsewhere, and the error names both', async () => {
    const elsewhere = { baseUrl: `https://other.example${suffix}` };
    const surroundings = surroundingsOf({});
    const url = place('current').origin + suffix;
    writeProfiles(surroundings, {
      version: 1,
      current: 'p',
      profiles: { p: { [service]: { url, token: { kind: 'stored', value: 'hunter2' } } } },
    });
    const [vendorUrl, vendorToken] = vendorVariables[service];
    const vendor = { [vendorUrl]: place('vendor').origin, [vendorToken]: 'hunter2' };
    for (const env of [{}, { TRIVET_PROFILE: 'p' }, vendor]) {
      const endpoint = await resolveEndpoint(service, elsewhere, { ...surroundings, env });
      const error = await errorOf(() => endpoint.token());
      expect(error.exit).toBe(3);
      expect(error.message).toContain('https://other.example');
      expect(error.message).toContain(env === vendor ? place('vendor').origin : place('current').origin);
      expect(error.message).not.toContain('hunter2');
    }
    const same = await resolveEndpoint(service, { baseUrl: `${url}/` }, surroundings);
    expect((await same.token())?.value).toBe('hunter2');
  });
});
