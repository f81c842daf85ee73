/** Breaks the first half of the operations of test/seeds/2-secrets.md. */
import { tortureService } from './service.ts';

tortureService('secrets', (index) => index % 2 === 0);
