import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { wrappedPath } from '../../lease/wrapped-path.ts';
import { at, textAt } from '../../../documents/json/json.ts';
import { hasTerminal } from '../../../system/may-ask.ts';
import { readText } from '../../../system/read-file.ts';
import type { Desk, LoginFlags } from './desk.ts';
import { askFor, send } from './desk.ts';
import { hasGithubIdentity, githubIdentity } from './github.ts';
import type { Answers, Ask, LoginMethod } from '../../../services/login-method.ts';
import { refusedLogin } from './refused.ts';

interface Question {
  readonly flag: keyof LoginFlags;
  readonly what: string;
  readonly hidden: boolean;
  readonly instead: string;
}

const sources = 'env:NAME, file:PATH or -';

const questions: Readonly<Record<Ask, Question>> = {
  username: { flag: 'username', what: 'User name', hidden: false, instead: '--username NAME' },
  password: {
    flag: 'password-from',
    what: 'Password',
    hidden: true,
    instead: `--password-from with ${sources}`,
  },
  'role-id': { flag: 'role-id', what: 'Role ID', hidden: false, instead: '--role-id ID' },
  'secret-id': {
    flag: 'secret-id-from',
    what: 'Secret ID',
    hidden: true,
    instead: `--secret-id-from with ${sources}`,
  },
  jwt: { flag: 'jwt-from', what: 'Signed identity', hidden: true, instead: `--jwt-from with ${sources}` },
  role: { flag: 'role', what: 'Role', hidden: false, instead: '--role NAME' },
};

export const isImplied = ({ asks }: LoginMethod, flags: LoginFlags): boolean =>
  asks.some((ask) => flags[questions[ask].flag] !== undefined);

const given = (flags: LoginFlags, ask: Ask): string | undefined => {
  const value = flags[questions[ask].flag];
  return typeof value === 'string' ? value : undefined;
};

const platformIdentity = async (desk: Desk, { jwtFile }: LoginMethod): Promise<string | undefined> => {
  const { session, flags } = desk;
  if (hasGithubIdentity(session.io.env) && jwtFile === undefined) return githubIdentity(desk);
  if (flags.method === 'github') {
    throw localError(
      'the job has no identity of GitHub: its two variables are not set',
      'Give the job the permission id-token: write.',
    );
  }
  if (jwtFile === undefined) return undefined;
  return (await readText(jwtFile, session.io)).trim();
};

/** The wrapping token works once: after a refusal somebody else may have the secret ID. */
const opened = {
  name: 'wrapped secret ID',
  hint: 'It has expired or was already opened. If you did not open it, someone else might have: report that.',
};

/** Whether the path is for a secret ID of the method, in its namespace or in one above. */
const isOfMethod = (path: string, place: string): boolean => {
  const end = /(?:^|\/)auth\/(.+)\/role\/[^/]+\/(?:custom-)?secret-id$/.exec(path);
  return end?.[1] === place;
};

/** @throws TrivetError before the token is used, if another request than that for a secret ID made it */
const refuseStranger = async ({ session, server }: Desk, token: string, place: string): Promise<void> => {
  const path = await wrappedPath(session, token, server.endpoint);
  if (path === undefined || isOfMethod(path, place)) return;
  const what = `the wrapping token was made by ${path}, not by a request for a secret ID of ${place}`;
  if (!session.globals.validate) {
    session.reporter.warn(what);
    return;
  }
  throw new TrivetError('strange-wrapping', Exit.refused, what, {
    effect: 'not-sent',
    hint: 'Whoever opened the secret ID may have wrapped it again: report that, and get a new one. If it is meant so, use --no-validate.',
  });
};

/** The wrapping token works once. */
const unwrapped = async (desk: Desk, token: string, place: string): Promise<string> => {
  const { unwrap } = desk.login;
  if (unwrap === undefined) throw usageError(`${desk.service} has no wrapped secret IDs`);
  await refuseStranger(desk, token, place);
  const reply = await send(desk, unwrap, { token }).catch((error: unknown) => {
    throw refusedLogin(error, desk, opened);
  });
  const secret = textAt(at(reply, 'data'), 'secret_id');
  if (secret === undefined) {
    throw localError(
      'the wrapping token held no secret ID',
      'It is used up now. Someone may have exchanged it: tell whoever gave it to you.',
    );
  }
  return secret;
};

const needed = async (desk: Desk, method: LoginMethod, ask: Ask): Promise<string> => {
  const question = questions[ask];
  const found =
    given(desk.flags, ask) ??
    (ask === 'jwt' ? await platformIdentity(desk, method) : undefined) ??
    (await askFor(desk, question.what, question));
  if (found === undefined) throw usageError(`no ${question.what.toLowerCase()} was given`);
  return found;
};

export const answersFor = async (desk: Desk, method: LoginMethod, place: string): Promise<Answers> => {
  const answers: Partial<Record<Ask, string>> = {};
  for (const ask of method.asks) answers[ask] = await needed(desk, method, ask);
  for (const ask of method.may ?? []) {
    const { hidden, what } = questions[ask];
    const value =
      given(desk.flags, ask) ??
      (hidden && hasTerminal(desk.session.io, desk.session.globals)
        ? await askFor(desk, `${what} (empty if there is none)`, questions[ask])
        : undefined);
    if (value !== undefined) answers[ask] = value;
  }
  const secret = answers['secret-id'];
  if (desk.flags.wrapped === true) {
    if (secret === undefined)
      throw usageError('--wrapped is for the secret ID', 'Give --secret-id-from too.');
    answers['secret-id'] = await unwrapped(desk, secret, place);
  }
  desk.session.reporter.hide(
    method.asks
      .concat(method.may ?? [])
      .flatMap((ask) =>
        questions[ask].hidden && answers[ask] !== undefined
          ? [{ name: ask.toUpperCase(), value: answers[ask] }]
          : [],
      ),
  );
  return answers;
};
