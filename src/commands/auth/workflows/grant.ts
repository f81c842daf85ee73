import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { tokenFromText } from '../../../config/tokens/token-text.ts';
import { answersFor } from './answers.ts';
import type { LoginChoice } from './choose.ts';
import type { Desk } from './desk.ts';
import { askFor, refuseExposed, send } from './desk.ts';
import type { Further, Granted, LoginMethod } from '../../../services/login-method.ts';
import { refusedLogin } from './refused.ts';
import { grantInBrowser } from './in-browser.ts';
import { grantByDevice } from './by-device.ts';

const wrongPasscode = 'The passcode is wrong or was used already, or nobody confirmed the log-in in time.';

/** How often a passcode may be mistyped. */
const tries = 3;

const passcodesFor = async (desk: Desk, { proofs }: Further): Promise<Readonly<Record<string, string>>> => {
  const { flags, session } = desk;
  const codes: Record<string, string> = {};
  const wanted = proofs.filter(({ passcode }) => passcode);
  const given = flags['passcode-from'];
  if (given !== undefined && wanted.length > 1)
    throw usageError('the server requires several passcodes, and --passcode-from gives only one');
  if (wanted.length < proofs.length)
    session.reporter.note('the server waits until the log-in is confirmed on the other device');
  for (const { id, type } of wanted) {
    const code =
      given ??
      (await askFor(desk, `Passcode (${type})`, { hidden: true, instead: '--passcode-from with a source' }));
    if (code === undefined) throw usageError('no passcode was given');
    codes[id] = code;
  }
  session.reporter.hide(Object.values(codes).map((value) => ({ name: 'PASSCODE', value })));
  return codes;
};

/** The first request was sent and gave no session. */
const passcodesOrDenied = async (desk: Desk, further: Further): Promise<Readonly<Record<string, string>>> => {
  try {
    return await passcodesFor(desk, further);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit !== Exit.usage) throw error;
    throw error.with({ code: 'denied', exit: Exit.denied, details: { effect: 'unchanged' } });
  }
};

/** After a wrong passcode the log-in stays open. */
const proven = async (desk: Desk, further: Further, method: LoginMethod, left = tries): Promise<Json> => {
  const step = desk.login.further;
  if (step === undefined) throw new TypeError('no further step');
  const codes = await passcodesOrDenied(desk, further);
  try {
    return await send(desk, step.operation, {
      mfa_request_id: further.request,
      mfa_payload: step.body(further, codes),
    });
  } catch (error) {
    const wrong = error instanceof TrivetError && error.details.status === 403;
    if (!wrong || left <= 1 || desk.flags['passcode-from'] !== undefined)
      throw refusedLogin(error, desk, { ...method, hint: wrongPasscode });
    desk.session.reporter.warn('the server does not accept the passcode; wait for the next one');
    return proven(desk, further, method, left - 1);
  }
};

const exchanged = async (desk: Desk, { method, place }: Exclude<LoginChoice, 'token'>): Promise<Json> => {
  if (method.certificate === true && desk.server.endpoint.tls.cert === undefined) {
    throw usageError(
      'there is no client certificate for this address',
      `Name it: trivet profile set NAME --${desk.service}-client-cert FILE --${desk.service}-client-key FILE`,
    );
  }
  refuseExposed(desk);
  if ('browser' in method) return grantInBrowser(desk, method, place);
  if ('device' in method) return grantByDevice(desk, method, place);
  const answers = await answersFor(desk, method, place);
  try {
    return await send(desk, method.exchange, method.input(place, answers));
  } catch (error) {
    throw refusedLogin(error, desk, method);
  }
};

const plain = (text: string | undefined): string | undefined =>
  text !== undefined && text !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? text : undefined;

const checkedToken = ({ token }: Granted, { service }: Desk): void => {
  try {
    tokenFromText(token, `the ${service} server`);
  } catch (error) {
    throw new TrivetError(
      'not-the-api',
      Exit.unreachable,
      `the ${service} server sent a token that no request can contain`,
      { effect: 'unchanged', hint: 'Nothing was stored.', cause: error },
    );
  }
};

/** Checks that the names can be shown and that the end is a time. */
const sound = (granted: Granted, desk: Desk): Granted => {
  checkedToken(granted, desk);
  const { user, expires } = granted;
  const isTime = expires === undefined || Number.isFinite(Date.parse(expires));
  if (!isTime) desk.session.reporter.warn('the server reported an end of the session that is not a time');
  return { ...granted, user: plain(user), expires: isTime ? expires : undefined };
};

/** @throws TrivetError exit 4, if the server refuses the log-in */
export const grantBy = async (desk: Desk, choice: Exclude<LoginChoice, 'token'>): Promise<Granted> => {
  const { login, session, service } = desk;
  const reply = await exchanged(desk, choice);
  const further = login.further?.read(reply);
  const document = further === undefined ? reply : await proven(desk, further, choice.method);
  const granted = login.granted(document, session.io.now());
  if (granted !== undefined) {
    session.reporter.hide([{ name: 'TOKEN', value: granted.token }]);
    return sound(granted, desk);
  }
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the ${service} server accepted the log-in but sent no token`,
    {
      effect: 'unchanged',
      hint: 'Nothing was stored.',
    },
  );
};
