/** Tests an unlock of a workspace whose state becomes final meanwhile: the clock of the sandbox goes on during the command. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, sandbox } = useSandbox({ fresh: true });

test('an unlock is retried for a short time while a state is not finalized', async () => {
  const waiting = trivet('workspace unlock data-pipeline-prod');
  const advance = setInterval(() => sandbox().clock.advance(6000), 200);
  const result = await waiting;
  clearInterval(advance);
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(/retrying in|not finalized/);
  expect(requests().filter(({ path }) => path.endsWith('/unlock')).length).toBeGreaterThan(1);
});

// The state is final after some seconds, so a wait that ignored its limit would end with 0.
test('a wait that ends before the state is finalized points to the state versions', async () => {
  const result = await trivet('workspace unlock data-pipeline-prod --wait --wait-timeout 1s');
  expect(result.code).toBe(124);
  expect(result.stderr).toMatch(/state version/);
});
