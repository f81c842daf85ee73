export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Decodes a path as servers route it: several slashes count as one. */
export const routed = (path: string): string => percentDecoded(path).replaceAll(/\/{2,}/g, '/');
