import { isIP } from 'node:net';

export const addressOctets = (text: string): Uint8Array | undefined => {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  if (family === 4) return Buffer.from(text.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
  const after = groups(tail ?? '');
  const gap = 8 - groups(head).length - after.length;
  const all = [...groups(head), ...Array.from({ length: gap }, () => '0'), ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
};
