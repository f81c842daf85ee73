/** `Job:web`, `Allocation`, `*`. */
import { Refusal } from '../wire/failure.ts';

const OF_JOBS = ['Job', 'Allocation', 'Evaluation', 'Deployment'] as const;

export type Topic = (typeof OF_JOBS)[number];

export interface Topics {
  /** Whether a right in a namespace is enough. */
  readonly onlyJobs: boolean;
  readonly wants: (topic: Topic, keys: readonly string[]) => boolean;
}

function isTopic(text: string): text is Topic {
  return OF_JOBS.some((topic) => topic === text);
}

export function readTopics(given: readonly string[]): Topics {
  const wanted = (given.length === 0 ? ['*:*'] : given).map((text) => {
    const parts = text.split(':');
    if (parts.length > 2) {
      throw new Refusal(
        400,
        `Invalid topic query: error parsing topics: Invalid key value pair for topic, topic: ${text}`,
      );
    }
    const [topic = '', key = ''] = parts;
    return { topic, key: key === '' ? '*' : key };
  });
  return {
    onlyJobs: wanted.every(({ topic }) => isTopic(topic)),
    wants: (topic, keys) =>
      wanted.some(
        (one) => (one.topic === '*' || one.topic === topic) && (one.key === '*' || keys.includes(one.key)),
      ),
  };
}
