import type { BrowserMethod, LoginMethod, ServiceLogin } from '../login-method.ts';
import { itemsIn, own, textAt, textsAt } from '../../documents/json/json.ts';
import { beginOidc, endOidc, listMethods, logInWith } from './login-operations.ts';
import whoami from './whoami.ts';

const jwt: LoginMethod = {
  name: 'jwt',
  title: 'signed identity (JWT)',
  asks: ['jwt'],
  exchange: logInWith,
  input: (place, answers) => ({ AuthMethodName: place, LoginToken: answers.jwt }),
};

const oidc: BrowserMethod = {
  name: 'oidc',
  title: 'in a browser (OIDC)',
  asks: [],
  browser: (asking, { place, random }) =>
    Promise.resolve({
      path: '/oidc/callback',
      ports: [4649],
      begin: async (RedirectURI) => {
        const request = { AuthMethodName: place, RedirectURI, ClientNonce: random(16) };
        const address = textAt(await asking.send(beginOidc, request), 'AuthURL') ?? '';
        return {
          address,
          state: URL.canParse(address) ? (new URL(address).searchParams.get('state') ?? '') : '',
          secrets: [],
          finish: (params) =>
            asking.send(endOidc, {
              ...request,
              State: params.get('state') ?? '',
              Code: params.get('code') ?? '',
              Iss: params.get('iss') ?? undefined,
            }),
        };
      },
    }),
};

const kinds: Readonly<Record<string, LoginMethod>> = { JWT: jwt, OIDC: oidc };

const login: ServiceLogin = {
  methods: [jwt, oidc],
  named: true,
  offers: async (asking) =>
    itemsIn(await asking.send(listMethods, {})).flatMap((one) => {
      const method = kinds[textAt(one, 'Type') ?? ''];
      const place = textAt(one, 'Name');
      return method === undefined || place === undefined
        ? []
        : [{ method, place, isDefault: own(one, 'Default') === true }];
    }),
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

export default { login, whoami };
