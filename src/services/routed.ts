/** Paths as servers read them. */

/** The path as it is routed: decoded, and several slashes as one. */
export const routed = (path: string): string => {
  try {
    return decodeURIComponent(path).replaceAll(/\/{2,}/g, '/');
  } catch {
    // No server decodes it, either.
    return path.replaceAll(/\/{2,}/g, '/');
  }
};
