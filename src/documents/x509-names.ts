import type { Der } from './der.ts';
import { childrenOf, hexText, nameText, oidText } from './der.ts';

/** `other`: custom, `directory`: distinguished, `unknown`: not used for hosts. */
type NameForm = 'dns' | 'email' | 'ip' | 'uri' | 'directory' | 'other' | 'unknown';

export interface GeneralName {
  readonly form: NameForm;
  /** A custom name is `<oid>;UTF8:<value>`. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

const forms: Readonly<Record<number, NameForm>> = {
  0xa0: 'other',
  0x81: 'email',
  0x82: 'dns',
  0xa4: 'directory',
  0x86: 'uri',
  0x87: 'ip',
};

const ipText = (bytes: Uint8Array): string => {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return hexText(bytes);
  const groups = hexText(bytes).replaceAll(/([0-9a-f]{2}):([0-9a-f]{2})(:|$)/g, '$1$2$3');
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
};

const otherText = (name: Der): string => {
  const [type, value] = childrenOf(name);
  const text = value === undefined ? undefined : childrenOf(value)[0];
  if (type === undefined || text === undefined) return '';
  return `${oidText(type)};UTF8:${text.text('utf8')}`;
};

const textOf = (form: NameForm, name: Der): string => {
  if (form === 'ip') return ipText(name.body);
  if (form === 'directory') return nameText(name.inner());
  if (form === 'other') return otherText(name);
  return form === 'unknown' ? hexText(name.body) : name.text('latin1');
};

export const generalName = (name: Der): GeneralName => {
  const form = forms[name.tag] ?? 'unknown';
  return { form, text: textOf(form, name), bytes: name.body };
};

export const generalNames = (list: Der): readonly GeneralName[] => {
  const names: GeneralName[] = [];
  for (const name of childrenOf(list)) names.push(generalName(name));
  return names;
};

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

export const nameConstraints = (value: Der): NameConstraints => {
  const subtrees = childrenOf(value);
  const bases = (tag: number): readonly GeneralName[] =>
    subtrees
      .filter((one) => one.tag === tag)
      .flatMap((one) => childrenOf(one))
      .flatMap((subtree) => childrenOf(subtree).slice(0, 1))
      .map(generalName);
  return { permitted: bases(0xa0), excluded: bases(0xa1) };
};
