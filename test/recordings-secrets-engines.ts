/** What trivet does with each recorded exchange of cloud credentials, the directory engine and leases. */

export interface Expected {
  /** The exit code; 0 when absent. */
  readonly code?: number;
  /** What stderr contains. */
  readonly says?: RegExp;
  /** The whole command line, if it does not follow from the recording. */
  readonly argv?: readonly string[];
  /** Further arguments. */
  readonly more?: readonly string[];
  /** Exchanges before the recorded one: what a workflow reads first. */
  readonly before?: readonly string[];
  /** Exchanges after the recorded one. */
  readonly after?: readonly string[];
  readonly product?: 'generic' | 'openbao';
  /** trivet always sends a finite ttl, which the recorded request did not have. */
  readonly withTtl?: true;
}

const free = ['--no-validate'];

const cloud: Readonly<Record<string, Expected>> = {
  'cloud.config.rotate-root.endpoint-down': { code: 7, says: /cannot reach the provider/ },
  'cloud.config.rotate-root.never-set': { code: 5, says: /trivet aws config set/ },
  'cloud.config.rotate-root.no-static-keys': { code: 1, says: /Only static credentials/ },
  'cloud.config.rotate-root.ok': { says: /can fail for a few seconds/ },
  'cloud.config.rotate-root.two-keys': { code: 6, says: /must be the only one of its user/ },
  'cloud.config.set.federation-fields-ignored': {
    more: free,
    before: ['cloud.config.show.ok'],
    says: /these settings are not given and would be lost: .*access_key/,
  },
  'cloud.config.set.ok': { before: ['cloud.config.show.never-set'] },
  'cloud.config.show.mount-missing': { code: 5, says: /mount \w+ not found/ },
  'cloud.config.show.never-set': { code: 5, says: /not found/ },
  'cloud.creds.endpoint-down': { code: 9, says: /cannot reach the provider/ },
  'cloud.creds.group-missing': { code: 9, says: /Group ghosts not found/ },
  'cloud.creds.ok': { says: /lease aws\/creds\/app\/.*, until .*renewable/ },
  'cloud.creds.unknown-role': { code: 5, says: /trivet aws role list/ },
  'cloud.creds.username-too-long': { code: 1, says: /Shorten --username-template/ },
  'cloud.creds.wrapped': { more: ['--wrap-ttl', '5m'] },
  'cloud.lease.show.never-set': { code: 5, says: /not found/ },
  'cloud.role.show.unknown': { code: 5, says: /not found/ },
  'cloud.role.write.bad-policy-document': { code: 1, says: /cannot parse policy document/ },
  'cloud.role.write.legacy-both': { more: free, code: 1, says: /only one of policy or arn/ },
  'cloud.role.write.legacy-policy': { says: /--policy is deprecated/ },
  'cloud.role.write.no-type': { code: 1, says: /did not supply credential_type/ },
  'cloud.role.write.role-arns-with-iam-user': { more: free, code: 1, says: /cannot supply role_arns/ },
  'cloud.role.write.session-token': { more: free, code: 1, says: /unrecognized credential type/ },
  'cloud.static-creds.unknown': { code: 5, says: /not found/ },
  'cloud.static-role.delete.key-gone': { code: 9, says: /The role stays/ },
  'cloud.static-role.show.unknown': { code: 5, says: /not found/ },
  'cloud.static-role.write.missing-username': { code: 1, says: /missing "username"/ },
  'cloud.static-role.write.period-too-short': { more: free, code: 1, says: /at least one minute/ },
  'cloud.static-role.write.unknown-user': { code: 5, says: /must exist at the provider/ },
  'cloud.sts.federation-token-no-policy': { code: 1, says: /must specify at least one of policy_arns/ },
  'cloud.sts.role-arn-not-allowed': { code: 1, says: /not in allowed role arns/ },
  'cloud.sts.ok': { says: /lease aws\/sts\/deploy\/.*, until .*not renewable/ },
  'cloud.sts.session-name-too-long': { more: free, code: 1, says: /less than or  equal to 64/ },
  'cloud.sts.two-arns-none-given': { code: 1, says: /choose one with --role-arn/ },
  'cloud.sts.unknown-role': { code: 5, says: /not found/ },
};

const namespaced = (namespace: string): readonly string[] => [
  'pki',
  'role',
  'show',
  'web',
  '--namespace',
  namespace,
];

const leases: Readonly<Record<string, Expected>> = {
  'helper.lease.lookup.unknown': { code: 5, says: /invalid lease/ },
  'helper.lease.renew.checked-in-account': { code: 1, says: /Do not revoke it/ },
  'helper.lease.renew.role-gone': { code: 1, says: /role does not exist/ },
  'helper.lease.renew.sts-not-renewable': { code: 1, says: /cannot be renewed/ },
  'helper.lease.renew.unknown': { code: 5, says: /lease not found/ },
  'helper.lease.revoke.denied': {
    code: 4,
    says: /path "sys\/leases\/revoke" \{ capabilities = \["update"\] \}/,
  },
  'helper.lease.revoke.entry-already-gone': { code: 9, says: /The lease stays/ },
  'helper.lease.revoke.ok-sync': { before: ['helper.lease.lookup.ok'], says: /is revoked/ },
  'helper.lease.revoke.queued': {
    before: ['helper.lease.lookup.ok'],
    says: /is revoked/,
  },
  'helper.lease.revoke.stale-check-out': {
    before: ['helper.lease.lookup.ok'],
    says: /the next borrower can lose it now/,
  },
  'helper.unwrap.again': { argv: ['lease', 'unwrap', 'env:WRAPPING'], code: 1, says: /was already used/ },
  'helper.unwrap.ok': { argv: ['lease', 'unwrap', 'env:WRAPPING'] },
  'helper.namespace.mount-not-in-namespace': {
    argv: namespaced('team1'),
    code: 5,
    says: /mount \w+ not found/,
  },
  'helper.namespace.unknown': { argv: namespaced('nope'), code: 5, says: /Check --namespace/ },
  'helper.rate-limit.too-many': {
    argv: ['pki', 'urls', 'show', '--mount', 'pki_imp', '--timeout', '2s'],
    code: 7,
    says: /rate limit quota exceeded/,
  },
};

const ldap: Readonly<Record<string, Expected>> = {
  'ldap.config.set.bad-schema': { more: free, code: 1, says: /Supported schemas/ },
  'ldap.config.set.both-length-and-policy': { more: free, code: 1, says: /cannot set both/ },
  'ldap.config.set.missing-binddn': { code: 1, says: /cannot derive UserBindDN/ },
  'ldap.config.set.unknown-field': {
    // The field that the operation does not know is looked for afterwards.
    after: ['ldap.config.show.ok'],
    says: /the server did not keep bind_dn: trivet ldap config show does not have it/,
  },
  'ldap.config.set.partial-update': { says: /--connection_timeout is deprecated|deprecated/ },
  'ldap.config.show.mount-missing': { code: 5, says: /mount \w+ not found/ },
  'ldap.config.show.never-set': { code: 5, says: /not found/ },
  'ldap.creds.ldap-failure': { code: 9, says: /stopped in the LDIF/ },
  'ldap.creds.ldap-failure-and-rollback-failure': { code: 9, says: /failed to roll back/ },
  'ldap.creds.ok': { says: /lease ldap\/creds\/dev\/.*, until .*renewable/ },
  'ldap.creds.unknown': { code: 5, says: /not found/ },
  'ldap.library.check-in.already-in': {
    after: ['ldap.library.status.ok'],
    says: /already available: svc-one/,
  },
  'ldap.library.check-in.not-owner': { code: 1, says: /A privileged user can/ },
  'ldap.library.check-in.ok': { says: /--lease-id leaves no lease behind/ },
  'ldap.library.check-in.unknown-account': { code: 5, says: /no such account/ },
  'ldap.library.check-out.exhausted': {
    before: ['ldap.library.show.ok'],
    after: ['ldap.library.status.one-out'],
    withTtl: true,
    code: 6,
    says: /svc-one \(borrowed by the token with hash [0-9a-f]{40}\)/,
  },
  'ldap.library.check-out.ok': {
    before: ['ldap.library.show.ok'],
    withTtl: true,
    says: /check-in ops svc-one --lease-id ldap\/library\/ops\/check-out\//,
  },
  'ldap.library.check-out.unknown-set': {
    more: ['--ttl', '1h'],
    withTtl: true,
    code: 5,
    says: /doesn't exist/,
  },
  'ldap.library.delete.checked-out': { code: 6, says: /Check the account in first/ },
  'ldap.library.list-under.ok': { more: free, code: 7, says: /does not support hierarchical names/ },
  'ldap.library.manage.check-in.denied': { code: 4, says: /only for highly privileged users/ },
  'ldap.library.show.unknown': { code: 5, says: /not found/ },
  'ldap.library.status.unknown': { code: 5, says: /not found in mount ldap[\s\S]*doesn't exist/ },
  'ldap.library.write.account-in-other-set': { code: 6, says: /one set only/ },
  'ldap.library.write.config-unset': { code: 5, says: /trivet ldap config set/ },
  'ldap.library.write.name-with-slash': { more: free, code: 7, says: /unsupported path/ },
  'ldap.library.write.ttl-above-max': { code: 1, says: /may not be less than ttl/ },
  'ldap.library.write.unknown-account': { code: 5, says: /no such entry below userdn/ },
  'ldap.role.show.unknown': { code: 5, says: /not found/ },
  'ldap.role.write.invalid-ldif': { code: 1, says: /LDIF is invalid/ },
  'ldap.role.write.missing-creation': { more: free, code: 1, says: /missing creation_ldif/ },
  'ldap.role.write.name-with-slash': { more: free, code: 7, says: /unsupported path/ },
  'ldap.role.write.partial-update': { before: ['ldap.role.show.ok'] },
  'ldap.rotate-root.never-set': { code: 5, says: /trivet ldap config set/ },
  'ldap.rotate-root.server-down': { code: 7, says: /cannot reach the directory/ },
  'ldap.rotate-root.wrong-bindpass': { code: 1, says: /rejects the stored password/ },
  'ldap.static-cred.skip-import': {
    says: /rotation at import was skipped.*trivet ldap static-role rotate carol/,
  },
  'ldap.static-cred.unknown': { code: 5, says: /trivet ldap static-role list/ },
  'ldap.static-role.delete.unknown': { code: 5, says: /static role absent not found in mount ldap/ },
  'ldap.static-role.list-under.ok': { more: free, code: 7, says: /does not support hierarchical names/ },
  'ldap.static-role.list.get-without-list': { product: 'generic', code: 7, says: /unsupported operation/ },
  'ldap.static-role.rotate.entry-gone': {
    code: 9,
    says: /To see whether it happened: trivet ldap static-role show bob/,
  },
  'ldap.static-role.rotate.unknown': {
    code: 5,
    says: /^trivet: static role \S+ not found[\s\S]*role doesn't exist/,
  },
  'ldap.static-role.rotate.upper-case-name': { code: 5, says: /stored in lower case/ },
  'ldap.static-role.show.unknown': { code: 5, says: /not found/ },
  'ldap.static-role.write.already-managed': { code: 6, says: /one static role or one set only/ },
  'ldap.static-role.write.missing-username': { code: 1, says: /username is a required field/ },
  'ldap.static-role.write.password-policy-missing': { code: 1, says: /names a password policy/ },
  'ldap.static-role.write.period-too-short': { more: free, code: 1, says: /5 seconds or more/ },
  'ldap.static-role.write.unknown-user': { code: 5, says: /no such entry below userdn/ },
  'ldap.static-role.write.update-username': {
    more: free,
    before: ['ldap.static-role.show.ok'],
    code: 1,
    says: /username and the DN cannot be changed/,
  },
};

export const special: Readonly<Record<string, Expected>> = { ...cloud, ...leases, ...ldap };

const neighbour = 'a neighbouring endpoint';
const named = 'accounts are always named';

/** Exchanges that no command sends; their replies only go through the decoder. */
export const decoderOnly: Readonly<Record<string, string>> = {
  'cloud.config.set.bad-max-retries': 'a number is a number',
  'cloud.lease.set.bad-duration': 'a duration has no space in it',
  'cloud.lease.set.missing-lease-max': 'both are always sent',
  'cloud.role.write.name-with-slash': 'a slash in the name is refused before anything is sent',
  'cloud.role.write.policy-document-object': 'a policy document is text',
  'cloud.static-role.show.list': 'the document has no list of static roles',
  'helper.capabilities-self.limited': neighbour,
  'helper.health.ok': neighbour,
  'helper.health.sealed': neighbour,
  'helper.ldap.role.list.ok': 'the document has no list of dynamic roles',
  'helper.lease.list.ok': neighbour,
  'helper.lease.revoke-prefix.ok': neighbour,
  'helper.mount.denied': neighbour,
  'helper.mount.limited': neighbour,
  'helper.mounts.ok': neighbour,
  'helper.pki.issuers.ok': neighbour,
  'helper.seal-status.ok': neighbour,
  'helper.seal-status.sealed': neighbour,
  'helper.token.lookup-self.bad-token': neighbour,
  'helper.token.lookup-self.limited': neighbour,
  'helper.token.renew-self.ok': neighbour,
  'helper.unknown-path.outside-v1': 'a path outside of the API',
  'helper.unknown-path.pki': neighbour,
  'ldap.library.check-in.none-checked-out': named,
  'ldap.library.check-in.not-owner-no-names': named,
  'ldap.library.check-in.only-one-out-no-names': named,
  'ldap.library.check-in.several-out-no-names': named,
  'ldap.library.manage.check-in.none-out': named,
  'ldap.static-role.write.name-with-slash': 'the role is read first, and that fails',
};
