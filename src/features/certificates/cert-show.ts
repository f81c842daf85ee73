/** Shows text with the time of revocation on a terminal; else the reply as sent. */
import type { Json } from '../../documents/json/json.ts';
import { isArray, own, textAt } from '../../documents/json/json.ts';
import type { show } from '../../commands/pki/operations/cert.ts';
import { describePem } from '../../output/certificate.ts';
import { painter } from '../../output/color.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { isoTime } from '../../output/text/time.ts';
import { mountOf } from './existing-ca.ts';
import { showOutcome, warnOf } from '../../run/single/reply.ts';
import { changed, singleWith } from '../../run/single/single.ts';
import { serialOf } from '../../commands/pki/serial.ts';
import type { OperationContext } from '../../run/single/workflow.ts';

/** The chain has its own field; a serial number and `crl` come as `certificate`. */
const pemOf = (data: Json | undefined): string => {
  const chain = own(data, 'ca_chain');
  if (isArray(chain)) return chain.map(String).join('\n');
  return typeof chain === 'string' && chain !== '' ? chain : (textAt(data, 'certificate') ?? '');
};

export default singleWith<OperationContext<typeof show>>({
  before: async ({ session, input }) => ({
    input: changed(input, { serial: serialOf(input.serial, session.globals.validate) }),
  }),
  show: async (outcome, context) => {
    const { session, presenter, input } = context;
    const data = own(outcome.document, 'data');
    const pem = pemOf(data);
    const emptyChain = input.serial === 'ca_chain' && pem === '' && data !== undefined && data !== null;
    if (emptyChain) session.reporter.note(`the chain of ${mountOf(outcome.input)} is empty`);
    if (!isForPeople(presenter.options) || (pem === '' && !emptyChain)) return showOutcome(context, outcome);
    warnOf(context, outcome);
    const { now, reveal, colorLevel, width } = presenter.options;
    if (pem !== '') {
      await presenter.write(await describePem(pem, { now, reveal, width, paint: await painter(colorLevel) }));
    }
    const revoked = own(data, 'revocation_time');
    if (typeof revoked === 'number' && revoked > 0) {
      const time = isoTime(revoked * 1000)?.replace('.000Z', 'Z') ?? String(revoked);
      await presenter.write(`\nRevoked ${time}\n`);
    }
  },
});
