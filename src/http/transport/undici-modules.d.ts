/** The needed parts of the pinned undici; its index loads all of it. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
