/** How long things take in the sandbox, in milliseconds of its clock; the document leaves all of it open. */
export const EVALUATING = 10;
export const STARTING = 100;
export const STOPPING = 50;
/** What a batch task takes whose command does not say. */
export const BATCH_RUN = 250;
/** A deployment need not be waited for as long as on a real server: its health time counts up to this. */
export const LONGEST_HEALTH = 1000;
/** A restart of a failed task likewise: its delay counts up to this. */
export const LONGEST_RESTART_DELAY = 100;
/** After this a job that was stopped without purge is purged (section 3). */
export const COLLECTION = 15 * 60 * 1000;
export const LONGEST_LAUNCH_TIMER = 24 * 3600 * 1000;
