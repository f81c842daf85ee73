import type { Input } from '../coerce.ts';
import { asList, asText } from '../coerce.ts';
import type { Engine, EngineContext, EngineFactory, EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { reportTo, unreported } from '../report.ts';
import type { Call, Handler, Routes } from '../routes.ts';
import { dispatch, keysReply, nothingThere, wrapped } from '../routes.ts';
import { mergeConfiguration, viewConfiguration } from './configuration.ts';
import { Connection } from './connection.ts';
import { issueCredentials } from './credentials.ts';
import { DEMO_CONFIGURATION, DEMO_DYNAMIC_ROLES, DEMO_SETS, DEMO_STATIC_ROLES } from './demo.ts';
import { DirectoryError } from './directory.ts';
import { createDirectory } from './directory-entries.ts';
import type { DynamicRole } from './dynamic-role.ts';
import { mergeDynamicRole, viewDynamicRole } from './dynamic-role.ts';
import { keysUnder } from './hierarchy.ts';
import { Library } from './library.ts';
import { handleLibrary } from './library-routes.ts';
import { StaticRoles } from './static-roles.ts';

function spelled(handler: Handler): Handler {
  return (call) => {
    if (call.param('name') === '') throw new EngineError(405, wrapped('unsupported operation'));
    return handler(call);
  };
}

/** Names are lower case on most paths. */
function named(handler: Handler): Handler {
  return spelled((call) => handler({ ...call, param: (name) => call.param(name).toLowerCase() }));
}

class DirectoryEngine implements Engine {
  private readonly context: EngineContext;
  private readonly connection = new Connection(createDirectory());
  private readonly staticRoles: StaticRoles;
  private readonly dynamicRoles = new Map<string, DynamicRole>();
  private readonly library: Library;
  readonly routes: Routes;

  constructor(context: EngineContext) {
    this.context = context;
    const connection = this.connection;
    this.staticRoles = new StaticRoles({
      clock: context.clock,
      connection,
      isLent: (username) => this.library.lends(username),
      scheduledReport: (name) =>
        reportTo(context.effects, { method: 'CLOCK', path: `/v1/${context.mount}/static-role/${name}` }),
    });
    this.library = new Library({
      connection,
      leases: context.leases,
      isRotated: (username) => this.staticRoles.manages(username),
    });
    this.routes = this.#endpoints();
    if (!context.empty) this.#fill();
  }

  async handle(request: EngineRequest): Promise<EngineReply> {
    try {
      return await dispatch(this.routes, request);
    } catch (error) {
      if (error instanceof DirectoryError) throw new EngineError(500, wrapped(error.message));
      throw error;
    }
  }

  close(): void {
    this.staticRoles.close();
  }

  #endpoints(): Routes {
    const list = (names: () => Iterable<string>): Handler => {
      return ({ param }) => keysReply(keysUnder(names(), param('name')));
    };
    const listStaticRoles = list(() => this.staticRoles.names());
    return {
      config: {
        GET: () => this.#readConfiguration(),
        POST: ({ request }) => {
          const reply = this.#writeConfiguration(request.input, this.#report(request));
          if (request.inside === true) this.connection.adoptBind();
          return reply;
        },
        DELETE: ({ request }) => this.#deleteConfiguration(this.#report(request)),
      },
      'rotate-root': { POST: ({ request }) => this.#rotateRoot(this.#report(request)) },
      'static-role/*name': {
        // Without a name, GET is a LIST (section 4.4).
        GET: (call) =>
          call.param('name') === ''
            ? listStaticRoles(call)
            : { data: this.staticRoles.view(call.param('name').toLowerCase()) },
        LIST: listStaticRoles,
        POST: named(({ request, param }) => {
          this.#adoptAccounts(request, [asText(request.input, 'username', '')]);
          this.staticRoles.write(param('name'), request.input, this.#report(request));
          return {};
        }),
        DELETE: named(({ request, param }) => {
          this.staticRoles.delete(param('name'), this.#report(request));
          return {};
        }),
      },
      'static-cred/*name': {
        GET: named(({ param }) => ({ data: this.staticRoles.credentials(param('name')) })),
      },
      'rotate-role/*name': {
        POST: spelled(({ request, param }) => {
          this.staticRoles.rotate(param('name'), this.#report(request));
          return {};
        }),
      },
      'role/*name': {
        GET: named(({ param }) => ({ data: viewDynamicRole(this.#dynamicRole(param('name'))) })),
        LIST: list(() => this.dynamicRoles.keys()),
        // As spelled: a role with capitals is listed, but no path finds it.
        POST: spelled(({ request, param }) =>
          this.#writeDynamicRole(param('name'), request.input, this.#report(request)),
        ),
        DELETE: named(({ request, param }) => this.#deleteDynamicRole(param('name'), this.#report(request))),
      },
      'creds/*name': { GET: named((call) => this.#issue(call)) },
      'library/*name': this.#libraryRoutes(),
    };
  }

  #libraryRoutes(): Routes[string] {
    const handler: Handler = ({ request }) => {
      this.#adoptAccounts(request, asList(request.input, 'service_account_names', []));
      return handleLibrary(
        {
          library: this.library,
          request,
          report: this.#report(request),
          reportFor: (cause) => reportTo(this.context.effects, cause),
        },
        request.segments.slice(1),
      );
    };
    return { GET: handler, LIST: handler, POST: handler, DELETE: handler };
  }

  #report(request: EngineRequest): Report {
    return reportTo(this.context.effects, request);
  }

  #adoptAccounts({ inside, input }: EngineRequest, names: readonly string[]): void {
    if (inside !== true || this.connection.configuration === undefined) return;
    for (const name of names) this.connection.adoptAccount(name, asText(input, 'dn', ''));
  }

  #readConfiguration(): EngineReply {
    const { configuration } = this.connection;
    if (configuration === undefined) throw nothingThere();
    return { data: viewConfiguration(configuration) };
  }

  #writeConfiguration(input: Input, report: Report): EngineReply {
    this.connection.configuration = mergeConfiguration(this.connection.configuration, input);
    report('directory.configured');
    return {};
  }

  #deleteConfiguration(report: Report): EngineReply {
    if (this.connection.configuration !== undefined) report('directory.unconfigured');
    this.connection.configuration = undefined;
    return {};
  }

  #rotateRoot(report: Report): EngineReply {
    const configuration = this.connection.require();
    const bindPassword = this.connection.newPassword();
    const { dn } = this.connection.bind();
    this.connection.changePassword(dn, bindPassword);
    this.connection.configuration = {
      ...configuration,
      bindPassword,
      lastBindRotation: this.context.clock.now(),
    };
    report(`bind-password.rotated ${dn}`);
    return {};
  }

  #dynamicRole(name: string): DynamicRole {
    const role = this.dynamicRoles.get(name);
    if (role === undefined) throw nothingThere();
    return role;
  }

  #writeDynamicRole(name: string, input: Input, report: Report): EngineReply {
    this.dynamicRoles.set(name, mergeDynamicRole(this.dynamicRoles.get(name), input));
    report(`dynamic-role.written ${name}`);
    return {};
  }

  #deleteDynamicRole(name: string, report: Report): EngineReply {
    if (this.dynamicRoles.delete(name)) report(`dynamic-role.deleted ${name}`);
    return {};
  }

  #issue({ request, param }: Call): EngineReply {
    const name = param('name');
    const leasePath = `${request.mount}/creds/${name}`;
    return issueCredentials({
      name,
      role: this.#dynamicRole(name),
      displayName: request.principal?.name ?? '',
      clock: this.context.clock,
      connection: this.connection,
      leases: this.context.leases,
      leasePath,
      roleExists: () => this.dynamicRoles.has(name),
      report: this.#report(request),
      reportEnd: reportTo(this.context.effects, { method: 'LEASE', path: `/v1/${leasePath}` }),
    });
  }

  #fill(): void {
    this.#writeConfiguration(DEMO_CONFIGURATION, unreported);
    for (const [name, input] of DEMO_STATIC_ROLES) this.staticRoles.write(name, input, unreported);
    for (const [name, input] of DEMO_DYNAMIC_ROLES) this.#writeDynamicRole(name, input, unreported);
    for (const [name, input] of DEMO_SETS) this.library.write(name, input, unreported);
  }
}

export const createEngine: EngineFactory = (context) => new DirectoryEngine(context);
