import type { Input } from '../coerce.ts';
import type { Engine, EngineContext, EngineFactory, EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { reportTo, unreported } from '../report.ts';
import type { Call, Routes } from '../routes.ts';
import { dispatch, keysReply, nothingThere, unsupportedPath, wrapped } from '../routes.ts';
import { generateCredentials } from './credentials.ts';
import { DEMO_LEASE, DEMO_ROLES, DEMO_ROOT, DEMO_STATIC_ROLES } from './demo.ts';
import type { LeaseSettings } from './lease-settings.ts';
import { DEFAULT_LEASE, parseLeaseSettings, viewLeaseSettings } from './lease-settings.ts';
import { LEGACY_WARNING, parseLegacyRole } from './legacy-role.ts';
import { Provider, ProviderError, SERVICE_USER } from './provider.ts';
import type { Role } from './role.ts';
import { earlierRole, EMPTY_ROLE, isEarlier, mergeRole, viewRole } from './role.ts';
import { validateRole } from './role-rules.ts';
import type { RootConfiguration } from './root.ts';
import { parseRoot, requireCredentials, viewRoot } from './root.ts';
import { StaticRoles } from './static-roles.ts';

const NAME = /^[\w+=,.@-]+$/;

function view(data: EngineReply['data']): EngineReply {
  if (data === undefined) throw nothingThere();
  return { data };
}

class CloudEngine implements Engine {
  private readonly context: EngineContext;
  private readonly provider = new Provider();
  private readonly roles = new Map<string, Role>();
  private readonly staticRoles: StaticRoles;
  readonly routes: Routes;
  private root: RootConfiguration | undefined;
  private lease: LeaseSettings | undefined;

  constructor(context: EngineContext) {
    this.context = context;
    this.staticRoles = new StaticRoles({
      clock: context.clock,
      provider: this.provider,
      authorize: () => requireCredentials(this.root, this.provider),
      scheduledReport: (name) =>
        reportTo(context.effects, { method: 'CLOCK', path: `/v1/${context.mount}/static-roles/${name}` }),
    });
    this.routes = this.#endpoints();
    if (!context.empty) this.#fill();
  }

  handle(request: EngineRequest): EngineReply | Promise<EngineReply> {
    const name = request.segments[1];
    if (name !== undefined && !NAME.test(name)) throw unsupportedPath();
    return dispatch(this.routes, request);
  }

  close(): void {
    this.staticRoles.close();
  }

  #endpoints(): Routes {
    return {
      'config/root': {
        GET: () => view(this.root && viewRoot(this.root)),
        POST: ({ request }) => this.#writeRoot(request.input, this.#report(request)),
      },
      'config/rotate-root': { POST: ({ request }) => this.#rotateRoot(this.#report(request)) },
      'config/lease': {
        GET: () => view(this.lease && viewLeaseSettings(this.lease)),
        POST: ({ request }) => this.#writeLease(request.input, this.#report(request)),
      },
      roles: { LIST: () => keysReply(this.roles.keys()) },
      'roles/:name': {
        GET: ({ param }) => view(viewRole(this.#role(param('name')), this.context.product === undefined)),
        POST: ({ request, param }) =>
          request.inside === true && isEarlier(request.input)
            ? this.#adoptRole(param('name'), request.input)
            : this.#writeRole(param('name'), request.input, this.#report(request)),
        DELETE: ({ request, param }) => this.#deleteRole(param('name'), this.#report(request)),
      },
      // Both methods (POST has its parameters in the body).
      'creds/:name': {
        GET: (call) => this.#generate(call, 'creds'),
        POST: (call) => this.#generate(call, 'creds'),
      },
      'sts/:name': {
        GET: (call) => this.#generate(call, 'sts'),
        POST: (call) => this.#generate(call, 'sts'),
      },
      'static-roles': { LIST: () => keysReply(this.staticRoles.names()) },
      'static-roles/:name': {
        GET: ({ param }) => view(this.staticRoles.view(param('name'))),
        POST: ({ request, param }) => ({
          data: this.staticRoles.write(param('name'), request.input, this.#report(request)),
        }),
        DELETE: ({ request, param }) => {
          this.staticRoles.delete(param('name'), this.#report(request));
          return {};
        },
      },
      'static-creds/:name': { GET: ({ param }) => view(this.staticRoles.credentials(param('name'))) },
    };
  }

  #report(request: EngineRequest): Report {
    return reportTo(this.context.effects, request);
  }

  #writeRoot(input: Input, report: Report): EngineReply {
    const root = parseRoot(input);
    this.root = root;
    this.provider.adoptServiceKey(
      root.accessKey === '' ? undefined : { id: root.accessKey, secret: root.secretKey },
    );
    report('cloud-root.configured');
    return {};
  }

  /** The key must be the user's only one: the provider limits their number. */
  #rotateRoot(report: Report): EngineReply {
    const root = this.root;
    if (root === undefined) throw new EngineError(500, wrapped('no configuration found for config/root'));
    if (root.accessKey === '') {
      throw new EngineError(
        400,
        'Cannot call config/rotate-root when either access_key or secret_key is empty',
      );
    }
    try {
      requireCredentials(root, this.provider);
      const key = this.provider.createAccessKey(SERVICE_USER);
      this.provider.adoptServiceKey(key);
      this.root = { ...root, accessKey: key.id, secretKey: key.secret };
      report(`access-key.rotated ${SERVICE_USER} ${key.id}`);
      return { data: { access_key: key.id } };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw new EngineError(500, wrapped(`error calling CreateAccessKey: ${error.message}`));
    }
  }

  #writeLease(input: Input, report: Report): EngineReply {
    this.lease = parseLeaseSettings(input);
    report('cloud-lease.configured');
    return {};
  }

  #role(name: string): Role {
    const role = this.roles.get(name);
    if (role === undefined) throw nothingThere();
    return role;
  }

  #writeRole(name: string, input: Input, report: Report): EngineReply {
    const legacy = parseLegacyRole(input);
    if (legacy === undefined) {
      const before = this.roles.get(name);
      // A legacy role is replaced: its parameters do not mix with current ones.
      const role = mergeRole(before === undefined || before.legacy ? EMPTY_ROLE : before, input);
      validateRole(role, this.context.product === undefined);
      this.roles.set(name, role);
    } else {
      this.roles.set(name, legacy);
    }
    report(`cloud-role.written ${name}`);
    return legacy === undefined ? {} : { warnings: [LEGACY_WARNING] };
  }

  #adoptRole(name: string, input: Input): EngineReply {
    this.roles.set(name, earlierRole(input));
    return {};
  }

  #deleteRole(name: string, report: Report): EngineReply {
    if (this.context.product !== undefined && !this.roles.has(name)) return {};
    this.#role(name);
    this.roles.delete(name);
    report(`cloud-role.deleted ${name}`);
    return {};
  }

  #generate({ request, param }: Call, path: 'creds' | 'sts'): EngineReply {
    const roleName = param('name');
    const role = this.roles.get(roleName);
    if (role === undefined) throw new EngineError(400, `Role ${JSON.stringify(roleName)} not found`);
    const leasePath = `${request.mount}/${path}/${roleName}`;
    return generateCredentials({
      path,
      role,
      naming: {
        displayName: request.principal?.name ?? '',
        roleName,
        now: this.context.clock.now(),
      },
      input: request.input,
      root: this.root,
      leaseSettings: this.lease ?? DEFAULT_LEASE,
      provider: this.provider,
      leases: this.context.leases,
      leasePath,
      report: this.#report(request),
      reportEnd: reportTo(this.context.effects, { method: 'LEASE', path: `/v1/${leasePath}` }),
    });
  }

  #fill(): void {
    this.#writeRoot(DEMO_ROOT, unreported);
    this.#writeLease(DEMO_LEASE, unreported);
    for (const [name, role] of DEMO_ROLES) this.roles.set(name, role);
    for (const [name, input] of DEMO_STATIC_ROLES) this.staticRoles.write(name, input, unreported);
  }
}

export const createEngine: EngineFactory = (context) => new CloudEngine(context);
