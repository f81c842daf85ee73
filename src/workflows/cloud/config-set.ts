/** Root configuration of the cloud engine: a write replaces the whole record, so what it would lose is said first. */
import type { Json, JsonObject } from '../../model/json.ts';
import { own } from '../../model/json.ts';
import type { GivenOf, Operation } from '../../model/operation.ts';
import type { InputRecord } from '../../model/parameter.ts';
import type { set } from '../../operations/cloud/config.ts';
import { show } from '../../operations/cloud/config.ts';
import type { CallOptions } from '../../runtime/session.ts';
import { plainText } from '../../render/value.ts';
import { existing } from '../existing.ts';
import type { Existing } from '../existing.ts';
import { singleWith } from '../single.ts';

/** The server's own template, which its reads show where nobody set one. */
const usualTemplate =
  '{{ if (eq .Type "STS") }}{{ printf "vault-%s-%s"  (unix_time) (random 20) | truncate 32 }}' +
  '{{ else }}{{ printf "vault-%s-%s-%s" (printf "%s-%s" (.DisplayName) (.PolicyName) | truncate 42) ' +
  '(unix_time) (random 20) | truncate 64 }}{{ end }}';

/** Values that mean "not set", or are what the server takes by itself. */
const unset = (key: string, value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (key === 'max_retries' && value === -1) ||
  (key === 'username_template' && value === usualTemplate) ||
  (key === 'identity_token_ttl' && (value === 0 || value === 3600));

const named = (keys: readonly string[]): string =>
  keys.map((key) => (key === 'access_key' ? 'access_key with its secret_key' : key)).join(', ');

/** What is set now and left out of this write. */
const lost = (
  operation: Operation,
  now: JsonObject,
  input: InputRecord,
  { base, extra = [] }: CallOptions,
): readonly string[] =>
  Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    const given = input[key] !== undefined || own(base, key) !== undefined;
    const set = extra.some(([pointer]) => pointer === `/${key}`);
    if (parameter.in !== 'body' || given || set || unset(key, now[key])) return [];
    return [key];
  });

const asked = (found: Existing, wiped: readonly string[]): string => {
  if (found.kind === 'none') return 'Set the root configuration of {mount}? Nothing is configured there yet.';
  if (found.kind === 'unreadable') {
    return 'Overwrite the root configuration of {mount}? The token may not read what is there; all of it is replaced.';
  }
  return wiped.length === 0
    ? 'Overwrite the root configuration of {mount}?'
    : `Overwrite the root configuration of {mount} and lose ${named(wiped)}?`;
};

export default singleWith<GivenOf<typeof set>>({
  before: async ({ session, operation, input, options, spoken, confirm }) => {
    const found = await existing(() => session.lookUp(show, { mount: spoken.mount }));
    const wiped = found.kind === 'data' ? lost(operation, found.data, input, options) : [];
    if (found.kind === 'data' && wiped.length > 0) {
      const { data } = found;
      const values = wiped.map((key) => `${key} ${plainText(data[key])}`);
      session.reporter.note(
        `the write replaces the whole record; left out, and so lost: ${values.join(', ')}`,
      );
    }
    await confirm({ kind: 'ask', question: asked(found, wiped) }, spoken);
  },
});
