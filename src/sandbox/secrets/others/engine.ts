/**
 * Minimal engines without commands in trivet, with paths like those of others (https://openbao.org/api-docs/secret/,
 * sections KV, Databases and SSH).
 */
import type { Json } from '../../contract.ts';
import { randomBytes } from '../../random.ts';
import { asText } from '../coerce.ts';
import type { Engine, EngineContext, EngineFactory, EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { reportTo } from '../report.ts';
import type { Handler, Routes } from '../routes.ts';
import { dispatch, keysReply, nothingThere } from '../routes.ts';

type Stored = Readonly<Record<string, Json>>;

const randomText = (): string => randomBytes(15).toString('hex');

class Shelf {
  private readonly stored = new Map<string, Stored>();
  private readonly context: EngineContext;
  private readonly noun: string;

  constructor(context: EngineContext, noun: string) {
    this.context = context;
    this.noun = noun;
  }

  report({ method, path }: EngineRequest): Report {
    return reportTo(this.context.effects, { method, path });
  }

  read(path: string): Stored {
    const found = this.stored.get(path);
    if (found === undefined) throw nothingThere();
    return found;
  }

  write(request: EngineRequest, path: string, value: Stored): void {
    this.report(request)(`${this.noun}.${this.stored.has(path) ? 'overwritten' : 'written'} ${path}`);
    this.stored.set(path, value);
  }

  remove(request: EngineRequest, path: string): void {
    if (this.stored.delete(path)) this.report(request)(`${this.noun}.deleted ${path}`);
  }

  names(folder: string): EngineReply {
    const start = folder === '' ? '' : `${folder}/`;
    const below = [...this.stored.keys()].filter((path) => path.startsWith(start));
    return keysReply(below.map((path) => path.slice(start.length).replace(/\/.*/u, '/')));
  }

  routes(pattern: string, name: string, refuse?: (value: Stored) => void): Routes {
    return {
      [pattern]: {
        GET: ({ param }) => ({ data: this.read(param(name)) }),
        POST: ({ request, param }) => {
          refuse?.(request.input);
          this.write(request, param(name), request.input);
          return {};
        },
        DELETE: ({ request, param }) => {
          this.remove(request, param(name));
          return {};
        },
        LIST: ({ param }) => this.names(param(name)),
      },
    };
  }
}

const engineOf = (routes: Routes, state: object): Engine => ({
  routes,
  state,
  handle: (request) => dispatch(routes, request),
});

const requires =
  (...names: readonly string[]) =>
  (value: Stored): void => {
    const missing = names.find((name) => value[name] === undefined);
    if (missing !== undefined) throw new EngineError(400, `missing ${missing}`);
  };

const createStore: EngineFactory = (context) => {
  const values = new Shelf(context, 'value');
  return engineOf(values.routes('*path', 'path'), values);
};

const createVersions: EngineFactory = (context) => {
  const values = new Shelf(context, 'value');
  const write: Handler = ({ request, param }) => {
    const { data } = request.input;
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw new EngineError(400, 'no data provided');
    values.write(request, param('path'), data as Stored);
    return { data: { version: 1, destroyed: false, deletion_time: '' } };
  };
  return engineOf(
    {
      'data/*path': {
        GET: ({ param }) => ({ data: { data: values.read(param('path')), metadata: { version: 1 } } }),
        POST: write,
        DELETE: ({ request, param }) => {
          values.remove(request, param('path'));
          return {};
        },
      },
      'metadata/*path': { LIST: ({ param }) => values.names(param('path')) },
    },
    values,
  );
};

/** A GET of a role's credentials makes an account. */
const createDatabase: EngineFactory = (context) => {
  const roles = new Shelf(context, 'database-role');
  const connections = new Shelf(context, 'connection');
  const make: Handler = ({ request, param }) => {
    roles.read(param('name'));
    const username = `v-${param('name')}-${randomText()}`;
    const report = roles.report(request);
    report(`account.created ${username}`);
    const path = `${context.mount}/creds/${param('name')}`;
    const end = (): void => report(`account.deleted ${username}`);
    const lease = context.leases.create({ path, seconds: 3600, renewable: true, maximum: 86_400, end });
    return { data: { username, password: randomText() }, lease };
  };
  return engineOf(
    {
      roles: { LIST: () => roles.names('') },
      ...roles.routes('roles/:name', 'name', requires('db_name')),
      ...connections.routes('config/:name', 'name', requires('plugin_name')),
      'creds/:name': { GET: make },
    },
    { roles, connections },
  );
};

/** A POST to a role's credentials gives a password for one host. */
const createShell: EngineFactory = (context) => {
  const roles = new Shelf(context, 'ssh-role');
  const give: Handler = ({ request, param }) => {
    roles.read(param('name'));
    requires('ip')(request.input);
    const key = randomText();
    roles.report(request)(`password.given ${param('name')}`);
    return { data: { ip: asText(request.input, 'ip', ''), key, key_type: 'otp', port: 22 } };
  };
  return engineOf(
    {
      roles: { LIST: () => roles.names('') },
      ...roles.routes('roles/:name', 'name', requires('key_type')),
      'creds/:name': { POST: give },
    },
    roles,
  );
};

export const otherEngines = {
  kv: createStore,
  'kv-v2': createVersions,
  database: createDatabase,
  ssh: createShell,
} as const;
