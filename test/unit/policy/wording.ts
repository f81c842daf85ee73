/** What findings say, word for word: code | severity | certificate | check | message | hint. */

/** In the order of the rows of the rules. */
export const ruleWording: readonly (readonly string[])[] = [
  ['expired | refused | leaf | expiry | it expired 2026-01-14T23:59:59Z | Renew it.'],
  ['expired | refused | middle | expiry | it expired 2026-01-14T23:59:59Z | Renew it.'],
  ['expired | refused | root | expiry | it expired 2026-01-14T23:59:59Z | Renew it.'],
  [
    'not-yet-valid | refused | leaf | expiry | it is valid only from 2026-01-15T00:00:01Z | Check the clock of this machine and of the issuer.',
  ],
  [
    'not-yet-valid | refused | middle | expiry | it is valid only from 2026-01-15T00:00:01Z | Check the clock of this machine and of the issuer.',
  ],
  [
    'not-yet-valid | refused | root | expiry | it is valid only from 2026-01-15T00:00:01Z | Check the clock of this machine and of the issuer.',
  ],
  [
    'not-a-ca | refused | middle | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'not-a-ca | refused | middle | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'not-a-ca | refused | root | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'ca-without-cert-sign | refused | middle | chain | its key usage does not include keyCertSign | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'ca-without-cert-sign | refused | root | chain | its key usage does not include keyCertSign | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'basic-constraints-not-critical | nonconforming | middle | form | its basic constraints are not critical | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'ca-without-key-usage | nonconforming | middle | form | it is a CA without a key usage | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'path-length-without-ca | nonconforming | leaf | form | it has a path length and is not a CA | Only a CA has a path length.',
  ],
  [
    'cert-sign-without-ca | nonconforming | leaf | form | its key usage includes keyCertSign, and it is not a CA | Issue it again without the key usage keyCertSign.',
  ],
  [
    'leaf-is-ca | nonconforming | leaf | purpose | it is the certificate of a CA | Issue a certificate that is not a CA for this purpose.',
  ],
  [
    'constraints-in-leaf | nonconforming | leaf | form | it has name constraints and is not a CA | Only a CA has name constraints.',
  ],
  [
    'constraints-empty | refused | middle | form | its name constraints are empty | Issue it again with name constraints that name something, or without any.',
  ],
  [
    'constraints-not-critical | nonconforming | middle | form | its name constraints are not critical | Issue it again with critical name constraints.',
  ],
  [
    'constraints-form | nonconforming | middle | form | its name constraints contain ".test" | Write the host names of name constraints without a period at their beginning and without wildcards.',
  ],
  [
    'constraints-form | nonconforming | middle | form | its name constraints contain "*.test" | Write the host names of name constraints without a period at their beginning and without wildcards.',
  ],
  [
    'constraints-for-go | unknown | middle | form | its name constraints are of a kind that not all clients know | Programs written in Go refuse critical constraints on names other than DNS, IP, email and URI.',
  ],
  [
    'constraints-for-go | unknown | middle | form | its name constraints are of a kind that not all clients know | Programs written in Go refuse critical constraints on names other than DNS, IP, email and URI.',
  ],
  [
    'constraints-for-go | unknown | middle | form | its name constraints are of a kind that not all clients know | Programs written in Go refuse critical constraints on names other than DNS, IP, email and URI.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for TLS servers: its extended key usages are clientAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for TLS servers: its extended key usages are none | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for TLS servers: its extended key usages are anyExtendedKeyUsage | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | middle | purpose | it issues certificates that are not for TLS servers: its extended key usages are clientAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | root | purpose | it issues certificates that are not for TLS servers: its extended key usages are clientAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for TLS clients: its extended key usages are serverAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for email: its extended key usages are serverAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'extended-key-usage | refused | leaf | purpose | it is not for signing code: its extended key usages are serverAuth | Issue it again with the extended key usage of this purpose, or use it for another purpose.',
  ],
  [
    'key-usage | refused | leaf | purpose | its key usage does not allow it for TLS servers: cRLSign | Issue another certificate for this purpose, with the key usage digitalSignature.',
  ],
  [
    'key-usage | refused | leaf | purpose | its key usage does not allow it for TLS servers: keyEncipherment | Issue another certificate for this purpose, with the key usage digitalSignature.',
  ],
  [
    'netscape-type | refused | leaf | purpose | its Netscape certificate type is not for TLS servers | Issue it again without the Netscape certificate type.',
  ],
  [
    'extended-key-usage-missing | nonconforming | leaf | purpose | no extended key usage says that it is for TLS servers | Issue it again with the extended key usage of its purpose.',
  ],
  [
    'extended-key-usage-any | nonconforming | leaf | purpose | it is for any purpose | Issue it again with only the extended key usages that it needs.',
  ],
  [
    'extended-key-usage-critical | nonconforming | leaf | purpose | its extended key usages are critical | Issue it again with extended key usages that are not critical.',
  ],
  [
    'root-extended-key-usage | nonconforming | root | purpose | it is a root with extended key usages | Issue the root again without extended key usages.',
  ],
  [
    'no-names | refused | leaf | names | it has no alternative names | Issue it again with its host names as alternative names; clients ignore the common name.',
  ],
  [
    'names-not-critical | refused | leaf | names | it has no subject, and its alternative names are not critical | Issue it again with a subject, or with critical alternative names.',
  ],
  [
    'names-critical | nonconforming | leaf | names | its alternative names are critical although it has a subject | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | an address has 3 octets | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | a name contains other characters than ASCII | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | a name contains other characters than ASCII | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "under_score.example.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | ".example.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "10.0.0.1" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "*.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "a.*.example.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "a*.example.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "*" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "a..b" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "-a.example.com" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    'name-form | nonconforming | leaf | names | "two@at@example.com" is not an email address | Issue it again with names that clients accept.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name web.example.com is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name WWW.example.com is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name web is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 0x0a000001 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 10.0.0.01 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 2001:DB8::1 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 2001:db8:0:0:0:0:0:1 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'signature-weak | refused | leaf | algorithms | it is signed by SHA1 with ECDSA | Issue it again, signed with SHA-256.',
  ],
  [
    'signature-weak | refused | leaf | algorithms | it is signed by MD5 with RSA | Issue it again, signed with SHA-256.',
  ],
  [
    'signature-weak | refused | leaf | algorithms | it is signed by SHA256 with DSA | Issue it again, signed with SHA-256.',
  ],
  [
    'signature-weak | refused | middle | algorithms | it is signed by SHA1 with ECDSA | Issue it again, signed with SHA-256.',
  ],
  [
    'signature-uncommon | refused | leaf | algorithms | it is signed by SHA224 with ECDSA | Issue it again, signed by RSA, ECDSA or Ed25519 with SHA-256: Go verifies no others.',
  ],
  [
    'signature-uncommon | refused | leaf | algorithms | it is signed by Ed448 | Issue it again, signed by RSA, ECDSA or Ed25519 with SHA-256: Go verifies no others.',
  ],
  [
    'key-uncommon-ca | refused | middle | algorithms | its key is only for RSA-PSS | Issue it again with a key for RSA in general: Go cannot use one that is only for RSA-PSS.',
  ],
  [
    'key-large | refused | leaf | algorithms | clients do not accept a key as large as RSA 8200 | Issue it again with RSA 4096 or less.',
  ],
  [
    'key-uncommon | nonconforming | leaf | algorithms | its key is RSA 1968 | Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
  ],
  [
    'key-weak | refused | leaf | algorithms | clients do not accept its key, RSA 1962 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'critical-unknown | refused | leaf | form | clients do not know a critical extension: crlDistributionPoints | Issue it without these extensions, or not critical.',
  ],
  [
    'name-unreadable | refused | leaf | names | the URI "http://a b.test/" cannot be read | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | the URI "http://a..test/" cannot be read | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | the URI "http://user@a\\b.test:80/" cannot be read | Issue it again with names that clients accept.',
  ],
  [
    'key-invalid | refused | leaf | algorithms | its RSA key has an invalid modulus or exponent | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-invalid | refused | leaf | algorithms | its EC key has explicit parameters instead of a named curve | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-weak | refused | leaf | algorithms | clients do not accept its key, RSA 1024 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-weak | refused | leaf | algorithms | clients do not accept its key, EC secp256k1 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-weak | refused | leaf | algorithms | clients do not accept its key, DSA 1024 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-weak | refused | root | algorithms | clients do not accept its key, RSA 1024 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'key-uncommon | nonconforming | leaf | algorithms | its key is Ed25519 | Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
  ],
  [
    'key-uncommon | nonconforming | leaf | algorithms | its key is EC P-224 | Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
  ],
  [
    'key-uncommon | nonconforming | leaf | algorithms | its key is RSA 2050 | Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
  ],
  [
    'key-uncommon | nonconforming | leaf | algorithms | its key is DSA 2048 | Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
  ],
  [
    'encoding | refused | leaf | form | it is not encoded in DER: an integer with octets that do not count | Issue it again with software that follows RFC 5280.',
  ],
  [
    'default-written | nonconforming | leaf | form | DER leaves out that an extension is not critical: 1.3.6.1.4.1.55738.1 | Issue it again with software that follows RFC 5280.',
  ],
  [
    'version | nonconforming | leaf | form | it is a version 2 certificate with extensions | Issue it again as a version 3 certificate.',
  ],
  [
    'version | nonconforming | root | form | it is a version 1 certificate | Issue it again as a version 3 certificate.',
  ],
  [
    'serial-negative | refused | leaf | form | its serial number is negative | Issue it again with software that follows RFC 5280.',
  ],
  [
    'serial | nonconforming | leaf | form | its serial number is zero | Issue it again with software that follows RFC 5280.',
  ],
  [
    'serial | nonconforming | leaf | form | its serial number is longer than 20 octets | Issue it again with software that follows RFC 5280.',
  ],
  [
    'algorithm-mismatch | refused | leaf | form | it names two signature algorithms, SHA256 with ECDSA and SHA384 with ECDSA | Issue it again with software that follows RFC 5280.',
  ],
  [
    'issuer-empty | refused | leaf | form | it does not name its issuer | Issue it again with software that follows RFC 5280.',
  ],
  [
    'subject-empty | refused | middle | form | it is a CA without a subject | Issue it again with software that follows RFC 5280.',
  ],
  [
    'extension-repeated | refused | leaf | form | an extension is in it twice: keyUsage | Issue it again with software that follows RFC 5280.',
  ],
  [
    'extension-malformed | refused | leaf | form | the extension authorityInfoAccess is not valid: its value is malformed | Issue it again with software that follows RFC 5280.',
  ],
  [
    'extension-malformed | refused | leaf | form | the extension certificatePolicies is not valid: there are octets after its value | Issue it again with software that follows RFC 5280.',
  ],
  [
    'extension-malformed-unused | nonconforming | leaf | form | the extension issuerAltName is not valid: its value is malformed | Issue it again with software that follows RFC 5280.',
  ],
  [
    'precertificate | refused | leaf | form | it is a precertificate | Use the certificate that was issued after this precertificate.',
  ],
  [
    'critical-unknown | refused | leaf | form | clients do not know a critical extension: 1.3.6.1.4.1.55738.1 | Issue it without these extensions, or not critical.',
  ],
  [
    'critical-unknown | refused | middle | form | clients do not know a critical extension: 1.3.6.1.4.1.55738.1 | Issue it without these extensions, or not critical.',
  ],
  [
    'critical-unknown | refused | root | form | clients do not know a critical extension: 1.3.6.1.4.1.55738.1 | Issue it without these extensions, or not critical.',
  ],
  [
    'critical-unknown | refused | leaf | form | clients do not know a critical extension: nsComment | Issue it without these extensions, or not critical.',
  ],
  [
    'critical-forbidden | refused | leaf | form | an extension must not be critical: subjectKeyIdentifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'policy-constraints-not-critical | nonconforming | middle | form | the extension policyConstraints is not critical | Issue it again with software that follows RFC 5280.',
  ],
  [
    'inhibit-any-policy-not-critical | nonconforming | middle | form | the extension inhibitAnyPolicy is not critical | Issue it again with software that follows RFC 5280.',
  ],
  [
    'subject-key-missing | nonconforming | middle | form | it is a CA without a subject key identifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'subject-key-missing | nonconforming | root | form | it is a CA without a subject key identifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'authority-key-missing | nonconforming | leaf | form | it has no authority key identifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'authority-key-missing | nonconforming | middle | form | it has no authority key identifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'authority-key-missing | nonconforming | leaf | form | its authority key identifier does not identify a key | Issue it again with software that follows RFC 5280.',
  ],
  [
    'root-authority-key | nonconforming | root | form | its authority key identifier is not that of its own key | Issue it again with software that follows RFC 5280.',
  ],
  [
    'root-authority-key | nonconforming | root | form | its authority key identifier names an issuer and a serial number | Issue it again with software that follows RFC 5280.',
  ],
  [
    'name-form | nonconforming | leaf | names | "a_b.test" is not a host name | Issue it again with names that clients accept.',
  ],
  [
    `name-form | nonconforming | leaf | names | "${'a.'.repeat(126)}aa" is not a host name | Issue it again with names that clients accept.`,
  ],
  [
    'name-unreadable | refused | leaf | names | the URI "http://.a.test/" cannot be read | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | the URI "HTTP://a b.test/" cannot be read | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | leaf | names | an address has 3 octets | Issue it again with names that clients accept.',
  ],
  [
    'name-unreadable | refused | middle | names | an address has 3 octets | Issue it again with names that clients accept.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 1.2.3.4.5 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 10.0.0.1:443 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name fade is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name ample.com is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'common-name | nonconforming | leaf | names | its common name 10.0.0.1 is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  [
    'critical-unknown | refused | leaf | form | clients do not know a critical extension: 1.3.6.1.4.1.55738.1, 1.3.6.1.4.1.55738.1.2 | Issue it without these extensions, or not critical.',
  ],
  [
    'extension-malformed | refused | leaf | form | the extension authorityInfoAccess is not valid: its value is malformed | Issue it again with software that follows RFC 5280.',
  ],
  [
    'version | nonconforming | leaf | form | it is a version 2 certificate with extensions | Issue it again as a version 3 certificate.',
  ],
  [
    'authority-key-missing | nonconforming | leaf | form | it has no authority key identifier | Issue it again with software that follows RFC 5280.',
  ],
  [
    'encoding | refused | leaf | form | it is not encoded in DER: an integer with octets that do not count, a boolean that is neither 00 nor ff | Issue it again with software that follows RFC 5280.',
  ],
  [
    'key-large | refused | leaf | algorithms | clients do not accept a key as large as RSA 8193 | Issue it again with RSA 4096 or less.',
  ],
  [
    'key-weak | refused | leaf | algorithms | clients do not accept its key, RSA 1024 | Issue it again with a stronger key: RSA 2048 or more, or EC P-256.',
  ],
  [
    'signature-weak | refused | leaf | algorithms | it is signed by MD2 with RSA | Issue it again, signed with SHA-256.',
  ],
  [
    'not-a-ca | refused | root | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'not-a-ca | refused | root | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'not-a-ca | refused | middle | chain | it is not a CA, but a certificate of the chain is signed with its key | Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.',
  ],
  [
    'cert-sign-without-ca | nonconforming | leaf | form | its key usage includes keyCertSign, and it is not a CA | Issue it again without the key usage keyCertSign.',
  ],
  [
    'constraints-in-leaf | nonconforming | leaf | form | it has name constraints and is not a CA | Only a CA has name constraints.',
  ],
  [
    'constraints-form | nonconforming | middle | form | its name constraints contain ".example.com" | Write the host names of name constraints without a period at their beginning and without wildcards.',
  ],
  [
    'constraints-unreadable | refused | middle | form | clients cannot read its name constraint "a b" | Issue it again with name constraints that clients can read.',
  ],
  [
    'constraints-unreadable | refused | middle | form | clients cannot read its name constraint "::1" | Issue it again with name constraints that clients can read.',
  ],
];

export const chainWording: Readonly<Record<string, readonly string[]>> = {
  'the signature of another key': [
    'signature | refused | leaf | chain | it is not signed by CN=Middle | Replace the CA certificate by the one that issued it, or issue it again.',
  ],
  'a signature by an unknown algorithm': [
    'signature | refused | leaf | chain | its signature, 1.2.3.4, cannot be verified with the key of CN=Middle | Replace the CA certificate by the one that issued it, or issue it again.',
    'algorithm-mismatch | refused | leaf | form | it names two signature algorithms, SHA256 with ECDSA and 1.2.3.4 | Issue it again with software that follows RFC 5280.',
  ],
  'a name that is written differently': [
    'issuer-encoding | refused | leaf | chain | it writes the name of its issuer differently from CN=Middle itself | Replace the CA certificate by the one that issued it, or issue it again.',
  ],
  'the identifier of another key': [
    'key-identifier | refused | leaf | chain | it names another key than that of its issuer CN=Middle | Replace the CA certificate by the one that issued it, or issue it again.',
  ],
  'a path that is too long': [
    'path-length | refused | root | chain | it allows 0 CAs below it, and there are 1 | Issue the certificate from a CA that is nearer to the root.',
  ],
  'a chain that is too deep': [
    'depth | refused | root | chain | the chain has 1 CAs in between, and 0 are allowed | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
  ],
  'another host': [
    'host | refused | leaf | names | it is not for mail.example.com, but for www.example.com | Issue it for this name, or connect by a name that it has.',
  ],
  'a host with an underscore': [
    'host-for-java | unknown | leaf | names | it is for a_b.test, but not all clients accept a name with an underscore | Programs written in Java do not: give the server a name without underscores for them.',
    'name-form | nonconforming | leaf | names | "a_b.test" is not a host name | Issue it again with names that clients accept.',
  ],
  'another host of several': [
    'host | refused | leaf | names | it is not for b.test, but for www.example.com, a.test | Issue it for this name, or connect by a name that it has.',
  ],
  'a host without names': [
    'host | refused | leaf | names | it is not for www.example.com, but for no name | Issue it for this name, or connect by a name that it has.',
    'no-names | refused | leaf | names | it has no alternative names | Issue it again with its host names as alternative names; clients ignore the common name.',
  ],
  'no anchor': [
    'issuer-unknown | unknown | middle | chain | the certificate of its issuer CN=Root is missing | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
  ],
  'a root as no anchor': [
    'trust-unknown | unknown | root | chain | whether clients trust this root is unknown without --trust | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
  ],
  'no issuer': [
    'issuer-missing | refused | leaf | chain | the certificate of its issuer CN=Middle is missing | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
  ],
  'no issuer below given anchors': [
    'issuer-missing | refused | middle | chain | the certificate of its issuer CN=Root is missing | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
  ],
  'an excluded name': [
    'name-excluded | refused | leaf | chain | www.example.com is excluded below CN=Middle | Issue it for names that the name constraints of its CA permit, or below another CA.',
  ],
  'a name that is not permitted': [
    'name-not-permitted | refused | leaf | chain | www.example.com is not permitted below CN=Middle | Issue it for names that the name constraints of its CA permit, or below another CA.',
  ],
  'a name that cannot be compared': [
    'name-unchecked | refused | leaf | chain | clients cannot check whether a@b@c.test is permitted below CN=Middle | Issue it for names that the name constraints of its CA permit, or below another CA.',
    'name-form | nonconforming | leaf | names | "a@b@c.test" is not an email address | Issue it again with names that clients accept.',
  ],
  'a network without a mask': [
    'name-unchecked | refused | leaf | chain | clients cannot check whether 10.0.0.1 is permitted below CN=Middle | Issue it for names that the name constraints of its CA permit, or below another CA.',
    'constraints-unreadable | refused | middle | form | clients cannot read its name constraint "10.0.0.0" | Issue it again with name constraints that clients can read.',
  ],
  'more names than clients compare': [
    'constraints-too-many | refused | leaf | chain | it has more names and constraints than clients compare | Issue it for names that the name constraints of its CA permit, or below another CA.',
    'common-name | nonconforming | leaf | names | its common name www.example.com is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  'a policy that is missing': [
    'policy-missing | refused | leaf | chain | a CA above it requires a certificate policy, and the chain has none in common | Issue it with a policy that all CAs of the chain allow.',
  ],
  'policies that are mapped': [
    'policy-mapped | unknown | leaf | chain | a CA above it requires a certificate policy and maps policies, which is not checked | Issue it with a policy that all CAs of the chain allow.',
  ],
  'what is not served': [
    'not-served | refused | - | served | what the server sends lacks CN=Middle | Let the server send its certificate and then each CA in turn, as in fullchain.pem; the root can be left out.',
  ],
  'an order that is unknown': [
    'order-unknown | unknown | - | served | the order in which the certificates are sent is unknown | Let the server send its certificate and then each CA in turn, as in fullchain.pem; the root can be left out.',
  ],
  'another order': [
    'served-order | nonconforming | - | served | the certificates are not sent in the order of the chain | Let the server send its certificate and then each CA in turn, as in fullchain.pem; the root can be left out.',
  ],
  'a certificate that is sent twice': [
    'served-twice | nonconforming | - | served | it is sent twice: CN=Middle | Let the server send its certificate and then each CA in turn, as in fullchain.pem; the root can be left out.',
  ],
  'a self-signed one': [
    'self-signed | unknown | leaf | chain | it is self-signed | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
    'common-name | nonconforming | leaf | names | its common name own is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  'an untrusted one': [
    'untrusted | refused | leaf | chain | it is not trusted | Give the certificates of the CAs in between, and the root that clients trust with --trust.',
    'common-name | nonconforming | leaf | names | its common name own is not among its alternative names | Issue it again with a common name that is one of its alternative names, or without one.',
  ],
  'too many': [
    'search-limit | refused | leaf | chain | there are more possible chains than clients try | Give only the CA certificates of this chain.',
  ],
};
