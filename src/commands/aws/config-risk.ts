/** A write replaces the whole record, so lost settings are named. */
import { quoted } from '../../catalogue/text/server-text.ts';
import { plainText } from '../../output/text/value.ts';
import type { Snapshot } from '../../run/snapshot.ts';
import type { Change } from '../../catalogue/change.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import type { RiskLooking } from '../../run/single/risk-look.ts';

const usualTemplate =
  '{{ if (eq .Type "STS") }}{{ printf "vault-%s-%s"  (unix_time) (random 20) | truncate 32 }}' +
  '{{ else }}{{ printf "vault-%s-%s-%s" (printf "%s-%s" (.DisplayName) (.PolicyName) | truncate 42) ' +
  '(unix_time) (random 20) | truncate 64 }}{{ end }}';

const isLoss = ({ key, from }: Change): boolean =>
  !(key === 'username_template' && from === usualTemplate) && !(key === 'identity_token_ttl' && from === 0);

const named = (keys: readonly string[]): string =>
  keys.map((key) => (key === 'access_key' ? 'access_key with its secret_key' : key)).join(', ');

const asked = (found: Snapshot, wiped: readonly string[]): string => {
  if (found.kind === 'none') return 'Set the root configuration of {mount}? Nothing is configured there yet.';
  if (found.kind === 'unreadable') {
    return 'Overwrite the root configuration of {mount}? The token is not allowed to read the current one, which is replaced completely.';
  }
  return wiped.length === 0
    ? 'Overwrite the root configuration of {mount}?'
    : `Overwrite the root configuration of {mount} and lose ${named(wiped)}?`;
};

/** @param endpoints the settings that decide where the server sends the credentials */
export const lookAtRoot = async (
  looking: RiskLooking,
  endpoints: readonly string[],
): Promise<FoundRisk | undefined> => {
  const { found: before, state } = await looking.before();
  const resets = before.kind === 'data' ? looking.resets(before.data).filter(isLoss) : [];
  const addresses = looking.newAddresses(endpoints, before.kind === 'data' ? before.data : {});
  const values = resets.map(
    ({ key, from }) => `${key} ${typeof from === 'string' ? quoted(from) : plainText(from)}`,
  );
  return {
    question: `${asked(
      before,
      resets.map(({ key }) => key),
    )}${addresses === '' ? '' : ' {addresses}'}`,
    input: { addresses },
    notes:
      resets.length === 0
        ? []
        : [
            `the write replaces the whole record; these settings are not given and would be lost: ${values.join(', ')}`,
          ],
    state,
  };
};
