/** The namespaces that the token can see. */
import { isArray, textAt } from '../../model/json/json.ts';
import type { ScopeLists } from '../service.ts';

const scopes: ScopeLists = {
  namespace: {
    path: '/v1/namespaces',
    names: (document) =>
      (isArray(document) ? document : []).flatMap((item) => {
        const name = textAt(item, 'Name');
        return name === undefined ? [] : [{ name }];
      }),
  },
};

export default scopes;
