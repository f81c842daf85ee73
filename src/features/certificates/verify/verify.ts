import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import type { ParsedList } from '../../../documents/x509/revocation-list.ts';
import { piecesIn } from '../../../documents/x509/contents.ts';
import { assess } from '../assess.ts';
import { Gatherer } from '../gather.ts';
import type { RevocationInput } from '../policy/revocation.ts';
import type { Purpose } from '../policy/rule.ts';
import { readFileOrInput, spokenFile } from '../../../system/read-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { GatheredChain } from './gathered.ts';
import { anchorsIn, gatherFiles, gatherServer } from './gathered.ts';
import { verifiedRows } from './rows.ts';
import { isServerUrl, tlsServer } from './server-certificates.ts';
import type { VerifiedRow } from './verified-row.ts';

type VerifyInput = Readonly<{
  folder?: string | undefined;
  purpose?: Purpose | undefined;
  host?: readonly string[] | undefined;
  at?: string | undefined;
  trust?: string | undefined;
  crl?: string | undefined;
  revocation?: RevocationInput['mode'] | undefined;
  strict?: boolean | undefined;
  password?: string | undefined;
  'server-name'?: string | undefined;
  mount?: string | undefined;
  'ca-mount'?: readonly string[] | undefined;
}>;

const listsIn = async (file: string, session: Session): Promise<readonly ParsedList[]> => {
  const pieces = piecesIn(await readFileOrInput(file, session.io));
  const lists = pieces.flatMap((one) => (one.kind === 'list' ? [one.document] : []));
  if (lists.length > 0 && !pieces.some(({ kind }) => kind === 'unreadable')) return lists;
  throw localError(`${spokenFile(file)} contains no readable revocation list`);
};

const verify: Workflow<VerifyInput> = async ({ command, session, presenter, input }) => {
  const { folder: text = '', trust, crl, mount, strict = false, revocation: mode = 'check' } = input;
  if (text === '') throw usageError('pki verify needs a folder, a file or https://HOST:PORT');
  const serverName = input['server-name'];
  const hosts = input.host ?? (isServerUrl(text) ? [serverName ?? tlsServer(text).host] : []);
  const { chains, missed } = isServerUrl(text)
    ? await gatherServer(text, serverName, session, true)
    : { chains: [{ ...(await gatherFiles(text, input.password, session)), addresses: [] }], missed: [] };
  const gatherer = new Gatherer(session, mount, input['ca-mount']);
  const at = input.at === undefined ? session.io.now() : Date.parse(input.at);
  const anchors = trust === undefined ? undefined : await anchorsIn(trust, session);
  const lists = crl === undefined || mode === 'off' ? [] : await listsIn(crl, session);
  const judged = async (found: GatheredChain): Promise<readonly VerifiedRow[]> => {
    const wanted = { anchors, purpose: input.purpose, hosts };
    const assessment =
      mode === 'off' || crl !== undefined
        ? assess(found, { ...wanted, revocation: { lists, isExplicit: mode !== 'off', mode } }, at)
        : await gatherer.assess(found, { ...wanted, mode, isOfMount: true }, at);
    const isGuess = input.purpose === undefined && found.purpose === undefined;
    const asked = { strict, isGuess, hosts, at, isRevocationOff: mode === 'off' };
    const rows = verifiedRows(found, assessment, asked);
    // The row of the files names the addresses.
    return chains.length === 1
      ? rows
      : rows.map((row) =>
          row.check === 'files' ? row : { ...row, detail: `${found.addresses.join(', ')}: ${row.detail}` },
        );
  };
  const rows: VerifiedRow[] = missed.map((detail) => ({ check: 'files', status: 'unknown', detail }));
  for (const chain of chains) rows.push(...(await judged(chain)));
  const items = rows.map((row) => ({ ...row }));
  await presenter.showDocument(ownView(command), items, items);
  const problems = rows.filter(
    ({ status, check }) => status === 'problem' || (strict && status === 'warning' && check === 'files'),
  );
  const [worst] = problems;
  if (worst === undefined) return Exit.ok;
  const more = problems.length > 1 ? ` (the first of ${problems.length} problems)` : '';
  session.reporter.error(
    new TrivetError('verify', Exit.refused, `${text}: ${worst.check}: ${worst.detail}${more}`, {
      hint: worst.hint,
    }),
  );
  return Exit.refused;
};

export default verify;
