/** A profile with the addresses of a sandbox and no tokens, for tests of log-ins. */
import type { ConfigFolder } from './config-folder.ts';
import type { Bench } from './sandbox.ts';

/** Saves the profile `demo`, and forgets the requests for that. */
export const saveDemoProfile = async (
  { trivet }: Pick<ConfigFolder, 'trivet'>,
  { sandbox, clear }: Pick<Bench, 'sandbox' | 'clear'>,
): Promise<void> => {
  const { urls } = sandbox();
  await trivet(
    `profile set demo --secrets-url ${urls.secrets} --secrets-product generic ` +
      `--jobs-url ${urls.jobs} --jobs-product generic`,
  );
  clear();
};
