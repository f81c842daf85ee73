/** undici's index loads all of undici; these parts of the pinned version are all that is needed. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
