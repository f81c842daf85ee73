/** Texts and paths behind percent-encoding. */

/** The text behind percent-encoding; text that is not encoded well stays as it is. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A path as servers route it: decoded, and several slashes as one. */
export const routed = (path: string): string => percentDecoded(path).replaceAll(/\/{2,}/g, '/');
