import { transcripts } from './support/transcripts.ts';

transcripts('loans');
