/** Products are families with versions: a new one is one value, and gets every rule of its family. */
import { describe, expect, test } from 'vitest';
import { violations } from '../../src/catalogue/check.ts';
import { isRequired, serversOf } from '../../src/catalogue/parameter.ts';
import type { Parameters } from '../../src/catalogue/parameter.ts';
import {
  decideAlike,
  documentedProduct,
  matchesServer,
  isSupported,
  namesMatching,
  productNames,
  productsOf,
  serviceNames,
  serverProductFrom,
  serverProductOf,
  serverTitle,
} from '../../src/catalogue/product.ts';
import type { ProductEntry, ServerCondition, ServerProduct } from '../../src/catalogue/product.ts';
import { fieldsOf } from '../../src/catalogue/view.ts';
import { productNamed } from '../../scripts/generate/services.ts';
import { fallbackOf } from '../../src/services/context.ts';
import { loadService } from '../../src/services/index.ts';
import { allOperations } from '../support/catalogue.ts';

/** A server that speaks as Vault does, and is newer; it is in no list. */
const citadel = {
  product: 'citadel',
  title: 'Citadel',
  family: 'vault',
  supports: {
    'custom-messages': true,
    'detailed-certificates': false,
    'hierarchical-names': true,
    'identity-federation': { since: '3.0' },
    'listed-static-roles': true,
    mfa: true,
    'pki-bounds': false,
    'role-patches': true,
    'session-tokens': true,
    'truncated-session-names': true,
  },
} as const satisfies ProductEntry;
const productFrom = (await loadService('secrets')).products;
const madeUp = serverProductFrom(citadel, { version: '9.1.0' });
const vault = serverProductOf({ product: 'vault' });
const openbao = serverProductOf({ product: 'openbao' });

const secrets = allOperations.filter(({ service }) => service === 'secrets');

/** Everything that names servers, with what it says of one. */
const saidOf = (server: ServerProduct): readonly string[] =>
  secrets.flatMap(({ id, rules = [], parameters, view }) => {
    const scoped: readonly (readonly [string, readonly ServerCondition[] | undefined])[] = [
      ...rules.map((rule, place) => [`rule ${place}`, rule.servers] as const),
      ...Object.entries(parameters).map(([key, parameter]) => [key, serversOf(parameter)] as const),
      ...Object.entries(fieldsOf(view)).map(([key, { servers }]) => [`field ${key}`, servers] as const),
    ];
    return [
      ...scoped.flatMap(([name, on]) =>
        on === undefined ? [] : [`${id} ${name}: ${matchesServer(on, server) ? 'yes' : 'no'}`],
      ),
      ...Object.entries(parameters).flatMap(([key, parameter]) => [
        ...(typeof parameter.required !== 'object'
          ? []
          : [`${id} ${key} is ${isRequired(parameter, server) ? '' : 'not '}required`]),
        ...(typeof parameter.fallback === 'object'
          ? [`${id} ${key} falls back to ${fallbackOf(parameter, server)}`]
          : []),
      ]),
    ];
  });

describe('a made-up product that speaks as Vault does', () => {
  test('gets every rule, parameter, field and default of its family', () => {
    expect(saidOf(vault).length).toBeGreaterThan(40);
    expect(saidOf(madeUp)).toEqual(saidOf(vault));
    expect(saidOf(openbao)).not.toEqual(saidOf(vault));
    expect(saidOf(documentedProduct)).not.toEqual(saidOf(vault));
  });

  test('gets the header, the paths, the names and the errors of its family', () => {
    const own = new Set(['name', 'title', 'supports', 'version', 'edition']);
    const shared = (server: ServerProduct) =>
      Object.entries(productFrom(server)).filter(([key]) => !own.has(key));
    expect(shared(madeUp)).toEqual(shared(vault));
  });

  test('breaks the same rules with the same words, and is named in them', () => {
    for (const { parameters, rules = [] } of secrets) {
      const everything = Object.fromEntries(Object.keys(parameters).map((key) => [key, 'x/y']));
      const spoken = violations(parameters, rules, everything, madeUp);
      const ofVault = violations(parameters, rules, everything, vault);
      expect(spoken.map((text) => text.replaceAll(/citadel 9\.1\.0|Citadel 9\.1\.0/g, 'V'))).toEqual(
        ofVault.map((text) =>
          text.replaceAll(/\bnot by vault$|Vault\b/g, (word) => word.replace(/vault/i, 'V')),
        ),
      );
    }
  });

  test('can have a parameter that no other product of the family has', () => {
    const newer: Parameters = {
      seal_until: {
        in: 'body',
        type: 'string',
        summary: 'When it is sealed',
        // @ts-expect-error a decision that the family does not know
        servers: [{ family: 'vault', supports: 'sealed-until' }],
      },
    };
    const supports = { ...citadel.supports, 'sealed-until': { since: '9.0' } };
    const given = { seal_until: 'noon' };
    expect(violations(newer, [], given, { ...madeUp, supports })).toEqual([]);
    expect(violations(newer, [], given, { ...madeUp, supports, version: '8.4.1' })).toHaveLength(1);
    for (const other of [vault, openbao, documentedProduct])
      expect(violations(newer, [], given, other)).toHaveLength(1);
  });

  test('does not compile while a decision of its family is missing, or one of another is there', () => {
    const { mfa: _, ...rest } = citadel.supports;
    // @ts-expect-error `mfa` is not decided
    const undecided: ProductEntry = { ...citadel, supports: rest };
    // @ts-expect-error decisions belong to a family
    const foreign: ProductEntry = { ...citadel, family: 'nomad' };
    expect([undecided.product, foreign.family]).toEqual(['citadel', 'nomad']);
  });
});

describe('versions and editions', () => {
  const since = { since: '1.16', until: '2.0' };

  test.each([
    [undefined, false],
    ['1.15.9', false],
    ['1.16.0', true],
    ['1.16.3+ent', true],
    ['v1.99', true],
    ['2.0.0', false],
    ['10.1', false],
  ])('version %s of a range from 1.16 until 2.0: %s', (version, within) => {
    expect(isSupported(since, { version })).toBe(within);
  });

  test('a server of unknown version is the newest of its product, and one of unknown edition might have it', () => {
    const messages = { since: '1.16', edition: 'enterprise' } as const;
    expect(isSupported(messages, {})).toBe(true);
    expect(isSupported(messages, { version: '99.0' })).toBe(true);
    expect(isSupported(messages, { edition: 'community' })).toBe(false);
    expect(isSupported(messages, { edition: 'enterprise', version: '1.15.0' })).toBe(false);
  });

  test('a calendar version is compared by year, month and build', () => {
    expect(isSupported({ since: '202409-2' }, { version: 'v202409-1' })).toBe(false);
    expect(isSupported({ since: '202409-2' }, { version: 'v202501-1' })).toBe(true);
  });

  test('refusals name what the server is and who supports it', () => {
    const wanted: readonly ServerCondition[] = [
      'generic',
      { family: 'vault', supports: 'identity-federation' },
    ];
    expect(namesMatching(wanted)).toEqual(['generic', 'vault (enterprise, 1.16 and newer)']);
    expect(serverTitle('vault', { edition: 'community', version: '1.21.0' })).toBe(
      'vault 1.21.0 (community)',
    );
    const older = serverProductOf({ product: 'vault', version: '1.15.2' });
    expect(matchesServer([{ family: 'vault', lacks: 'hierarchical-names' }], older)).toBe(true);
    expect(productFrom(older).lacks).toHaveProperty(['ldap.library.list-under']);
    expect(productFrom(vault).lacks).toEqual({});
  });

  test('two versions decide alike unless a range ends or begins between them', () => {
    const at = (version: string): ServerProduct => serverProductOf({ product: 'vault', version });
    expect(decideAlike(at('1.17.0'), at('2.1.0'))).toBe(true);
    expect(decideAlike(at('1.16.0'), at('1.17.0'))).toBe(false);
    expect(decideAlike(at('2.1.0'), openbao)).toBe(false);
  });
});

test('every name of a product is that of one service, and documented that of all', () => {
  for (const name of productNames) {
    const services = serviceNames.filter((service) => productsOf[service].includes(name));
    expect([name, services]).toEqual([name, name === 'generic' ? serviceNames : [services[0]]]);
  }
  expect(productsOf.secrets.slice(0, 3)).toEqual(['generic', 'vault', 'openbao']);
  expect(productNamed('jobs', 'nomad').ignores['job.parse']).toEqual(['HCLv1', 'VariableFlags']);
});
