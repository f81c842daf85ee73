/**
 * Stability: on real servers a version whose mark changes becomes the current job. Read first, and never by accident.
 */
import { Exit, TrivetError } from '../../model/error.ts';
import { own } from '../../model/json.ts';
import { show } from '../../operations/job/show.ts';
import { serverFlags } from '../../runtime/server-flags.ts';
import { plainText } from '../../render/value.ts';
import { shellWord } from '../../services/context.ts';
import { serviceOf } from '../../services/index.ts';
import { showReply } from '../reply.ts';
import { wordOf } from '../typed.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const id = wordOf(input, 'job_id');
  const wanted = input['JobVersion'];
  const version = typeof wanted === 'number' || typeof wanted === 'bigint' ? wanted.toString() : '';
  if (input['force'] !== true) {
    const { document, response, product } = await session.lookUp(show, { job_id: id });
    const { productChosen } = await session.endpoint('jobs');
    const looks = !productChosen && serviceOf('jobs').detect(response) === 'nomad';
    const real = product.name === 'nomad' || looks;
    const current = plainText(own(document, 'Version'));
    if (real && current !== version) {
      const back = `trivet job revert ${shellWord(id)} ${version}${serverFlags(session.globals)}`;
      throw new TrivetError(
        'not-current',
        Exit.refused,
        `version ${version} is not the current version of ${id}, which is ${current}: marking it would make it the current job`,
        {
          hint: `Nothing was sent. To go back to it: ${back}; to mark it all the same: --force.`,
        },
      );
    }
  }
  await showReply(context, await session.call(operation, { Stable: true, ...input }, options));
  return 0;
});
