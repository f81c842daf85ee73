import { pages } from './support/transcripts.ts';

pages();
