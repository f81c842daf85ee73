/** Tests which settings of an object a write resets. */
import { expect, test } from 'vitest';
import { write } from '../../../src/commands/pki/operations/role/role.ts';
import { resetBy } from '../../../src/run/single/settings.ts';

test('a setting that a write resets is named once, and one that is given is not named', () => {
  // As OpenBao 2.6 reports a role.
  const role = { use_pss: true, cn_validations: ['disabled'], allowed_user_ids: ['u'], max_ttl: 0 };
  const changes = resetBy(write, 'all', role, { name: 'web', cn_validations: ['disabled'] }, {});
  expect(changes.map(({ key }) => key)).toEqual(['use_pss', 'allowed_user_ids']);
});
