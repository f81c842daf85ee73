/** Imports a CA: asks first where the mount already has one. */
import { singleWith } from '../../engine/single/single.ts';
import { confirmBesideCa } from './existing-ca.ts';

export default singleWith({ before: confirmBesideCa });
