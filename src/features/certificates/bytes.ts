import { Exit, TrivetError, usageError } from '../../system/error.ts';
import * as ca from '../../commands/pki/operations/ca.ts';
import type * as cert from '../../commands/pki/operations/cert.ts';
import * as crl from '../../commands/pki/operations/crl.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { singleWith } from '../../run/single/single.ts';
import { mountOf } from './existing-ca.ts';
import { serialOf } from '../../commands/pki/serial.ts';
import type { OperationContext } from '../../run/single/workflow.ts';

type BytesContext = OperationContext<
  typeof ca.show | typeof ca.chain | typeof crl.show | typeof cert.download,
  Readonly<{
    serial?: string | undefined;
    pem?: boolean | undefined;
    der?: boolean | undefined;
    encoding?: 'pem' | undefined;
  }>
>;
type BytesInput = BytesContext['input'];

const encoded = ({ presenter, session, input }: BytesContext): BytesInput => {
  const { pem, der, ...rest } = input;
  if (pem === true && der === true) throw usageError('--pem and --der cannot be given together');
  if (der !== true) return { ...rest, encoding: 'pem' };
  if (isForPeople(presenter.options) && !session.globals.dryRun) {
    throw usageError('DER is binary and cannot be shown on a terminal', 'Use --out FILE or a pipe.');
  }
  return rest;
};

const absent = (id: string, serial: string | undefined, mount: string): string => {
  if (serial !== undefined) return `${mount} stores no certificate ${serial}`;
  return id === crl.show.id ? `${mount} has no revocation list` : `${mount} has no CA`;
};

export default singleWith<BytesContext>({
  before: async (context) => {
    const { session, operation, input } = context;
    if (session.globals.wrapTtl !== undefined) {
      throw usageError('--wrap-ttl cannot wrap this reply, which is public bytes without an envelope');
    }
    const sent = 'encoding' in operation.parameters ? encoded(context) : input;
    if (input.serial === undefined) return { input: sent };
    return { input: { ...sent, serial: serialOf(input.serial, session.globals.validate) } };
  },
  settle: (outcome, { session, operation, input }) => {
    if (outcome.document !== null) return outcome;
    const mount = mountOf(outcome.input);
    if (operation.id !== ca.chain.id) {
      throw new TrivetError('not-found', Exit.notFound, absent(operation.id, input.serial, mount), {
        status: outcome.response.status,
        hint: 'The reply of the server was empty.',
      });
    }
    session.reporter.note(`the chain of ${mount} is empty`);
    return outcome;
  },
});
