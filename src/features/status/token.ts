/** Warns of the end of a token: one that works at the beginning of an incident must not be refused in its middle. */
import { endByUses, leastOf, lifeUntil } from '../../catalogue/term.ts';
import { TrivetError } from '../../system/error.ts';
import { textAt } from '../../documents/json/json.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Session } from '../../run/session/session.ts';
import { age } from '../../output/text/time.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import { lacking } from '../../services/products.ts';
import type { Inquiry } from '../../services/inquiry.ts';
import type { StatusRow } from './row.ts';

/** Milliseconds before its end at which the token is shown; below, at which it needs a person. */
const shownFrom = 24 * 3_600_000;
const urgentFrom = 15 * 60_000;

export const tokenRows = async (session: Session, service: ServiceName): Promise<readonly StatusRow[]> => {
  const { operation, holder, hasEnd }: Inquiry = (await (await loadService(service)).sessions()).default
    .whoami;
  const token = hasEnd === true ? await (await session.endpoint(service)).token() : undefined;
  if (token === undefined || lacking(await session.product(service), operation) !== undefined) return [];
  try {
    const { document } = await session.lookUp(operation, {}, { optional: true, productJudged: true });
    const asked = holder(document);
    const now = session.io.now();
    const uses = serviceOf(service).ownToken.usesLeft?.(document) ?? Number.POSITIVE_INFINITY;
    const {
      life,
      at: end,
      by,
    } = leastOf(now, [{ by: 'token', life: lifeUntil(textAt(asked, 'expires'), now) }, ...endByUses(uses)]);
    if (life > shownFrom) return [];
    // Commands renew the token of a log-in.
    const isKept = token.session !== undefined && asked['renewable'] === true;
    const how = isKept ? ', renewed by trivet' : asked['renewable'] === true ? ', can be renewed' : '';
    return [
      {
        service,
        kind: 'token',
        name: textAt(asked, 'user') || service,
        scope: '',
        state: life <= 0 ? 'expired' : 'expires',
        detail: `${by === 'uses' ? 'this was its last request' : `${age(end, now)} (${rfc3339(end)})${how}`}; from ${token.source}`,
        attention: !isKept && life <= urgentFrom,
        ends: end,
      },
    ];
  } catch (error) {
    // Other rows show whether the token works.
    if (error instanceof TrivetError) return [];
    throw error;
  }
};
