/** A chain of three that keeps every rule, in which each certificate can be changed. */
import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import type { ParsedCertificate } from '../../src/documents/x509/certificate.ts';
import type { Judged, Judgement } from '../../src/features/certificates/policy/judge.ts';
import { isFailure } from '../../src/features/certificates/policy/finding.ts';
import { judge } from '../../src/features/certificates/policy/judge.ts';
import type { Extension, Recipe } from './made-certificates.ts';
import {
  authorityKey,
  basic,
  cn,
  dns,
  ecKey,
  extended,
  keyId,
  keyUsage,
  make,
  names,
  now,
  purposes,
  subjectKey,
  usage,
} from './made-certificates.ts';

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
export const rootKey = newKey();
export const middleKey = newKey();

export interface Change extends Recipe {
  /** Extensions that replace those of the same kind, or come last. */
  readonly with?: readonly Extension[];
  readonly without?: readonly string[];
  /** Repeats what is there already. */
  readonly twice?: readonly Extension[];
}

const changed = (recipe: Recipe, { with: more = [], without = [], twice = [], ...rest }: Change): Recipe => {
  const gone = new Set([...without, ...more.map(([id]) => id)]);
  const kept = (recipe.extensions ?? []).filter(([id]) => !gone.has(id));
  return { ...recipe, extensions: [...kept, ...more, ...twice], ...rest };
};

export interface Chain {
  readonly leaf: ParsedCertificate;
  readonly middle: ParsedCertificate;
  readonly root: ParsedCertificate;
}

export interface Changes {
  readonly leaf?: Change;
  readonly middle?: Change;
  readonly root?: Change;
}

export const makeChain = ({ leaf = {}, middle = {}, root = {} }: Changes = {}): Chain => {
  const rootRecipe = changed(
    {
      subject: cn('Root'),
      key: rootKey,
      signer: rootKey,
      extensions: [basic(true), keyUsage(usage.certAndListSign), subjectKey(keyId(rootKey))],
    },
    root,
  );
  const middleRecipe = changed(
    {
      subject: cn('Middle'),
      issuer: cn('Root'),
      key: middleKey,
      signer: rootKey,
      extensions: [
        basic(true, 0),
        keyUsage(usage.certAndListSign),
        subjectKey(keyId(middleKey)),
        authorityKey(keyId(rootKey)),
      ],
    },
    middle,
  );
  const leafRecipe = changed(
    {
      subject: cn('www.example.com'),
      issuer: cn('Middle'),
      key: ecKey,
      signer: middleKey,
      extensions: [
        basic(false),
        keyUsage(usage.signature),
        extended(purposes.server, purposes.client),
        names(dns('www.example.com')),
        subjectKey(keyId(ecKey)),
        authorityKey(keyId(middleKey)),
      ],
    },
    leaf,
  );
  return { leaf: make(leafRecipe), middle: make(middleRecipe), root: make(rootRecipe) };
};

/** What differs from what is judged usually. */
export type Asked = Partial<Judged>;

/** Judges a certificate of TLS servers for no host, without others and without revocations. */
export const judgeAlone = (leaf: ParsedCertificate, more: Asked): Judgement =>
  judge({
    leaf,
    pool: [],
    purpose: 'tls-server',
    hosts: [],
    at: now,
    revocation: { mode: 'off', lists: [], isExplicit: false },
    ...more,
  });

/** Judges a chain, served as it is, with its root as the only anchor. */
export const judgeChain = ({ leaf, middle, root }: Chain, more: Asked = {}): Judgement =>
  judgeAlone(leaf, {
    served: { certificates: [leaf, middle], isOrdered: true },
    anchors: [root],
    hosts: ['www.example.com'],
    ...more,
  });

/** The codes of what makes a check fail. */
export const failuresOf = ({ findings }: Judgement, strict = false): readonly string[] =>
  findings.filter((one) => isFailure(one, strict)).map(({ code }) => code);

/** `code severity place` of each finding. */
export const spoken = (chain: Chain, { findings }: Judgement): readonly string[] =>
  findings.map(({ code, severity, certificate }) => {
    const place = (['leaf', 'middle', 'root'] as const).find((one) => chain[one] === certificate);
    return `${severity} ${code} ${place ?? '-'}`;
  });
