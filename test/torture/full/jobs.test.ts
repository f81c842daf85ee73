/** Breaks the operations of document 3. */
import { tortureService } from './service.ts';

tortureService('jobs');
