/** The file of `pki guard`, checked before anything is sent. */
import { limits } from '../../../system/limits.ts';
import { resolve } from 'node:path';
import { localError, TrivetError } from '../../../system/error.ts';
import type { FileAccess } from '../../../system/safe-file.ts';
import { realPath } from '../../../system/real-path.ts';
import type { Fault, Located, Place } from '../../../documents/located.ts';
import { startOf } from '../../../documents/located.ts';
import { readYaml } from '../../../documents/read-yaml.ts';
import { closest } from '../../../catalogue/text/suggest.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { readText } from '../../../system/read-file.ts';
import type { Io } from '../../../system/io.ts';
import type { Layout } from '../layouts.ts';
import { isLayout, layoutFiles, storePasswordOf } from '../layouts.ts';
import { newKeyNamed } from '../signing-request.ts';
import { nameFlags } from '../certificate-names.ts';
import type { RenewInput } from '../renew/place.ts';
import { checkProgram } from '../renew/renew-hook.ts';
import type { Before } from '../assess.ts';
import { beforeOf } from '../renew/renewal.ts';
import { isServerUrl, tlsServer } from '../verify/server-certificates.ts';
import { accessOf } from './accounts.ts';
import { readTrusted } from './trusted-file.ts';

export interface FleetEndpoint {
  readonly name: string;
  readonly folder: string;
  readonly input: RenewInput;
  readonly mount: string | undefined;
  readonly caMounts: readonly string[];
  readonly before: Before;
  readonly access: FileAccess | undefined;
  readonly exec: readonly string[] | undefined;
  readonly served: string | undefined;
  readonly serverName: string | undefined;
  readonly trust: string | undefined;
  readonly settle: number;
}

type Shape = 'text' | 'texts' | 'boolean';

const shapes: Readonly<Record<string, Shape>> = {
  folder: 'text',
  layout: 'text',
  role: 'text',
  mount: 'text',
  ca_mounts: 'texts',
  common_name: 'text',
  alt_names: 'texts',
  ip_sans: 'texts',
  uri_sans: 'texts',
  other_sans: 'texts',
  ttl: 'text',
  before: 'text',
  new_key: 'text',
  reuse_key: 'boolean',
  store_password_from: 'text',
  owner: 'text',
  group: 'text',
  mode: 'text',
  exec: 'texts',
  served: 'text',
  server_name: 'text',
  trust: 'text',
  settle: 'text',
};

type Value = string | readonly string[] | boolean;
type Given = ReadonlyMap<string, { readonly value: Value; readonly place: Place }>;
type Say = (place: Place, text: string) => void;

const textOf = (node: Located): string | undefined => {
  if (node.kind !== 'scalar' || node.value === null || typeof node.value === 'boolean') return undefined;
  return typeof node.value === 'string' ? node.value : node.source;
};

const valueOf = (shape: Shape, node: Located): Value | undefined => {
  if (shape === 'boolean')
    return node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
  if (shape === 'text') return textOf(node);
  if (node.kind !== 'list') return undefined;
  const texts = node.items.map(textOf);
  const found = texts.filter((one) => one !== undefined);
  return found.length === texts.length ? found : undefined;
};

const expected: Readonly<Record<Shape, string>> = {
  text: 'text',
  texts: 'a list of texts',
  boolean: 'true or false',
};

const givenIn = (node: Located, say: Say): Given => {
  const given = new Map<string, { readonly value: Value; readonly place: Place }>();
  if (node.kind !== 'map') {
    say(node.place, 'expected an endpoint with folder and role');
    return given;
  }
  for (const { key, place, node: inner } of node.entries) {
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    if (shape === undefined) {
      const [near] = closest(key, Object.keys(shapes), 1);
      say(
        place,
        `"${key}" is not a key of an endpoint${near === undefined ? '' : `. Did you mean "${near}"?`}`,
      );
      continue;
    }
    const value = valueOf(shape, inner);
    if (value === undefined) say(inner.place, `${key}: expected ${expected[shape]}`);
    else given.set(key, { value, place: inner.place });
  }
  return given;
};

interface Reader {
  readonly text: (key: string) => string | undefined;
  readonly texts: (key: string) => readonly string[] | undefined;
  readonly is: (key: string) => boolean | undefined;
  readonly fault: (key: string, text: string) => undefined;
  readonly checked: <T>(key: string, check: () => T) => T | undefined;
}

const readerOf = (given: Given, start: Place, say: Say): Reader => {
  const of = (key: string): Value | undefined => given.get(key)?.value;
  const fault = (key: string, text: string): undefined =>
    say(given.get(key)?.place ?? start, text) as undefined;
  return {
    text: (key) => {
      const value = of(key);
      return typeof value === 'string' ? value : undefined;
    },
    texts: (key) => {
      const value = of(key);
      return typeof value === 'object' ? value : undefined;
    },
    is: (key) => {
      const value = of(key);
      return typeof value === 'boolean' ? value : undefined;
    },
    fault,
    checked: (key, check) => {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof TrivetError)) throw error;
        return fault(key, error.message.replaceAll('--', ''));
      }
    },
  };
};

/** The password is never in the file itself. */
const passwordOf = async ({ text, fault }: Reader, folder: string, io: Io): Promise<string | undefined> => {
  const key = 'store_password_from';
  const source = text(key);
  if (source === undefined) return undefined;
  if (source.startsWith('@'))
    return (await readText(resolve(folder, source.slice(1)), io)).replace(/\r?\n$/, '');
  if (!source.startsWith('env:')) return fault(key, `${key}: expected env:NAME or @file, not the password`);
  const value = io.env[source.slice(4)];
  return value === undefined || value === ''
    ? fault(key, `${key}: the variable ${source.slice(4)} is not set`)
    : value;
};

const layoutIn = ({ text, fault }: Reader): Layout | undefined => {
  const given = text('layout');
  if (given === undefined || isLayout(given)) return given;
  return fault('layout', `layout: expected ${Object.keys(layoutFiles).join(', ')}`);
};

const settleIn = ({ text, fault }: Reader): number => {
  const given = text('settle');
  if (given === undefined) return limits.reload;
  const seconds = secondsOf(given);
  return seconds === undefined
    ? (fault('settle', 'settle: expected a duration such as 30s') ?? 0)
    : seconds * 1000;
};

const endpointOf = async (reader: Reader, folder: string, io: Io): Promise<FleetEndpoint | undefined> => {
  const { text, texts, is, fault, checked } = reader;
  const [name, role] = [text('folder'), text('role')];
  if (name === undefined || name === '') return fault('folder', 'an endpoint needs folder');
  if (role === undefined || role === '') return fault('role', `${name} needs role`);
  const [layout, mount] = [layoutIn(reader), text('mount')];
  const password = await passwordOf(reader, folder, io);
  const names = {
    common_name: text('common_name'),
    alt_names: texts('alt_names'),
    ip_sans: texts('ip_sans'),
    uri_sans: texts('uri_sans'),
    other_sans: texts('other_sans'),
  };
  const input = {
    ...names,
    name: role,
    ...(mount === undefined ? {} : { mount }),
    ttl: text('ttl'),
    layout,
    'store-password-from': password,
    'new-key': text('new_key'),
    'reuse-key': is('reuse_key'),
    'change-names': nameFlags.some((key) => names[key] !== undefined),
  };
  const newKey = text('new_key');
  if (newKey !== undefined && newKeyNamed(newKey) === undefined)
    fault('new_key', 'new_key: expected ec:256, ec:384, ed25519 or rsa:2048 to rsa:4096');
  if (newKey !== undefined && is('reuse_key') === true)
    fault('new_key', 'new_key and reuse_key cannot be given together');
  if (layout !== undefined) checked('layout', () => storePasswordOf(input, layout));
  const access = await accessOf({ owner: text('owner'), group: text('group'), mode: text('mode') });
  if (typeof access === 'string') fault('owner', access);
  const [served, exec] = [text('served'), texts('exec')];
  if (served !== undefined && !isServerUrl(served))
    fault('served', 'served: expected a URL such as https://host:8443');
  else if (served !== undefined) checked('served', () => tlsServer(served));
  if (exec !== undefined) {
    await checkProgram(exec, 'exec', io).catch((error: unknown) => {
      if (!(error instanceof TrivetError)) throw error;
      fault('exec', error.message);
    });
  }
  const trust = text('trust');
  return {
    name,
    folder: resolve(folder, name),
    input,
    mount,
    caMounts: texts('ca_mounts') ?? [],
    before: checked('before', () => beforeOf(text('before') ?? '1/3')) ?? { part: 1 / 3 },
    access: typeof access === 'string' ? undefined : access,
    exec,
    served,
    serverName: text('server_name'),
    trust: trust === undefined ? undefined : resolve(folder, trust),
    settle: settleIn(reader),
  };
};

const merged = (defaults: Given, given: Given): Given => new Map([...defaults, ...given]);

const itemsOf = (
  document: Located,
  say: Say,
): { readonly defaults: Given; readonly items: readonly Located[] } => {
  let [defaults, items]: [Given, readonly Located[]] = [new Map(), []];
  if (document.kind !== 'map') say(document.place, 'expected endpoints: a list');
  for (const { key, place, node } of document.kind === 'map' ? document.entries : []) {
    if (key === 'defaults') defaults = givenIn(node, say);
    else if (key !== 'endpoints')
      say(place, `"${key}" is not a key here: the keys are defaults and endpoints`);
    else if (node.kind === 'list') ({ items } = node);
    else say(node.place, 'endpoints: expected a list');
  }
  return { defaults, items };
};

const refuse = (file: string, faults: readonly Fault[]): TrivetError => {
  const lines = faults
    .slice(0, 10)
    .map(({ place: { line, column }, text }) => `${file}:${line}:${column}: ${text}`);
  const more = faults.length > lines.length ? [`and ${faults.length - lines.length} more`] : [];
  return localError([...lines, ...more].join('\n'));
};

/** @throws TrivetError local, with every fault and its place */
export const readFleet = async (file: string, io: Io): Promise<readonly FleetEndpoint[]> => {
  const { text, folder } = await readTrusted(file, io);
  const { documents, faults: broken } = readYaml(text);
  const faults: Fault[] = [...broken];
  const say: Say = (place, message) => {
    faults.push({ place, text: message });
  };
  const [document, second] = documents;
  if (second !== undefined) say(second.place, 'only one document is expected');
  if (document === undefined) {
    if (faults.length === 0) say(startOf, 'the file is empty');
    throw refuse(file, faults);
  }
  const { defaults, items } = itemsOf(document, say);
  const endpoints: FleetEndpoint[] = [];
  const folders = new Map<string, FleetEndpoint>();
  for (const item of items) {
    const reader = readerOf(merged(defaults, givenIn(item, say)), item.place, say);
    const endpoint = await endpointOf(reader, folder, io);
    if (endpoint === undefined) continue;
    // Two paths may lead to one folder.
    const real = realPath(endpoint.folder);
    const [same, name] = [folders.get(real), endpoint.name];
    if (same !== undefined)
      say(
        item.place,
        same.folder === endpoint.folder
          ? `${name} is listed twice`
          : `${name} is the folder ${same.name}, which is listed, too`,
      );
    folders.set(real, endpoint);
    endpoints.push(endpoint);
  }
  if (faults.length === 0 && endpoints.length === 0) say(document.place, 'there is no endpoint');
  if (faults.length > 0) throw refuse(file, faults);
  return endpoints;
};
