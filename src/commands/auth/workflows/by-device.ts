/** A log-in without a browser on this machine: the person confirms it anywhere, and trivet asks the server meanwhile. */
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { randomHex } from '../../../system/random-hex.ts';
import { pause } from '../../../system/pause.ts';
import { safe } from '../../../output/text/safe.ts';
import { askingAt } from './asking.ts';
import type { Desk } from './desk.ts';
import { interrupted } from './in-browser.ts';
import type { Confirmed, DeviceMethod } from '../../../services/login-method.ts';
import { refusedLogin } from './refused.ts';

/** Milliseconds that a person has. */
const patience = 600_000;

const notConfirmed = ({ service }: Desk, limit: number): TrivetError =>
  new TrivetError(
    'deadline',
    Exit.deadline,
    `nobody confirmed the log-in to ${service} within ${limit / 1000} s`,
    {
      effect: 'unchanged',
      hint: 'Log in again, or give more time with --timeout.',
    },
  );

/** @throws TrivetError exit 124, if nobody confirms it in time */
const confirmed = async (desk: Desk, { interval, ask }: Confirmed): Promise<Json> => {
  const { signal, world, globals } = desk.session;
  const limit = globals.timeout ?? patience;
  const end = world.monotonic() + limit;
  let wait = interval * 1000;
  for (;;) {
    const left = end - world.monotonic();
    if (left <= 0) throw notConfirmed(desk, limit);
    await pause(Math.min(wait, left), signal);
    if (signal.aborted) throw interrupted();
    const answer = await ask();
    if (answer === 'too-fast') wait *= 2;
    else if (answer !== 'pending') return answer.reply;
  }
};

/** Returns the reply of the server with the token. */
export const grantByDevice = async (desk: Desk, method: DeviceMethod, place: string): Promise<Json> => {
  const { session, service, flags } = desk;
  try {
    const begun = await method.device(askingAt(desk), { place, role: flags.role, random: randomHex });
    session.reporter.hide(begun.secrets.map((value) => ({ name: 'NONCE', value })));
    const code = begun.code === undefined ? '' : ` and type the code ${safe(begun.code)}`;
    session.reporter.note(
      `to log in to ${service}, open this address in a browser on any machine${code}: ${safe(begun.address)}`,
    );
    return await confirmed(desk, begun);
  } catch (error) {
    throw refusedLogin(error, desk, method);
  }
};
