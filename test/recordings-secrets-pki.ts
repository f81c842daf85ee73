/** Which command produces each recorded exchange of messages and certificates, and how it ends. */

export interface Expected {
  /** The whole command line, if it does not follow from the operation and the path. */
  readonly argv?: readonly string[];
  /** Further arguments. */
  readonly more?: readonly string[];
  /** The exit code; 0 when absent. */
  readonly code?: number;
  /** What stderr contains. */
  readonly says?: RegExp;
  /** Recordings that answer the requests before the recorded one. */
  readonly before?: readonly string[];
  /** Sent with the product vault: OpenBao has no messages, and trivet refuses them before sending. */
  readonly product?: 'vault';
}

const refused = (says: RegExp, rest: Expected = {}): Expected => ({ code: 1, says, ...rest });
const noMessages: Expected = { product: 'vault', code: 7, says: /Vault Enterprise/ };
const missingMount: Expected = { code: 5, says: /mount \w+ not found/ };
const unchecked = ['--no-validate'] as const;
const atRoot = ['pki.ca.show.ok-der', 'pki.cert.list.ok'] as const;

/** Any other success prints the document as received, with its warnings on stderr. */
export const special: Readonly<Record<string, Expected>> = {
  'message.create.unsupported': noMessages,
  'message.delete.unsupported': noMessages,
  'message.list.no-token': { product: 'vault', code: 4, says: /does not accept the token/ },
  'message.list.unsupported': noMessages,
  'message.list.unsupported-get-list-true': noMessages,
  'message.show.unsupported': noMessages,
  'pki.ca.chain.empty-mount': { says: /the chain of pki_empty is empty/ },
  'pki.ca.import.encrypted-key': refused(/Error parsing key 0/),
  'pki.ca.import.garbage': refused(/invalid PEM data/),
  // An import has several steps: keys of the bundle may be stored before a certificate is refused.
  'pki.ca.import.leaf': { code: 9, says: /Refusing to import non-CA certificate/ },
  'pki.ca.show.empty-mount-der': { code: 5, says: /pki_empty has no CA/ },
  'pki.ca.show.mount-missing': { code: 5, says: /the mount does not exist/ },
  'pki.cert.download.crl': { code: 7, says: /unsupported path/ },
  'pki.cert.download.unknown': { code: 5, says: /pki stores no certificate 11:22:33:44:55/ },
  'pki.cert.download.unknown-pem': { code: 5, says: /pki stores no certificate 11:22:33:44:55/ },
  'pki.cert.show.empty-mount-ca': { code: 5, says: /no default issuer/ },
  'pki.cert.show.no-separators': { more: unchecked, code: 5, says: /not found/ },
  'pki.cert.show.no-store-certificate': { code: 5, says: /not found/ },
  'pki.cert.show.unknown': { code: 5, says: /not found/ },
  'pki.crl.show.empty-mount': { code: 5, says: /pki_empty has no revocation list/ },
  'pki.intermediate.generate.bad-type': refused(/path parameter must be/, { more: unchecked }),
  'pki.intermediate.generate.kms': refused(/unsupported public key[\s\S]*managed key/, { more: unchecked }),
  'pki.intermediate.set-signed.with-private-key': refused(/private keys found in the PEM bundle/, {
    more: unchecked,
  }),
  'pki.issue.missing-common-name': refused(/the common_name field is required/),
  'pki.issue.name-not-allowed': refused(/common name www\.example\.net not allowed by this role/),
  'pki.issue.no-issuer': refused(/could not fetch the CA certificate[\s\S]*trivet pki root generate/),
  'pki.issue.not-after-beyond-ca': refused(/beyond the expiration of the CA certificate/),
  'pki.issue.ttl-and-not-after': refused(/Either ttl or not_after/, { more: unchecked }),
  'pki.issue.unknown-field': { more: ['--set', 'comon_name="x"'], says: /ignored these unrecognized/ },
  'pki.issue.unknown-role': { code: 5, says: /role absent not found in mount pki/ },
  'pki.issue.wrapped': { more: ['--wrap-ttl', '300'] },
  'pki.revoke.by-certificate': { before: ['pki.revoke.unknown'], says: /sending the certificate itself/ },
  'pki.revoke.expired': refused(/already expired[\s\S]*was not revoked/),
  'pki.revoke.issuer': refused(/to its own CRL is not allowed/),
  'pki.revoke.no-store-certificate-pem': {
    before: ['pki.revoke.unknown'],
    says: /sending the certificate itself/,
  },
  'pki.revoke.unknown': { code: 5, says: /certificate with serial 00:11:22:33:44:55 not found/ },
  'pki.role.list.bad-token': { code: 4, says: /does not accept the token/ },
  'pki.role.list.denied': { code: 4, says: /not allowed to do this/ },
  'pki.role.list.mount-missing': missingMount,
  'pki.role.list.no-token': { code: 4, says: /does not accept the token/ },
  'pki.role.list.sealed': { code: 7, says: /Vault is sealed[\s\S]*Unseal the server/ },
  'pki.role.show.mount-missing': missingMount,
  'pki.role.show.unknown': { code: 5, says: /not found/ },
  'pki.role.write.ttl-above-max': refused(/must be less than/),
  'pki.role.write.unknown-field': {
    argv: ['pki', 'role', 'write', 'typo', '--set', 'key-type="ec"', '--set', 'allow_any_nam=true'],
    says: /ignored these unrecognized parameters/,
  },
  'pki.root.delete.no-sudo': { before: atRoot, code: 4, says: /"sudo"/ },
  'pki.root.delete.ok': { before: atRoot, says: /deletes every issuer and every key of pki_ec/ },
  'pki.root.generate.bad-type': refused(/path parameter must be/, { more: unchecked }),
  'pki.root.generate.kms': refused(/unsupported public key[\s\S]*managed key/),
  'pki.root.sign-intermediate.no-issuer': refused(/no default issuer/),
  'pki.root.sign-intermediate.path-length-zero': refused(/max path length of zero/),
  'pki.root.sign-self-issued.algorithm-mismatch': refused(/does not match submitted certificate/),
  'pki.root.sign-self-issued.no-sudo': { code: 4, says: /"sudo"/ },
  'pki.root.sign-self-issued.not-ca': refused(/not a CA certificate/),
  'pki.root.sign-self-issued.not-self-issued': refused(/not self-issued/),
  'pki.sign-verbatim.body-name-ignored': {
    more: ['--set', 'name="web"', '--no-validate'],
    says: /ignored these unrecognized parameters: \[name\]/,
  },
  'pki.sign-verbatim.unknown-role': { code: 5, says: /role absent not found in mount pki/ },
  'pki.sign.garbage-csr': refused(/csr contains no data[\s\S]*@FILE/),
  'pki.sign.name-not-allowed': refused(/common name www\.example\.net not allowed/),
  'pki.sign.wrong-key-type': refused(/role requires keys of type rsa/),
  'pki.tidy.invalid-safety-buffer': refused(/safety_buffer must be greater than zero/, { more: unchecked }),
  'pki.tidy.ok': { says: /successfully started/ },
  'pki.urls.set.invalid': refused(/invalid URL found/),
};

/** Exchanges that no command sends; their replies only go through the decoder. */
export const decoderOnly: Readonly<Record<string, string>> = {
  'message.create.trailing-slash': 'the product generic sends it: see the test of its own',
  'message.update.unsupported': 'the message is read first, and that fails',
  'pki.cert.list.detailed': 'a neighbouring endpoint',
  'pki.cert.list.paged': 'a parameter of OpenBao alone',
  'pki.crl.config.set.invalid-expiry': 'a duration that is none is refused before it is sent',
  'pki.crl.rotate.post-method': 'another method',
  'pki.intermediate.generate.missing-common-name': 'a CA without a name is refused before it is sent',
  'pki.issue.ttl-bad': 'a duration that is none is refused before it is sent',
  'pki.role.list.get-without-list': 'another method',
  'pki.role.list.paged': 'parameters of OpenBao alone',
  'pki.role.write.name-with-slash': 'a slash in a name is refused before it is sent',
  'pki.role.write.patch': 'another method',
  'pki.role.write.patch-wrong-content-type': 'another method',
  'pki.role.write.trailing-slash': 'a slash in a name is refused before it is sent',
  'pki.root.generate.missing-common-name': 'a CA without a name is refused before it is sent',
};
