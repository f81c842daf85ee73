import { limits } from '../../../system/limits.ts';
import { within } from '../../../system/deadline.ts';
import { localError, Exit, TrivetError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { serverText } from '../../../catalogue/text/server-text.ts';
import type { Arrival, CallbackListener } from '../../../http/callback/listener.ts';
import { listenForCallback, PortsTaken } from '../../../http/callback/listener.ts';
import { randomHex } from '../../../system/random-hex.ts';
import { childEnvironment, leadsToService } from '../../../system/child/child-environment.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { tokenVariables } from '../../../config/tokens/token-variables.ts';
import type { Io } from '../../../system/io.ts';
import { askingAt } from './asking.ts';
import type { Desk } from './desk.ts';
import type { Begun, BrowserMethod, BrowserPlan } from '../../../services/login-method.ts';
import { refusedLogin } from './refused.ts';

const listen = async ({ flags }: Desk, { ports, path, anyPort }: BrowserPlan): Promise<CallbackListener> => {
  const chosen = flags['callback-port'];
  try {
    return await listenForCallback(chosen === undefined ? ports : [Number(chosen)], path);
  } catch (error) {
    if (!(error instanceof PortsTaken)) throw error;
    const [first, ...more] = error.ports;
    const which = more.length === 0 ? `port ${first} is` : `ports ${first} to ${more.at(-1)} are`;
    throw localError(
      `${which} in use on this machine, and the browser has to come back there`,
      anyPort === true
        ? 'Another log-in may be waiting. Choose another port: --callback-port PORT'
        : 'Another log-in may be waiting. Choose another port, whose address the server allows: --callback-port PORT',
    );
  }
};

const opener = ({ env, platform }: Io): readonly string[] | undefined => {
  const named = env['BROWSER'] ?? '';
  if (named !== '') return [named];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return (env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? '') === '' ? undefined : ['xdg-open'];
};

/** Opens an address of this machine, since others can read a program's arguments. */
const opened = async ({ session: { io } }: Desk, entrance: string): Promise<boolean> => {
  const [name = '', ...words] = opener(io) ?? [];
  if (name === '' || io.startProgram === undefined) return false;
  const isToken = tokenVariables(io);
  const env = childEnvironment(io.env, {}, (variable) => leadsToService(variable) || isToken(variable));
  try {
    return await io.startProgram([await findProgram(name, io), ...words, entrance], env);
  } catch (error) {
    if (error instanceof TrivetError) return false;
    throw error;
  }
};

const show = async (desk: Desk, listener: CallbackListener, { address }: Begun): Promise<void> => {
  const { session, service, flags } = desk;
  const page = new URL(address).host;
  const isOpen = flags.browser !== false && (await opened(desk, listener.entrance(address)));
  session.reporter.note(
    isOpen
      ? `the browser shows the log-in for ${service} at ${page}; waiting for it (--no-browser prints the address)`
      : `open this address in a browser on this machine, or with port ${listener.port} forwarded to it: ${address}`,
  );
};

const nothingCame = ({ service }: Desk, port: number, limit: number): TrivetError =>
  new TrivetError('deadline', Exit.deadline, `nobody logged in to ${service} within ${limit / 1000} s`, {
    effect: 'unchanged',
    hint:
      'If the page showed an error, the provider might not allow the redirect address ' +
      `http://localhost:${port}: that is set at the provider and in the role. Give more time with --timeout.`,
  });

export const interrupted = (): TrivetError =>
  new TrivetError('interrupted', Exit.unreachable, 'the log-in was interrupted', { effect: 'unchanged' });

/** @throws TrivetError exit 124, if nothing comes in time */
const waitFor = async (desk: Desk, listener: CallbackListener, state: string): Promise<Arrival> => {
  const { session } = desk;
  const limit = session.globals.timeout ?? limits.browserLogin;
  const arrival = await within(listener.arrival(state), limit, session.signal);
  if (arrival === 'late') throw nothingCame(desk, listener.port, limit);
  if (arrival === 'interrupted') throw interrupted();
  return arrival;
};

const refusedByProvider = ({ service }: Desk, params: URLSearchParams): TrivetError => {
  const said = ['error', 'error_description'].flatMap((name) => params.get(name) ?? []).join(': ');
  return new TrivetError('denied', Exit.denied, `the log-in to ${service} was refused in the browser`, {
    server: serverText(said === '' ? 'the provider sent no code' : said),
    effect: 'unchanged',
  });
};

const exchange = async (desk: Desk, begun: Begun, params: URLSearchParams): Promise<Json> => {
  const code = params.get('code') ?? '';
  if (params.has('error') || code === '') throw refusedByProvider(desk, params);
  desk.session.reporter.hide([{ name: 'CODE', value: code }]);
  return begun.finish(params);
};

const begin = async (desk: Desk, plan: BrowserPlan, port: number): Promise<Begun> => {
  const begun = await plan.begin(`http://localhost:${port}${plan.path}`);
  desk.session.reporter.hide(begun.secrets.map((value) => ({ name: 'NONCE', value })));
  if (begun.address !== '' && begun.state !== '') return begun;
  throw new TrivetError('denied', Exit.denied, `the ${desk.service} server gives no page for this log-in`, {
    effect: 'unchanged',
    hint: `Its role might not exist, or might not allow the redirect address http://localhost:${port}${plan.path}.`,
  });
};

export const grantInBrowser = async (desk: Desk, method: BrowserMethod, place: string): Promise<Json> => {
  const plan = await method.browser(askingAt(desk), { place, role: desk.flags.role, random: randomHex });
  const listener = await listen(desk, plan);
  let arrival: Arrival | undefined;
  try {
    const begun = await begin(desk, plan, listener.port);
    await show(desk, listener, begun);
    arrival = await waitFor(desk, listener, begun.state);
    const document = await exchange(desk, begun, arrival.params);
    await arrival.end({
      status: 200,
      title: 'Logged in',
      text: `The ${desk.service} service has accepted you. You can close this page and go back to the terminal.`,
    });
    return document;
  } catch (error) {
    const failed = refusedLogin(error, desk, method);
    await arrival?.end({
      status: 403,
      title: 'Not logged in',
      text: 'The terminal says why. You can close this page and begin again there.',
      quoted: failed instanceof TrivetError ? failed.details.server : undefined,
    });
    throw failed;
  } finally {
    await listener.close();
  }
};
