/** Breaks the operations of test/seeds/1-workspaces.md. */
import { tortureService } from './service.ts';

tortureService('workspaces');
