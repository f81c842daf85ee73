import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { usageError } from '../../../system/error.ts';
import { meantWord } from '../../../catalogue/aliases.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { generic, productNamed, serviceNames, serviceTraits } from '../../../catalogue/product.ts';
import type { SandboxInput, SandboxRole } from './started-sandbox.ts';
import { keepAuthority, sandboxEnvironment, startFor } from './started-sandbox.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { safe } from '../../../output/text/safe.ts';
import { writeSafely } from '../../../system/safe-file.ts';
import { loadState, prepareSave, saveState } from './state.ts';

type StartInput = SandboxInput &
  Readonly<{
    listen?: string | undefined;
    'allow-host'?: readonly string[] | undefined;
    'ca-out'?: string | undefined;
    token?: readonly string[] | undefined;
    save?: string | undefined;
  }>;

const roles: readonly SandboxRole[] = ['owner', 'operator', 'reviewer', 'reader', 'organization'];

interface NamedToken {
  readonly name: string;
  readonly token: string;
  readonly role: SandboxRole;
  readonly rights?: readonly string[];
}

/** A role, or rights joined by `+`, whose names the sandbox checks. Their holder can read the other services. */
const holderOf = (given: string): Pick<NamedToken, 'role' | 'rights'> => {
  const role = roles.find((one) => one === given);
  return role === undefined ? { role: 'reader', rights: given.split('+') } : { role };
};

/** Reads `NAME=TOKEN[:ROLE]`; `env:VARIABLE` in place of the token keeps it out of the process list. */
const tokenOf = (given: string, env: Readonly<Record<string, string | undefined>>): NamedToken => {
  const [, name, text = ''] = /^([A-Za-z0-9_.-]+)=(.+)$/s.exec(given) ?? [];
  // The text after the last colon is never a part of the token: a misspelt role must not make an owner.
  const [, variable, literal = '', holder = 'owner'] = /^(?:env:(\w+)|(.+?))(?::([^:]*))?$/s.exec(text) ?? [];
  const token = variable === undefined ? literal : (env[variable] ?? '');
  // The token is not repeated, since others may read the message.
  if (name === undefined)
    throw usageError('--token must be NAME=TOKEN, NAME=TOKEN:ROLE or NAME=TOKEN:RIGHT+RIGHT');
  if (!/^[\x21-\x7e]{8,512}$/.test(token)) {
    throw usageError(
      `the token of ${name} must have 8 to 512 characters, without spaces${variable === undefined ? '' : ` (variable ${variable})`}`,
    );
  }
  if (name === 'owner' && holder !== 'owner') throw usageError('the token called owner has every right');
  return { name, token, ...holderOf(holder) };
};

const addressOf = (listen: string): { readonly host?: string; readonly port?: number } => {
  if (isIP(listen) !== 0) return { host: listen };
  const [whole, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]*?))(?::?(\d{1,5}))?$/.exec(listen) ?? [];
  const host = bracketed ?? plain ?? '';
  if (whole === undefined || whole === '' || Number(port ?? 0) > 65_535) {
    throw usageError(`--listen must be HOST:PORT, not "${listen}"`);
  }
  return { ...(host === '' ? {} : { host }), ...(port === undefined ? {} : { port: Number(port) }) };
};

/** Adds the products of services for which none is named; `generic` stands for the documents in all of these. */
const productsFor = (named: readonly string[] = []): readonly string[] => {
  const all = named.flatMap((list) => list.split(',')).map((one) => meantWord('products', one.trim()));
  const isServed = (service: ServiceName): boolean =>
    all.some((one) => productNamed(service, one.replace(/[@+].*$/, '')) !== undefined);
  return all.includes(generic)
    ? all
    : [
        ...all,
        ...serviceNames.flatMap((one) => (isServed(one) ? [] : (serviceTraits[one].usualProduct ?? []))),
      ];
};

const run: Workflow<StartInput> = async ({ session, presenter, input }) => {
  const product = productsFor(input.product);
  const { env } = session.io;
  if (input.port !== undefined && input.listen !== undefined)
    throw usageError(
      '--port and --listen cannot be given together',
      'Give the port with --listen: HOST:PORT.',
    );
  const address = input.listen === undefined ? {} : addressOf(input.listen);
  const tokens = (input.token ?? []).map((given) => tokenOf(given, env));
  const noName = input['allow-host']?.find((host) => isIP(host) === 0 && !/^[\w.-]+$/.test(host));
  if (noName !== undefined)
    throw usageError(`--allow-host must be a name without a port, not "${safe(noName)}"`);
  const control = env['TRIVET_SANDBOX_CONTROL'];
  if (control !== undefined && control.length < 8) {
    throw usageError('TRIVET_SANDBOX_CONTROL must have at least 8 characters');
  }
  if (input.save !== undefined) {
    await prepareSave(input.save);
    if (input.state === undefined && input.empty !== true)
      session.reporter.note('the demo state is saved too; --empty leaves it out');
  }
  const sandbox = await startFor(
    { ...input, product, empty: input.empty === true || input.state !== undefined },
    { ...address, tokens, control, allowHosts: input['allow-host'] ?? [] },
  );
  const authority = await keepAuthority(sandbox);
  try {
    const caOut = input['ca-out'];
    if (caOut !== undefined) {
      if (sandbox.ca === undefined) throw usageError('--ca-out needs --tls');
      await writeSafely(caOut, Buffer.from(sandbox.ca), { mode: 0o644 });
    }
    const organization = env['TRIVET_ORGANIZATION'];
    if (input.state !== undefined) await loadState(sandbox, input.state, session, organization);
    const place = {
      role: 'owner',
      products: product,
      // The shell that uses the lines can be in another folder.
      caFile: caOut === undefined ? authority.caFile : resolve(caOut),
      client: authority.client,
      ...(input.state === undefined || organization === undefined ? {} : { organization }),
    } as const;
    const lines = Object.entries(sandboxEnvironment(sandbox, place)).map(
      ([name, value]) => `export ${name}=${value}\n`,
    );
    await presenter.write(lines.join(''));
    session.reporter.note(`serving on ${sandbox.origin}`);
    if (input.state === undefined) for (const line of await sandbox.guide()) session.reporter.note(line);
    session.reporter.note(
      input.save === undefined
        ? 'Ctrl-C stops the sandbox and deletes its data'
        : `Ctrl-C stops the sandbox and writes its state to ${input.save}`,
    );
    await new Promise<void>((done) => {
      if (session.signal.aborted) done();
      else session.signal.addEventListener('abort', () => done(), { once: true });
    });
    if (input.save !== undefined) await saveState(sandbox, input.save, session);
  } finally {
    await sandbox.close();
    await authority.remove();
  }
  return 0;
};

export default run;
