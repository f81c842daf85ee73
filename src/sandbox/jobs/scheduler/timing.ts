/** Durations in the sandbox, in milliseconds of its clock; the document leaves them all open. */
export const EVALUATING = 10;
export const STARTING = 100;
export const STOPPING = 50;
/** The duration of a batch task whose command does not define one. */
export const BATCH_RUN = 250;
/** The longest health time, so that deployments finish sooner than on a real server. */
export const LONGEST_HEALTH = 1000;
/** The longest delay before a failed task is restarted. */
export const LONGEST_RESTART_DELAY = 100;
/** The delay before a job that was stopped without purge is purged (section 3). */
export const COLLECTION = 15 * 60 * 1000;
export const LONGEST_LAUNCH_TIMER = 24 * 3600 * 1000;
