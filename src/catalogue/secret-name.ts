/** Secrets by the name beside them. */
const names =
  'password|passwd|passphrase|bindpass|secret|token|authorization|cookie|private_?key|secret_?key|pem_?bundle|secret_?id|credentials?';
const whole = new RegExp(`(?:^|_)(?:${names})$`);
/** Names that end like a secret but are not one. */
const harmless = new Set(['idempotency_token', 'next_token', 'continuation_token']);

/** True for `X-Vault-Token`, `bindpass`, `privateKey`, `SecretID`: in headers, queries and JSON alike. */
export const isSecretName = (name: string): boolean => {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
  return whole.test(plain) && !harmless.has(plain);
};
