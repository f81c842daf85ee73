/** Clients refuse everything below a revoked CA, which the question must say. */
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import { safe } from '../../output/text/safe.ts';
import { plural } from '../../output/text/plural.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import type { Session } from '../../run/session/session.ts';
import { TrivetError } from '../../system/error.ts';
import { serialOf } from './serial.ts';
import { storedCertificate } from './stored-certificate.ts';

const width = 8;
const most = 1000;
const mostNames = 5;

interface Named {
  readonly address: string;
  readonly flags: Readonly<Record<string, string>>;
}

/** Undefined unless it is a CA; false if it cannot be read. */
const authorityIn = async (
  session: Session,
  { address, flags: { mount } }: Named,
): Promise<string | false | undefined> => {
  try {
    const { pem } = await storedCertificate(session, mount, serialOf(address));
    const certificate = firstCertificateIn(pem);
    if (certificate === undefined) return false;
    return certificate.values.basicConstraints?.ca === true ? certificate.subject.text || address : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return false;
    throw error;
  }
};

export const authoritiesAmong = async (
  session: Session,
  objects: readonly Named[],
): Promise<string | undefined> => {
  const looked = objects.slice(0, most);
  const found = await mapBounded(looked, width, (one) => authorityIn(session, one));
  const subjects = found.filter((one) => typeof one === 'string');
  const unread = found.filter((one) => one === false).length + objects.length - looked.length;
  const names = subjects.slice(0, mostNames).map((one) => safe(one));
  const more = subjects.length > names.length ? [`${subjects.length - names.length} more`] : [];
  const [is, them] = subjects.length === 1 ? ['is a CA', 'it'] : ['are CAs', 'them'];
  const words = [
    ...(subjects.length === 0
      ? []
      : [
          `${subjects.length} of them ${is} (${[...names, ...more].join('; ')}): clients refuse every certificate below ${them}, too.`,
        ]),
    ...(unread === 0 ? [] : [`${plural(unread, 'certificate')} could not be read: CAs may be among them.`]),
  ];
  return words.length === 0 ? undefined : words.join(' ');
};
