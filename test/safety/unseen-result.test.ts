/** Tests a change that was made, and whose `--wait` cannot be read: no exit code says that nothing was changed (G7). */
import { expect, test } from 'vitest';
import { parametersOf } from '../../src/catalogue/command.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { allCommands } from '../support/catalogue.ts';
import { fakeServer } from '../support/fake-server.ts';
import { passedOn } from '../support/front.ts';
import { words } from '../support/run-cli.ts';
import { reportedError } from '../torture/oracle.ts';
import { prepare } from '../torture/stage.ts';

const withWait = new Map(
  allCommands
    .filter((command) => parametersOf(command)['wait'] !== undefined)
    .flatMap(({ operations }) => operations.map(({ operation }) => [operation.id, operation] as const))
    .filter(([, { effect }]) => effect !== 'read'),
);

/** Others retry the change itself, and read nothing after it. */
const waitsAfterwards = [...withWait.values()].filter(({ id }) => !/^(?:workspace|state|ldap)\b/.test(id));

/** Reads that the server answers so after the change. */
const failures = {
  denied: { status: 403, body: 'Permission denied' },
  odd: { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>not here</html>' },
};

const unseen = async (operation: Operation, failure: keyof typeof failures) => {
  const prepared = await prepare(operation);
  let isMade = false;
  let refused = 0;
  const front = await fakeServer(async ({ method, url, headers, body }) => {
    if (isMade && method === 'GET') {
      refused += 1;
      return failures[failure];
    }
    const reply = await fetch(`${prepared.sandbox.origin}${url}`, {
      method,
      headers: passedOn(Object.entries(headers)),
      ...(body === '' ? {} : { body }),
    });
    isMade = prepared.sandbox.effects.list().length > 0;
    return {
      status: reply.status,
      headers: passedOn(reply.headers),
      body: Buffer.from(await reply.arrayBuffer()),
    };
  });
  const env = Object.fromEntries(
    Object.entries(prepared.env).map(([key, value]) => [
      key,
      value.replace(prepared.sandbox.origin, front.origin),
    ]),
  );
  try {
    const more = ['--wait', '--wait-timeout', '30s', '-o', 'json'];
    const { code, stderr } = await prepared.straight([...prepared.argv, ...more], env);
    const error = reportedError(stderr);
    const looked = await prepared.straight(words(error.lookUp ?? '').slice(1));
    return { code, error, refused, looked, stderr };
  } finally {
    await prepared.close();
  }
};

test.each(
  waitsAfterwards.flatMap((one) => [[one.id, 'denied', one] as const, [one.id, 'odd', one] as const]),
)('a wait that cannot be read ends with 9: %s, %s', async (id, failure, operation) => {
  const { code, error, refused, looked, stderr } = await unseen(operation, failure);
  expect(refused, stderr).toBeGreaterThan(0);
  // The reply to a promotion proves nothing.
  const effect = id === 'job.promote' ? 'unknown' : 'done';
  expect({ code, word: error.code, effect: error.effect }, stderr).toEqual({
    code: 9,
    word: 'unknown-outcome',
    effect,
  });
  expect([0, 5], looked.stderr).toContain(looked.code);
});
