/** The needed parts of the pinned undici; its index loads all of it. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}
