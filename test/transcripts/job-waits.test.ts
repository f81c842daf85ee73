import { transcripts } from './support/transcripts.ts';

transcripts('job-waits');
