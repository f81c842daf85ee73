import { textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { show } from '../../commands/pki/operations/ca.ts';
import type { CallOptions, Session } from '../../run/session/session.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { certificateWords } from '../../commands/pki/revocation-words.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import { singleWith } from '../../run/single/single.ts';

export const mountOf = (filled: InputRecord): string => inputText(filled, 'mount') ?? '';

export const existingCa = async (session: Session, mount: string): Promise<string | undefined> => {
  try {
    const { document } = await session.lookUp(show, { mount });
    const der = textAt(document, 'base64');
    return der === undefined ? undefined : certificateWords(firstCertificateIn(der));
  } catch (error) {
    // The read has no token, so a missing mount is 404 or 403; the command itself reports it.
    if (error instanceof TrivetError && (error.exit === Exit.notFound || error.details.status === 403))
      return undefined;
    throw error;
  }
};

export const besideCa = async <Options extends CallOptions>({
  session,
  operation,
  spoken,
  options,
}: Pick<OperationContext, 'session' | 'operation' | 'spoken'> & {
  readonly options: Options;
}): Promise<Options> => {
  const { risks } = operation;
  const { yes, dryRun, curl } = session.globals;
  if (risks === undefined || yes || dryRun || curl) return options;
  const ca = await existingCa(session, mountOf(spoken));
  const found = ca === undefined ? [] : risks.map((risk) => ({ ...risk, input: { ca: ` (${ca})` } }));
  return { ...options, risks: found };
};

export default singleWith({ before: async (context) => ({ options: await besideCa(context) }) });
