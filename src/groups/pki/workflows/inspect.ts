/** `pki inspect`: certificates of a file, of the mount by serial number, or of a TLS server. */
import { stat } from 'node:fs/promises';
import { TransportError } from '../../../net/http.ts';
import { proxyFor } from '../../../net/connection/proxy.ts';
import { Exit, localError, TrivetError, usageError } from '../../../model/error.ts';
import { isObject, own, textAt } from '../../../model/json/json.ts';
import { show } from '../operations/cert.ts';
import { describePem } from '../../../documents/certificate.ts';
import { painter } from '../../../screen/color.ts';
import { isForPeople } from '../../../screen/formats/options.ts';
import { pemOf } from '../../../documents/pem.ts';
import type { Certificate } from '../../../documents/x509.ts';
import { readCertificate } from '../../../documents/x509.ts';
import { rfc3339 } from '../../../screen/text/time.ts';
import { readFileOrInput, spokenFile } from '../../../world/read-file.ts';
import type { Session } from '../../../engine/session/session.ts';
import { ownView } from '../../../workflows/own-view.ts';
import type { Workflow } from '../../../workflows/workflow.ts';
import { certificatesIn, inspected } from './verify/certificate-item.ts';
import { serialOf } from './serial.ts';

interface Found {
  readonly certificates: readonly Certificate[];
  /** Time of revocation of the first certificate, in milliseconds. */
  readonly revoked?: number | undefined;
}

/** What else is wrong with TLS is of no interest here: nothing is verified. */
const noTls = 'Check the port: a plain HTTP server, or one that uses STARTTLS, shows no certificates.';

/** Milliseconds for connection and handshake. */
const patience = 10_000;

const ofServer = async (text: string, session: Session): Promise<Found> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '')
    throw usageError(`"${text}" is not a URL such as https://host:8443`);
  const choice = proxyFor(url.origin, session.world.env);
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, { hint: choice.hint });
  }
  const { shownCertificates } = await import('../../../net/connection/shown-certificates.ts');
  const busy = session.reporter.busy(`Connecting to ${url.host}`);
  const target = {
    origin: url.origin,
    basePath: '',
    tls: {},
    proxy: choice.kind === 'proxy' ? choice.url : undefined,
  };
  try {
    const shown = await shownCertificates(target, session.globals.timeout ?? patience);
    return { certificates: shown.map((der) => readCertificate(der)) };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new TrivetError('unreachable', Exit.unreachable, error.message, {
      hint: error.fault === 'tls' ? noTls : error.hint,
      cause: error,
    });
  } finally {
    busy.end();
  }
};

const ofMount = async (serial: string, mount: string | undefined, session: Session): Promise<Found> => {
  const { document } = await session.lookUp(show, { serial, ...(mount === undefined ? {} : { mount }) });
  const data = own(document, 'data');
  const certificates = certificatesIn(Buffer.from(textAt(data, 'certificate') ?? ''));
  const revoked = isObject(data) ? data['revocation_time'] : undefined;
  return {
    certificates: whole(certificates, `certificate ${serial}`),
    revoked: typeof revoked === 'number' && revoked > 0 ? revoked * 1000 : undefined,
  };
};

const whole = (found: readonly (Certificate | undefined)[], what: string): readonly Certificate[] => {
  if (found.length === 0) throw localError(`${what} contains no certificate`);
  return found.map((one, index) => {
    if (one === undefined) throw localError(`the certificate number ${index + 1} of ${what} cannot be read`);
    return one;
  });
};

/** Hex octets with any separators; such a word is a file name only when the file exists. */
const looksLikeSerial = (text: string): boolean =>
  /^(?:serial=|0x)?[0-9a-f]{1,2}(?:[:\s-]?[0-9a-f]{1,2})*$/i.test(text.trim());

const foundIn = async (text: string, mount: string | undefined, session: Session): Promise<Found> => {
  if (text.startsWith('https://')) return ofServer(text, session);
  const there = text === '-' ? undefined : await stat(text).catch(() => undefined);
  if (there?.isDirectory() === true) {
    throw usageError(`${text} is a folder`, `Check it with trivet pki verify ${text}, or name a file in it.`);
  }
  if (there === undefined && looksLikeSerial(text)) return ofMount(serialOf(text), mount, session);
  const bytes = await readFileOrInput(text, session.world);
  return { certificates: whole(certificatesIn(bytes), spokenFile(text)) };
};

const inspect: Workflow<{
  readonly certificate?: string | undefined;
  readonly mount?: string | undefined;
}> = async ({ command, session, presenter, input }) => {
  const { certificate: text = '', mount } = input;
  if (text === '') throw usageError('pki inspect needs a file, a serial number or https://HOST:PORT');
  const { certificates, revoked } = await foundIn(text, mount, session);
  const now = session.world.now();
  if (isForPeople(presenter.options)) {
    const { reveal, colorLevel } = presenter.options;
    const pem = certificates.map(({ der }) => pemOf('CERTIFICATE', der)).join('');
    await presenter.write(await describePem(pem, { now, reveal, paint: await painter(colorLevel) }));
    if (revoked !== undefined) await presenter.write(`\nRevoked ${rfc3339(revoked)}\n`);
    return Exit.ok;
  }
  const items = certificates.map((one, index) => inspected(one, now, index === 0 ? revoked : undefined));
  await presenter.showDocument(ownView(command), items, items);
  return Exit.ok;
};

export default inspect;
