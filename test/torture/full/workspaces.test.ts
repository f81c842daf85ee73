/** Breaks the operations of document 1. */
import { tortureService } from './service.ts';

tortureService('workspaces');
