/** Torture of document 2, the first half. */
import { tortureService } from './service.ts';

tortureService('secrets', (index) => index % 2 === 0);
