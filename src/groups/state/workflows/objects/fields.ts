/** The fields of a kind as files name them. */
import type { ObjectKind } from '../../../../model/catalogue/kind.ts';
import { settingsOf } from '../../../../model/catalogue/kind-settings.ts';
import { groupsOf } from './desired.ts';

/** Settings, groups of settings, and parts. */
export const managedFields = (kind: ObjectKind): readonly string[] => [
  ...settingsOf(kind).map(({ key }) => key),
  ...groupsOf(kind),
  ...(kind.parts ?? []).map(({ part }) => part),
];
