/** `sandbox start`: the short form of `sandbox serve`. */
import { serve } from './serve.ts';

export default serve;
