/** Breaks the second half of the operations of document 2. */
import { tortureService } from './service.ts';

tortureService('secrets', (index) => index % 2 === 1);
