/** The version of the package, for `--version` and the User-Agent. */
import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;
