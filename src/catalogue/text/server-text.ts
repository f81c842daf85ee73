export const serverText = (text: string): string =>
  text.replaceAll(/\s*[\n\r\u0085\u2028\u2029]+\s*/g, ' ').trim();

const pairs = ['""', '“”', '«»', '‹›'] as const;

export const quoted = (text: string): string => {
  const line = serverText(text);
  const pair = pairs.find(([, close = '']) => !line.includes(close));
  return pair === undefined ? JSON.stringify(line) : `${pair[0]}${line}${pair[1]}`;
};

export const wordOf = (text: string): string => (/^[\w./:@%+=,[\]-]+$/.test(text) ? text : quoted(text));
