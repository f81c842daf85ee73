/** How people and machines log in: the server names its methods. */
import type { LoginMethod, ServiceLogin } from '../../groups/auth/workflows/method.ts';
import { itemsIn, own, textAt, textsAt } from '../../model/json/json.ts';
import { listMethods, logInWith } from './login-operations.ts';

const jwt: LoginMethod = {
  name: 'jwt',
  title: 'signed identity (JWT)',
  asks: ['jwt'],
  exchange: logInWith,
  input: (place, answers) => ({ AuthMethodName: place, LoginToken: answers.jwt }),
};

const kinds: Readonly<Record<string, LoginMethod>> = { JWT: jwt };

const login: ServiceLogin = {
  methods: [jwt],
  named: true,
  offers: {
    operation: listMethods,
    read: (document) =>
      itemsIn(document).flatMap((one) => {
        const method = kinds[textAt(one, 'Type') ?? ''];
        const place = textAt(one, 'Name');
        return method === undefined || place === undefined
          ? []
          : [{ method, place, isDefault: own(one, 'Default') === true }];
      }),
  },
  granted: (document) => {
    const token = textAt(document, 'SecretID');
    if (token === undefined || token === '') return undefined;
    return {
      token,
      user: textAt(document, 'Name'),
      policies: [...new Set(textsAt(document, 'Policies'))],
      expires: textAt(document, 'ExpirationTime'),
      renewable: false,
    };
  },
};

export default login;
