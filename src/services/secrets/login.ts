import type {
  Ask,
  BrowserMethod,
  DeviceMethod,
  DirectMethod,
  Further,
  Granted,
  LoginMethod,
  ServiceLogin,
} from '../login-method.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { at, isObject, itemsIn, numberAt, own, textAt, textsAt } from '../../documents/json/json.ts';
import {
  beginInBrowser,
  endInBrowser,
  offered,
  pollDevice,
  prove,
  renewOwn,
  revokeOwn,
  unwrapSecret,
  withCertificate,
  withIdentity,
  withPassword,
  withRole,
} from './login-operations.ts';
import credentialStore from './credential-store.ts';
import whoami from './whoami.ts';

const isPage = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const password = (name: string, title: string): DirectMethod => ({
  name,
  title,
  asks: ['username', 'password'],
  exchange: withPassword,
  input: (place, answers) => ({ mount: place, username: answers.username, password: answers.password }),
  hint:
    'The server does not say more: the name, the password, the path of the method (--mount) or the namespace may ' +
    'be wrong, or the user may be locked out for a while after wrong passwords.',
});

const identity = (
  name: string,
  title: string,
  asks: readonly Ask[],
  more: Partial<DirectMethod>,
): DirectMethod => ({
  name,
  title,
  asks,
  exchange: withIdentity,
  input: (place, answers) => ({ mount: place, role: answers.role, jwt: answers.jwt }),
  ...more,
});

const oidc: BrowserMethod = {
  name: 'oidc',
  title: 'in a browser (OIDC)',
  asks: [],
  may: ['role'],
  hint: 'The role decides who may log in; another one is given with --role, another path of the method with --mount.',
  browser: (asking, { place, role = '', random }) =>
    Promise.resolve({
      path: '/oidc/callback',
      ports: [8250],
      begin: async (redirect_uri) => {
        const nonce = random(16);
        const begun = await asking.send(beginInBrowser, {
          mount: place,
          role,
          redirect_uri,
          client_nonce: nonce,
        });
        const address = textAt(own(begun, 'data'), 'auth_url') ?? '';
        if (textAt(own(begun, 'data'), 'poll_interval') !== undefined) {
          throw usageError(
            'the log-ins of this role do not come back to this machine',
            'Use --method device.',
          ).with({
            details: { effect: 'unchanged' },
          });
        }
        return {
          address,
          state: URL.canParse(address) ? (new URL(address).searchParams.get('state') ?? '') : '',
          secrets: [nonce],
          finish: (params) =>
            asking.send(endInBrowser, {
              mount: place,
              state: params.get('state') ?? '',
              code: params.get('code') ?? '',
              client_nonce: nonce,
            }),
        };
      },
    }),
};

const stillOpen: Readonly<Record<string, 'pending' | 'too-fast'>> = {
  authorization_pending: 'pending',
  slow_down: 'too-fast',
};

const device: DeviceMethod = {
  name: 'device',
  place: 'oidc',
  title: 'in a browser on another machine (device code)',
  asks: [],
  may: ['role'],
  hint:
    'The code may have expired, or the log-in was refused at the page: log in again. The role is given with --role, ' +
    'the path of the method with --mount.',
  device: async (asking, { place, role = '', random }) => {
    const nonce = random(16);
    const begun = own(
      await asking.send(beginInBrowser, {
        mount: place,
        role,
        // In direct mode the browser returns to the server.
        redirect_uri: `${asking.baseUrl}/auth/${place}/oidc/callback`,
        client_nonce: nonce,
      }),
      'data',
    );
    const [address, state, interval] = ['auth_url', 'state', 'poll_interval'].map((name) =>
      textAt(begun, name),
    );
    if (address === undefined || state === undefined || !(Number(interval) > 0) || !isPage(address)) {
      throw new TrivetError('denied', Exit.denied, 'the role is not one for log-ins on another machine', {
        effect: 'unchanged',
        hint: 'On OpenBao its callback_mode must be device or direct. Other roles take --method oidc.',
      });
    }
    return {
      address,
      code: textAt(begun, 'user_code'),
      interval: Number(interval),
      secrets: [nonce, state],
      ask: async () => {
        try {
          return { reply: await asking.send(pollDevice, { mount: place, state, client_nonce: nonce }) };
        } catch (error) {
          if (!(error instanceof TrivetError) || error.details.status !== 400) throw error;
          const open = stillOpen[error.details.server ?? ''];
          if (open === undefined) throw error;
          return open;
        }
      },
    };
  },
};

const methods: readonly LoginMethod[] = [
  oidc,
  device,
  password('userpass', 'user name and password'),
  password('ldap', 'user name and password of the directory (LDAP)'),
  {
    name: 'approle',
    title: 'role ID and secret ID (AppRole)',
    asks: ['role-id'],
    may: ['secret-id'],
    exchange: withRole,
    input: (place, answers) => ({
      mount: place,
      role_id: answers['role-id'],
      secret_id: answers['secret-id'],
    }),
    hint: 'The role ID or the secret ID is wrong, the secret ID is used up or has expired, or it is wrapped (--wrapped).',
  },
  identity('jwt', 'signed identity (JWT)', ['jwt'], {
    may: ['role'],
    hint: 'A path of the method other than jwt needs --mount, and a role that is not the default one --role.',
  }),
  identity('kubernetes', 'service account of a pod (Kubernetes)', ['role', 'jwt'], {
    jwtFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  }),
  {
    name: 'cert',
    title: 'client certificate',
    asks: [],
    may: ['role'],
    exchange: withCertificate,
    input: (place, answers) => ({ mount: place, role: answers.role }),
    certificate: true,
  },
];

const userIn = (metadata: Json | undefined): string | undefined => {
  const role = textAt(metadata, 'role_name') ?? textAt(metadata, 'role');
  const person = textAt(metadata, 'username') ?? textAt(metadata, 'common_name');
  return person ?? (role === undefined ? undefined : `role ${role}`);
};

const granted = (document: Json, now: number): Granted | undefined => {
  const given = own(document, 'auth');
  const token = textAt(given, 'client_token');
  if (token === undefined || token === '') return undefined;
  const metadata = own(given, 'metadata');
  const seconds = numberAt(given, 'lease_duration');
  const uses = numberAt(given, 'num_uses');
  return {
    token,
    user: userIn(metadata),
    policies: textsAt(given, 'policies'),
    // A date beyond the range of dates means that the token has no end.
    expires: seconds > 0 && seconds < 1e11 ? new Date(now + seconds * 1000).toISOString() : undefined,
    renewable: own(given, 'renewable') === true,
    uses: uses > 0 ? uses : undefined,
  };
};

const furtherIn = (document: Json): Further | undefined => {
  const wanted = at(document, 'auth', 'mfa_requirement');
  const request = textAt(wanted, 'mfa_request_id');
  const groups = own(wanted, 'mfa_constraints');
  if (request === undefined || !isObject(groups)) return undefined;
  return {
    request,
    proofs: Object.values(groups).flatMap((group) => {
      // One method of each group is enough.
      const [first] = itemsIn(own(group, 'any'));
      const id = textAt(first, 'id');
      if (id === undefined) return [];
      return [{ id, type: textAt(first, 'type') ?? '', passcode: own(first, 'uses_passcode') === true }];
    }),
  };
};

const login: ServiceLogin = {
  methods,
  offers: async (asking) => {
    const mounts = at(await asking.send(offered, {}), 'data', 'auth');
    if (!isObject(mounts)) return [];
    return Object.entries(mounts).flatMap(([path, about]) => {
      const method = methods.find(({ name }) => name === textAt(about, 'type'));
      return method === undefined ? [] : [{ method, place: path.replace(/\/$/, ''), isDefault: false }];
    });
  },
  granted,
  further: {
    operation: prove,
    read: furtherIn,
    body: ({ proofs }, passcodes) =>
      Object.fromEntries(
        proofs.map(({ id }): [string, Json] => [id, passcodes[id] === undefined ? [] : [passcodes[id]]]),
      ),
  },
  renew: renewOwn,
  revoke: revokeOwn,
  unwrap: unwrapSecret,
};

export default { login, whoami, credentialStore };
