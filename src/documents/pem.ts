export interface Block {
  readonly label: string;
  readonly der: Uint8Array;
  readonly text: string;
}

export const blocksOf = (pem: string): readonly Block[] => {
  const blocks: Block[] = [];
  const pattern = /-----BEGIN ([A-Z0-9 ]+)-----([\s\w+/=]*)-----END \1-----/g;
  for (let match = pattern.exec(pem); match !== null; match = pattern.exec(pem)) {
    const [text, label = '', base64 = ''] = match;
    blocks.push({ label, der: Buffer.from(base64, 'base64'), text });
  }
  return blocks;
};

/** Whether bytes are a sequence in DER of 128 bytes or more, like a certificate: no text has such a second byte. */
export const isDer = ([tag, length = 0]: Uint8Array): boolean =>
  tag === 0x30 && length > 0x80 && length <= 0x84;

export const isPem = (text: string): boolean => text.includes('-----BEGIN ');

export const pemOf = (label: string, der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};
