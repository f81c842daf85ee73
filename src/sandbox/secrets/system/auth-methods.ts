import { randomUUID } from '../../random.ts';
import type { Json } from '../../contract.ts';
import type { SystemRoutes } from './request.ts';

export function authMethodRoutes(): SystemRoutes {
  const uuid = randomUUID();
  const methods: Readonly<Record<string, Json>> = {
    'token/': {
      accessor: `auth_token_${uuid.slice(0, 8)}`,
      config: {
        default_lease_ttl: 0,
        force_no_cache: false,
        max_lease_ttl: 0,
        token_type: 'default-service',
      },
      description: 'token based credentials',
      external_entropy_access: false,
      local: false,
      options: null,
      seal_wrap: false,
      type: 'token',
      uuid,
    },
  };
  return { auth: { GET: () => ({ data: methods, repeated: true }) } };
}
