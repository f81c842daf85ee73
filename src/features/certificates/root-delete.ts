import type { Json } from '../../documents/json/json.ts';
import { at, isArray } from '../../documents/json/json.ts';
import { TrivetError } from '../../system/error.ts';
import { list } from '../../commands/pki/operations/cert.ts';
import { plural } from '../../output/text/plural.ts';
import { readRows } from '../../run/lists/list.ts';
import type { Session } from '../../run/session/session.ts';
import { singleWith } from '../../run/single/single.ts';
import { certificateWords } from '../../commands/pki/revocation-words.ts';
import { existingCa, mountOf } from './existing-ca.ts';
import { issuersOf } from './mount-issuers.ts';

const storedCertificates = async (session: Session, mount: string): Promise<number | undefined> => {
  try {
    return (await readRows(session, list, { mount })).length;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** The IDs, by any product, since some have no such list; undefined if the token may not read them. */
const idsIn = async (
  session: Session,
  mount: string,
  what: 'issuers' | 'keys',
): Promise<readonly string[] | undefined> => {
  const path = `/${mount.split('/').map(encodeURIComponent).join('/')}/${what}`;
  try {
    const { document } = await session.probe('secrets', path, { withToken: true, query: [['list', 'true']] });
    const keys = at(document, 'data', 'keys');
    return isArray(keys) ? keys.map(String).toSorted() : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

interface Doomed {
  readonly ca: string | undefined;
  /** The issuers in words: `old: CN=Old, expires 2030-01-01T00:00:00Z`. */
  readonly issuers: readonly string[];
  readonly unread: string | undefined;
  readonly issuerIds: readonly string[] | undefined;
  readonly keyIds: readonly string[] | undefined;
}

const doomedIn = async (session: Session, mount: string): Promise<Doomed> => {
  const ca = await existingCa(session, mount);
  const [issuerIds, keyIds] = await Promise.all([
    idsIn(session, mount, 'issuers'),
    idsIn(session, mount, 'keys'),
  ]);
  const { known, isWhole, why = 'some could not be read' } = await issuersOf(session, mount);
  const issuers = known.map(({ certificate, references }) =>
    [references.at(-1), certificateWords(certificate)].filter(Boolean).join(': '),
  );
  return { ca, issuers: issuers.toSorted(), unread: isWhole ? undefined : why, issuerIds, keyIds };
};

const stateOf = ({ ca, issuers, issuerIds, keyIds }: Doomed): Json => ({
  ca: ca ?? null,
  issuers: issuerIds ?? issuers,
  keys: keyIds ?? null,
});

/** A request may wait for its certificate. */
const withoutCa = {
  question: 'This deletes every key of {mount}, also one whose certificate was not imported yet.',
};

export default singleWith({
  before: async ({ session, operation, spoken, options }) => {
    const mount = mountOf(spoken);
    const found = await doomedIn(session, mount);
    const { ca, issuers, issuerIds, keyIds, unread } = found;
    const count = await storedCertificates(session, mount);
    const { deletesEveryIssuer } = await session.product('secrets');
    const { reporter } = session;
    reporter.note(ca === undefined ? `${mount} has no CA` : `the CA of ${mount}: ${ca}`);
    const every = issuerIds?.length ?? issuers.length;
    if (deletesEveryIssuer === true || every > 1) {
      const keys = keyIds === undefined ? 'every key' : plural(keyIds.length, 'key');
      reporter.note(
        `this server deletes every issuer and every key of ${mount}: ${plural(every, 'issuer')} and ${keys}`,
      );
      if (every > 1 || ca === undefined) for (const issuer of issuers) reporter.note(`issuer ${issuer}`);
      if (every > issuers.length)
        reporter.warn(
          `not all issuers of ${mount} could be read${unread === undefined ? '' : `: ${unread}`}`,
        );
    }
    if (count !== undefined) {
      reporter.note(`${plural(count, 'stored certificate')} could no longer be revoked`);
    }
    const changes = {
      texts: [],
      state: stateOf(found),
      read: async () => stateOf(await doomedIn(session, mount)),
    };
    const risks = operation.risks ?? [];
    const isEmpty = ca === undefined && every === 0;
    return {
      options: {
        ...options,
        changes,
        ...(isEmpty ? { risks: risks.map((risk) => ({ ...risk, ...withoutCa })) } : {}),
      },
    };
  },
});
