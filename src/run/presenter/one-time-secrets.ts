import type { Json } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { find } from '../../output/text/item.ts';
import { isGivenOnce } from '../../services/expected.ts';
import { serviceOf } from '../../services/index.ts';
import type { Outcome } from '../session/outcome.ts';
import { isSecretField, hasPrivateKey } from '../../catalogue/shown.ts';

/** A second request does not repeat the reply, so one that is hidden or omitted is lost. */
export const givesOnce = (operation: Operation): boolean =>
  operation.returnedOnce !== undefined || mayBeOneTime(operation);

export const secretPaths = memoize((view: View): readonly string[] =>
  Object.keys(fieldsOf(view)).filter((path) => isSecretField(fieldsOf(view), path)),
);

const holdsSecret = ({ operation }: Outcome, view: View, document: Json): boolean => {
  const paths = secretPaths(view);
  if (paths.length === 0) return false;
  return serviceOf(operation.service)
    .readItems(document, view)
    .some((item) =>
      paths.some((path) => {
        const value = find(item, path);
        return value !== undefined && value !== null && value !== '';
      }),
    );
};

/** Requesting the secret again makes another one, or is refused. */
export const isOneTime = (outcome: Outcome, view: View, document: Json): boolean => {
  const { operation, input } = outcome;
  return (
    operation.effect !== 'read' &&
    document !== null &&
    (isGivenOnce(operation, input) ||
      holdsSecret(outcome, view, document) ||
      hasPrivateKey(writeJson(document)))
  );
};

export const mayBeOneTime = ({ effect, returnedOnce, view }: Operation): boolean =>
  effect !== 'read' && (returnedOnce !== undefined || secretPaths(view).length > 0);
