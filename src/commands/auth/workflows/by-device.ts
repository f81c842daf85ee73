/** A person confirms the log-in anywhere, while trivet polls. */
import { limits } from '../../../system/limits.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { randomHex } from '../../../system/random-hex.ts';
import { Deadline } from '../../../system/deadline.ts';
import { until } from '../../../system/until.ts';
import type { Next } from '../../../system/until.ts';
import { safe } from '../../../output/text/safe.ts';
import { askingAt } from './asking.ts';
import type { Desk } from './desk.ts';
import { interrupted } from './in-browser.ts';
import type { Confirmed, DeviceMethod } from '../../../services/login-method.ts';
import { refusedLogin } from './refused.ts';

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

const confirmed = async (desk: Desk, { interval, ask }: Confirmed): Promise<Json> => {
  const { signal, io, globals } = desk.session;
  const deadline = new Deadline(globals.timeout ?? limits.deviceLogin, () => io.monotonic());
  let wait = interval * 1000;
  const ended = await until({
    read: ask,
    judge: (answer): Next<Json> => {
      if (answer === 'too-fast') wait *= 2;
      return typeof answer === 'string' ? { again: wait } : { done: answer.reply };
    },
    first: wait,
    deadline,
    signal,
  });
  if (ended.is === 'done') return ended.value;
  throw ended.is === 'late' ? notConfirmed(desk, deadline.limit) : interrupted();
};

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
