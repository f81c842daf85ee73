/** Milliseconds of the sandbox's clock; the document leaves them open. */
export const EVALUATING = 10;
export const STARTING = 100;
export const STOPPING = 50;
/** For batch tasks whose command does not define one. */
export const BATCH_RUN = 250;
/** Deployments finish sooner than on a real server. */
export const LONGEST_HEALTH = 1000;
export const LONGEST_RESTART_DELAY = 100;
/** Before a job stopped without purge is purged (section 3). */
export const COLLECTION = 15 * 60 * 1000;
export const LONGEST_LAUNCH_TIMER = 24 * 3600 * 1000;
