/** The person's own token, which is checked before it is stored. */
import { quoted } from '../../../catalogue/text/server-text.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import { tokenFromBytes, tokenFromText } from '../../../config/tokens/token-text.ts';
import { hiddenPrompt } from '../../../output/prompt.ts';
import { readFileOrInput } from '../../../system/read-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { plural } from '../../../output/text/plural.ts';
import { askOwnToken, spentToken } from '../../../run/session/own-token.ts';
import type { Desk } from './desk.ts';

export const readToken = async ({ session, service, login, server }: Desk): Promise<string> => {
  const { tokenFile, noInput } = session.globals;
  if (tokenFile !== undefined) {
    return tokenFromBytes(await readFileOrInput(tokenFile, session.io), `--token-file ${tokenFile}`);
  }
  const page = login.tokenPage?.(server.endpoint.baseUrl);
  const where = page === undefined ? '' : ` (make one at ${page})`;
  const typed = noInput ? 'unavailable' : await hiddenPrompt(`Token for ${service}${where}: `, session.io);
  if (typed === 'unavailable') {
    throw usageError(
      'a token is required and cannot be asked for',
      'Give it as --token-file FILE, or --token-file - from a pipe; or log in with --method.',
    );
  }
  if (typed.value === undefined) throw usageError('no token was given');
  return tokenFromText(typed.value, 'the token that was typed');
};

/** Undefined if the token is accepted. @throws TrivetError exit 4, if refused */
export const checkToken = async (session: Session, at: Endpoint): Promise<string | undefined> => {
  const { service } = at;
  try {
    const { standing, text, uses, probe } = await askOwnToken(session, service, { at });
    const { status } = probe.response;
    if (uses === 0) throw spentToken(at).with({ details: { effect: 'unchanged' } });
    if (uses !== undefined) {
      const left = plural(uses, 'further request');
      session.reporter.note(`the server accepts the token for ${left}; this check was one request`);
    }
    if (standing === 'accepted') return undefined;
    if (standing === 'unclear') {
      return status < 300
        ? `${at.baseUrl} sent a success that is not the API's reply`
        : `the server replied with status ${status}${text && `: ${quoted(text)}`}`;
    }
    throw new TrivetError('unauthenticated', Exit.denied, `the ${service} server does not accept the token`, {
      hint: `The token was not stored. Check that it is one for ${at.baseUrl} and has not expired.`,
      server: text === '' ? undefined : text,
      status,
      effect: 'unchanged',
    });
  } catch (error) {
    const { aborted } = session.signal;
    if (!(error instanceof TrivetError) || error.code === 'unauthenticated' || aborted) throw error;
    return error.message;
  }
};
