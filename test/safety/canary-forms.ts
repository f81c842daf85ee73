/** The encodings in which a secret could leak, written independently of the program's own list. */

const hex = (text: string): string => Buffer.from(text).toString('hex');

/** Base64 of the text at each offset of a group of three bytes, without characters that depend on its neighbours. */
const base64At = (text: string, offset: number): string =>
  Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    .toString('base64')
    .replaceAll('=', '')
    .slice(offset === 0 ? 0 : offset + 1, -2);

export const formsOf = (secret: string): readonly string[] => {
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  const url = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
    url,
    url.toLowerCase(),
    encodeURIComponent(url),
    hex(secret),
    hex(secret).toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
};

/** The encodings of `secret` that `text` contains. */
export const leaks = (text: string, secret: string): readonly string[] =>
  formsOf(secret).filter((form) => text.includes(form));
