/** Reads the profiles file. */
import type { Surroundings } from './endpoint.ts';
import { emptyProfiles, type ProfilesFile } from './profile.ts';

export const readProfiles = (_surroundings: Surroundings): ProfilesFile => emptyProfiles;
