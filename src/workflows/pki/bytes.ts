/** CA, chain, certificate and CRL as they are: PEM or DER, exact; an empty reply means that there is none. */
import { Exit, TrivetError, usageError } from '../../model/error.ts';
import type { InputRecord } from '../../model/parameter.ts';
import { textIn } from '../input-text.ts';
import { isForPeople } from '../../render/options.ts';
import { serialOf } from './serial.ts';
import { showReply } from '../reply.ts';
import { mountOf } from './existing-ca.ts';
import { forOperation } from '../workflow.ts';
import type { OperationContext } from '../workflow.ts';

const encoded = ({ presenter, session, input }: OperationContext): InputRecord => {
  const { pem, der, ...rest } = input;
  if (pem === true && der === true) throw usageError('--pem and --der cannot be given together');
  if (der !== true) return { ...rest, encoding: 'pem' };
  if (isForPeople(presenter.options) && !session.globals.dryRun) {
    throw usageError('DER is binary and no text for a terminal', 'Write it with --out FILE, or into a pipe.');
  }
  return rest;
};

const absent = (id: string, input: InputRecord): string => {
  const mount = mountOf(input);
  if (id === 'pki.cert.download') return `${mount} stores no certificate ${textIn(input, 'serial')}`;
  return id === 'pki.crl.show' ? `${mount} has no revocation list` : `${mount} has no CA`;
};

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  if (session.globals.wrapTtl !== undefined) {
    throw usageError(
      '--wrap-ttl is for replies with an envelope; this one is bytes, and public',
      'Nothing was sent.',
    );
  }
  const { serial } = input;
  const wanted = {
    ...(operation.parameters['encoding'] === undefined ? input : encoded(context)),
    ...(typeof serial === 'string' ? { serial: await serialOf(serial, session.globals.validate) } : {}),
  };
  const outcome = await session.call(operation, wanted, options);
  if (outcome.document === null && operation.id === 'pki.ca.chain') {
    session.reporter.note(`the chain of ${mountOf(outcome.input)} is empty`);
  } else if (outcome.document === null) {
    throw new TrivetError('not-found', Exit.notFound, absent(operation.id, outcome.input), {
      status: outcome.response.status,
      hint: 'The server answered with no content.',
    });
  }
  await showReply(context, outcome);
  return 0;
});
