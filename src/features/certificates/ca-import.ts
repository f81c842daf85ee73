import { singleWith } from '../../run/single/single.ts';
import { besideCa } from './existing-ca.ts';

export default singleWith({ before: async (context) => ({ options: await besideCa(context) }) });
