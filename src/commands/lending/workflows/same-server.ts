/** Whether two addresses are of one server. */

/** All names of this machine are equal, and a final slash or dot is ignored. */
const canonical = (baseUrl: string): string => {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const name = url.hostname.replace(/\.$/, '');
  const host = name === 'localhost' || name === '[::1]' ? '127.0.0.1' : name;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, '')}`;
};

export const sameServer = (one: string, other: string): boolean => canonical(one) === canonical(other);
