/** A state that goes into another sandbox comes out with the same bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/start.ts';
import { at, startControlled } from './client.ts';

type Settings = Readonly<Record<string, unknown>>;

interface StateObject {
  readonly kind: string;
  readonly name?: string;
  readonly settings: Settings;
}

const begin = { at: Date.UTC(2026, 0, 1), frozen: true };

const SCENARIOS = [
  'crash-loop',
  'stuck-deployment',
  'forgotten-lock',
  'expired-certificate',
  'sealed-secrets',
];

const PRODUCTS = [
  'hcp-terraform',
  'terraform-enterprise',
  'otf',
  'vault',
  'vault@1.19+ent',
  'openbao',
  'nomad',
];

const VARIANTS: readonly (readonly [string, SandboxOptions])[] = [
  ['the demo state', {}],
  ...SCENARIOS.map((name): [string, SandboxOptions] => [`the scenario ${name}`, { scenarios: [name] }]),
  ...PRODUCTS.map((name): [string, SandboxOptions] => [`the product ${name}`, { products: [name] }]),
];

/** Returns what an empty sandbox says of a state, and the state that comes out of it. */
async function passThrough(
  body: unknown,
  products: readonly string[] = [],
): Promise<readonly [unknown, unknown]> {
  const { control } = await startControlled({ begin, empty: true, products });
  const written = await control('PUT /-/state', body);
  return [written.body, (await control('GET /-/state')).body];
}

function recorded(service: string, pattern: RegExp, ...keys: readonly string[]): readonly Settings[] {
  const folder = new URL(`../../recordings/${service}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    .filter((one) => at(one, 'response', 'status') === 200)
    .map((one) => at(one, 'response', 'body', 'json', ...keys) as Settings);
}

/** The objects of recorded replies of OpenBao and Nomad. */
function recordedObjects(): readonly StateObject[] {
  const secrets = (kind: string, pattern: RegExp): readonly StateObject[] =>
    recorded('secrets', pattern, 'data').map((settings, index) => ({
      kind,
      name: `recorded-${index}`,
      settings,
    }));
  const jobs = recorded('jobs', /^job\.show\./).filter(
    ({ ParentID, Stop }) => ParentID === '' && Stop !== true,
  );
  return [
    ...secrets('pki-role', /^pki\.role\.show\./),
    ...secrets('pki-urls', /^pki\.urls\.show\.ok/).map(({ kind, settings }) => ({ kind, settings })),
    ...secrets('pki-crl-config', /^pki\.crl\.config\.show\.ok/).map(({ kind, settings }) => ({
      kind,
      settings,
    })),
    ...secrets('cloud-role', /^cloud\.role\.show\./),
    ...secrets('ldap-config', /^ldap\.config\.show\./).map(({ kind, settings }) => ({ kind, settings })),
    ...secrets('ldap-role', /^ldap\.role\.show\./),
    ...secrets('ldap-static-role', /^ldap\.static-role\.show\./),
    ...secrets('ldap-set', /^ldap\.library\.show\./),
    ...new Map(
      jobs.map((settings) => [
        settings['ID'],
        { kind: 'job', name: String(settings['ID']), namespace: 'default', settings },
      ]),
    ).values(),
  ];
}

describe('the state', () => {
  it.each(VARIANTS)('of %s comes out with the same bytes after it went in', async (_name, options) => {
    const { control } = await startControlled({ begin, ...options });
    const { status, body } = await control('GET /-/state');
    expect(status).toBe(200);
    const [written, again] = await passThrough(body, options.products);
    expect(written).toMatchObject({ left: [] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(body));
  });

  it('takes over what real servers were recorded with', async () => {
    const objects = recordedObjects();
    expect(objects.length).toBeGreaterThan(20);
    const [written, again] = await passThrough({ version: 1, objects }, ['openbao', 'nomad']);
    expect(written).toMatchObject({ left: [] });
    const left = at(again, 'objects') as readonly StateObject[];
    for (const { kind, name, settings } of objects) {
      const found = left.find((one) => one.kind === kind && one.name === name)?.settings ?? {};
      // Servers show more than the documents have.
      const wanted = Object.entries(settings).filter(([key]) => Object.hasOwn(found, key));
      expect(wanted.length).toBeGreaterThan(1);
      expect([kind, name, found]).toMatchObject([kind, name, Object.fromEntries(wanted)]);
    }
  });
});
