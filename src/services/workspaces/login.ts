/** How people log in: with a token that they made on a page of the server. */
import type { ServiceLogin } from '../../groups/auth/workflows/method.ts';

const login: ServiceLogin = {
  methods: [],
  granted: () => undefined,
  tokenPage: (baseUrl) => `${new URL(baseUrl).origin}/app/settings/tokens`,
};

export default login;
