/** Torture of document 2, the second half. */
import { tortureService } from './service.ts';

tortureService('secrets', (index) => index % 2 === 1);
