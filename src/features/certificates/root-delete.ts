import { at, isArray } from '../../documents/json/json.ts';
import { TrivetError } from '../../system/error.ts';
import { list } from '../../commands/pki/operations/cert.ts';
import { plural } from '../../output/text/plural.ts';
import type { Session } from '../../run/session/session.ts';
import { singleWith } from '../../run/single/single.ts';
import { existingCa, mountOf } from './existing-ca.ts';

/** Undefined if the token may not list them. */
const storedCertificates = async (session: Session, mount: string): Promise<number | undefined> => {
  try {
    const keys = at((await session.lookUp(list, { mount })).document, 'data', 'keys');
    return isArray(keys) ? keys.length : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** A request may wait for its certificate. */
const withoutCa = {
  question: 'This deletes every key of {mount}, also one whose certificate was not imported yet.',
};

export default singleWith({
  before: async ({ session, operation, spoken, options }) => {
    const mount = mountOf(spoken);
    const ca = await existingCa(session, mount);
    const count = await storedCertificates(session, mount);
    const { deletesEveryIssuer } = await session.product('secrets');
    session.reporter.note(ca === undefined ? `${mount} has no CA` : `the CA of ${mount}: ${ca}`);
    if (deletesEveryIssuer === true)
      session.reporter.note(`this server deletes every issuer and every key of ${mount}`);
    if (count !== undefined) {
      session.reporter.note(`${plural(count, 'stored certificate')} could no longer be revoked`);
    }
    if (ca !== undefined) return undefined;
    return {
      options: { ...options, risks: (operation.risks ?? []).map((risk) => ({ ...risk, ...withoutCa })) },
    };
  },
});
