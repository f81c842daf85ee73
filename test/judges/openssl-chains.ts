/** Chains that openssl makes, each with one peculiarity. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type KeyKind =
  | 'ec'
  | 'compressed'
  | 'rsa'
  | 'rsa1024'
  | 'rsa1962'
  | 'rsa1963'
  | 'rsa3072'
  | 'rsapss'
  | 'p224'
  | 'p384'
  | 'p521'
  | 'k256'
  | 'bp256'
  | 'ed25519'
  | 'ed448'
  | 'dsa';

export interface Part {
  readonly subject?: string;
  /** Lines of an extension section, `=` for none. */
  readonly extensions?: readonly string[];
  readonly key?: KeyKind;
  readonly digest?: string;
  readonly days?: number;
  readonly serial?: string;
  /** Options of RSA-PSS. */
  readonly options?: readonly string[];
}

export interface Recipe {
  readonly leaf?: Part;
  readonly middle?: Part;
  readonly root?: Part;
}

export interface Pems {
  readonly leaf: string;
  readonly middle: string;
  readonly root: string;
  readonly keyFile: string;
}

const keyWords: Readonly<Record<KeyKind, readonly string[]>> = {
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p224: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-224'],
  p384: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  k256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  rsa1024: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  rsa3072: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
  ed25519: ['-algorithm', 'ED25519'],
  ed448: ['-algorithm', 'ED448'],
  compressed: [
    '-algorithm',
    'EC',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-pkeyopt',
    'point-format:compressed',
  ],
  bp256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  rsa1962: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1962'],
  rsa1963: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1963'],
  rsapss: ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  dsa: [],
};

const defaults = {
  root: [
    'basicConstraints=critical,CA:TRUE',
    'keyUsage=critical,keyCertSign,cRLSign',
    'subjectKeyIdentifier=hash',
  ],
  middle: [
    'basicConstraints=critical,CA:TRUE,pathlen:0',
    'keyUsage=critical,keyCertSign,cRLSign',
    'subjectKeyIdentifier=hash',
    'authorityKeyIdentifier=keyid',
  ],
  leaf: [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=serverAuth',
    'subjectAltName=DNS:www.example.com',
    'subjectKeyIdentifier=hash',
    'authorityKeyIdentifier=keyid',
  ],
} as const;

const subjects = { root: '/CN=Root', middle: '/CN=Middle', leaf: '/CN=www.example.com' } as const;

/** Makes chains in a folder; keys are made once for each kind and place. */
export class Maker {
  readonly #folder: string;
  readonly #keys = new Map<string, string>();
  readonly #made = new Map<string, string>();
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #run(...words: readonly string[]): void {
    execFileSync('openssl', words, { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  #key(place: string, kind: KeyKind): string {
    const file = `${place}-${kind}.key`;
    if (this.#keys.has(file)) return file;
    if (kind === 'dsa') {
      const parameters = 'dsa.parameters';
      // They take long to find.
      if (!this.#keys.has(parameters)) {
        const words = ['-algorithm', 'DSA', '-pkeyopt', 'dsa_paramgen_bits:2048', '-out', parameters];
        this.#run('genpkey', '-genparam', ...words);
        this.#keys.set(parameters, kind);
      }
      this.#run('genpkey', '-paramfile', parameters, '-out', file);
    } else this.#run('genpkey', ...keyWords[kind], '-out', file);
    this.#keys.set(file, kind);
    return file;
  }

  /** Returns the file of a certificate. */
  #certificate(
    place: 'root' | 'middle' | 'leaf',
    part: Part,
    issuer?: { readonly file: string; readonly key: string },
  ): { readonly file: string; readonly key: string } {
    const {
      subject = subjects[place],
      extensions = [],
      key: kind = 'ec',
      digest = 'sha256',
      days = 90,
    } = part;
    const key = this.#key(place, kind);
    const own = new Set(extensions.map((line) => line.split('=')[0]));
    const lines = [
      ...defaults[place].filter((line) => !own.has(line.split('=')[0])),
      ...extensions.filter((line) => !line.endsWith('=')),
    ];
    const id = JSON.stringify([place, part, issuer]);
    const known = this.#made.get(id);
    if (known !== undefined) return { file: known, key };
    this.#count += 1;
    const file = `${place}-${this.#count}.pem`;
    writeFileSync(
      join(this.#folder, 'config'),
      `[req]\ndistinguished_name=name\n[name]\n[names]\nCN=other\n[extensions]\n${lines.join('\n')}\n`,
    );
    this.#run(
      'req',
      '-x509',
      '-new',
      '-config',
      'config',
      '-extensions',
      'extensions',
      '-subj',
      subject,
      '-key',
      key,
      ...(kind.startsWith('ed') && issuer === undefined ? [] : [`-${digest}`]),
      '-days',
      String(days),
      '-set_serial',
      part.serial ?? `0x4a${this.#count.toString(16).padStart(6, '0')}`,
      '-out',
      file,
      ...(part.options ?? []),
      ...(issuer === undefined ? [] : ['-CA', issuer.file, '-CAkey', issuer.key]),
    );
    this.#made.set(id, file);
    return { file, key };
  }

  make({ leaf = {}, middle = {}, root = {} }: Recipe): Pems {
    const top = this.#certificate('root', root);
    const between = this.#certificate('middle', middle, top);
    const own = this.#certificate('leaf', leaf, between);
    const read = (file: string): string => readFileSync(join(this.#folder, file), 'utf8');
    return {
      leaf: read(own.file),
      middle: read(between.file),
      root: read(top.file),
      keyFile: join(this.#folder, own.key),
    };
  }
}
