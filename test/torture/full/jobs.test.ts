/** Breaks the operations of test/seeds/3-jobs.md. */
import { tortureService } from './service.ts';

tortureService('jobs');
