/** The fake server as the jobs or the secrets service of the environment. */
import type { Answering, FakeRequest } from './fake-server.ts';
import { fakeServer } from './fake-server.ts';

interface Service {
  readonly env: Readonly<Record<string, string>>;
  readonly received: readonly FakeRequest[];
}

/** Ends with the test. */
export const smallServer = async (answer: Answering): Promise<Service> => {
  const { origin, received } = await fakeServer(answer);
  return {
    received,
    env: { TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 'the-token', TRIVET_JOBS_PRODUCT: 'nomad' },
  };
};

/** Like `smallServer`, but configured as the secrets service. */
export const secretsServer = async (answer: Answering): Promise<Service> => {
  const { origin, received } = await fakeServer(answer);
  return {
    received,
    env: {
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_TOKEN: 'the-token',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    },
  };
};
