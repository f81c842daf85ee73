/** The organizations that the token can see. */
import { at, isArray, textAt } from '../../model/json/json.ts';
import type { KnownPaths, ScopeLists } from '../service.ts';

const scopes: ScopeLists = {
  organization: {
    path: '/organizations',
    query: [['page[size]', '100']],
    names: (document) => {
      const items = at(document, 'data');
      return (isArray(items) ? items : []).flatMap((item) => {
        const name = textAt(at(item, 'attributes'), 'name') ?? textAt(item, 'id');
        return name === undefined ? [] : [{ name }];
      });
    },
  },
};

export default scopes;

/** No GET of this API changes something or gives a token. */
export const knownPaths: KnownPaths = { shown: /^/ };
