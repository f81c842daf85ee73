// The licences of what the executables contain, as SPDX expressions: packages, the formula and the bill of materials name them.
// packaging/licences/BUN.md lists the parts.

/** Bun with everything that is linked into it. */
export const runtimeLicence = [
  'MIT',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'IJG',
  'ISC',
  'LGPL-2.0-only',
  'LGPL-2.1-only',
  'OpenSSL',
  'Unicode-3.0',
  'Zlib',
];

/** An executable: trivet, what it bundles, and Bun. */
export const executableLicence = runtimeLicence
  .map((one) => (one.includes(' ') ? `(${one})` : one))
  .join(' AND ');
