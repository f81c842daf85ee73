export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** As servers route it: decoded, several slashes as one. */
export const routed = (path: string): string => percentDecoded(path).replaceAll(/\/{2,}/g, '/');
