/**
 * Root configuration of the cloud engine: a write replaces the whole record, so the settings it would lose are
 * named first.
 */
import type { set } from '../operations/config.ts';
import { show } from '../operations/config.ts';
import { plainText } from '../../../output/text/value.ts';
import { existing } from '../../../engine/single/existing.ts';
import type { Existing } from '../../../engine/single/existing.ts';
import { newAddresses, resetBy } from '../../../engine/single/settings.ts';
import type { Change } from '../../../catalogue/change.ts';
import { singleWith } from '../../../engine/single/single.ts';
import type { OperationContext } from '../../../engine/single/workflow.ts';

/** The server's own template, which its reads show where none was set. */
const usualTemplate =
  '{{ if (eq .Type "STS") }}{{ printf "vault-%s-%s"  (unix_time) (random 20) | truncate 32 }}' +
  '{{ else }}{{ printf "vault-%s-%s-%s" (printf "%s-%s" (.DisplayName) (.PolicyName) | truncate 42) ' +
  '(unix_time) (random 20) | truncate 64 }}{{ end }}';

/** False for the values that the server uses where none was set. */
const isLoss = ({ key, from }: Change): boolean =>
  !(key === 'username_template' && from === usualTemplate) && !(key === 'identity_token_ttl' && from === 0);

const named = (keys: readonly string[]): string =>
  keys.map((key) => (key === 'access_key' ? 'access_key with its secret_key' : key)).join(', ');

const asked = (found: Existing, wiped: readonly string[]): string => {
  if (found.kind === 'none') return 'Set the root configuration of {mount}? Nothing is configured there yet.';
  if (found.kind === 'unreadable') {
    return 'Overwrite the root configuration of {mount}? The token is not allowed to read the current one, which is replaced completely.';
  }
  return wiped.length === 0
    ? 'Overwrite the root configuration of {mount}?'
    : `Overwrite the root configuration of {mount} and lose ${named(wiped)}?`;
};

export default singleWith<OperationContext<typeof set>>({
  before: async (context) => {
    const { session, operation, input, options, spoken, confirm } = context;
    const found = await existing(session, show, { mount: spoken.mount });
    const resets =
      found.kind === 'data' ? resetBy(operation, { show }, found.data, input, options).filter(isLoss) : [];
    const wiped = resets.map(({ key }) => key);
    if (resets.length > 0) {
      const values = resets.map(({ key, from }) => `${key} ${plainText(from)}`);
      session.reporter.note(
        `the write replaces the whole record; these settings are not given and would be lost: ${values.join(', ')}`,
      );
    }
    const addresses = newAddresses(context, found.kind === 'data' ? found.data : {});
    const question = `${asked(found, wiped)}${addresses === '' ? '' : ' {addresses}'}`;
    await confirm({ kind: 'ask', question }, { ...spoken, addresses });
  },
});
