/** Import of a CA: asks where the mount has one. */
import { singleWith } from '../single.ts';
import { confirmBesideCa } from './existing-ca.ts';

export default singleWith({ before: confirmBesideCa });
