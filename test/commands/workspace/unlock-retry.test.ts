/** Tests an unlock of a workspace whose state becomes final meanwhile: the sandbox's clock moves during the command. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, sandbox } = useSandbox();

test('an unlock is retried for a short time while a state is not finalized', async () => {
  const waiting = trivet('workspace unlock data-pipeline-prod');
  const advance = setInterval(() => sandbox().clock.advance(6000), 200);
  const result = await waiting;
  clearInterval(advance);
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(/retrying in|not finalized/);
  expect(requests().filter(({ path }) => path.endsWith('/unlock')).length).toBeGreaterThan(1);
});
