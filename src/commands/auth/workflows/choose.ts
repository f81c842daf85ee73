import { atMost, limits } from '../../../system/limits.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import { hasTerminal } from '../../../system/may-ask.ts';
import { safe } from '../../../output/text/safe.ts';
import type { Desk } from './desk.ts';
import { askFor } from './desk.ts';
import { askingAt } from './asking.ts';
import { isImplied } from './answers.ts';
import type { LoginMethod, Offer } from '../../../services/login-method.ts';

/** `token` means that the person already has one. */
export type LoginChoice = Pick<Offer, 'method' | 'place'> | 'token';

const offersOf = async (desk: Desk): Promise<readonly Offer[]> => {
  const timeout = atMost(limits.probe, desk.session.globals.timeout);
  return desk.login.offers?.(askingAt(desk, { timeout })) ?? [];
};

/** A server without methods may still take a token. */
const offersOrNone = async (desk: Desk): Promise<readonly Offer[]> => {
  try {
    return await offersOf(desk);
  } catch (error) {
    if (!(error instanceof TrivetError) || desk.session.signal.aborted) throw error;
    return [];
  }
};

const spoken = ({ service }: Desk, place: string): string =>
  `the ${service} server has no method ${safe(place)}`;

const usual = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ isDefault }) => isDefault) ?? (offers.length === 1 ? offers[0] : undefined);

/** The method by the server's name, else the default or only one of the kind. */
const byName = async (desk: Desk, kind: string): Promise<LoginChoice> => {
  const offers = await offersOf(desk);
  const exact = offers.find(({ place }) => place === kind);
  if (exact !== undefined) return exact;
  const known = kind === 'github' ? 'jwt' : kind;
  const found = usual(offers.filter(({ method }) => method.name === known));
  if (found !== undefined) return found;
  const names = offers.map(({ place }) => safe(place)).join(', ');
  throw new TrivetError('not-found', Exit.notFound, spoken(desk, kind), {
    hint:
      names === ''
        ? 'It offers no log-in that trivet knows; paste a token.'
        : `Name one: --method with ${names}.`,
    effect: 'unchanged',
  });
};

const kindNamed = ({ login, service }: Desk, name: string): LoginMethod => {
  const found = login.methods.find((method) => method.name === (name === 'github' ? 'jwt' : name));
  if (found !== undefined) return found;
  const names = [
    ...login.methods.map((method) => method.name),
    ...(login.methods.some((method) => method.name === 'jwt') ? ['github'] : []),
  ];
  throw usageError(
    `--method ${safe(name)} is not a method of the ${service} service`,
    `Use ${[...names, 'token'].join(', ')}.`,
  );
};

const wantedKind = ({ flags, login }: Desk): string | undefined =>
  flags.method ?? login.methods.find((method) => isImplied(method, flags))?.name;

const title = ({ method, place }: Offer): string => `${method.title}: ${safe(place)}`;

const picked = async (desk: Desk, offers: readonly Offer[]): Promise<LoginChoice> => {
  const all = [...offers].sort((one, two) => Number(two.isDefault) - Number(one.isDefault));
  const lines = [...all.map(title), 'a token that you have'];
  const list = lines.map((line, index) => `  ${index + 1}  ${line}\n`).join('');
  const address = desk.server.endpoint.baseUrl;
  const typed = await askFor(desk, `${address} offers:\n${list}Number of the method [1]`, {
    hidden: false,
    instead: '--method, or --token-file',
  });
  const number = typed === undefined ? 1 : Number(typed.trim());
  if (number === lines.length) return 'token';
  const found = Number.isInteger(number) ? all[number - 1] : undefined;
  if (found === undefined) throw usageError(`the number must be between 1 and ${lines.length}`);
  return found;
};

export const chooseMethod = async (desk: Desk): Promise<LoginChoice> => {
  const { session, flags, login } = desk;
  if (flags.method === 'token' || session.globals.tokenFile !== undefined) return 'token';
  const kind = wantedKind(desk);
  if (kind !== undefined) {
    if (login.named === true) return byName(desk, kind);
    const method = kindNamed(desk, kind);
    return { method, place: (flags.mount ?? method.place ?? method.name).replace(/\/$/, '') };
  }
  if (!hasTerminal(desk.session.io, desk.session.globals)) return 'token';
  const offers = await offersOrNone(desk);
  return offers.length === 0 ? 'token' : picked(desk, offers);
};
