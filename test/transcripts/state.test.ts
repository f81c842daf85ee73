import { transcripts } from './support/transcripts.ts';

transcripts('state');
