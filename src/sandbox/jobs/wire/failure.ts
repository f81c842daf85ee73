/** Section 7 leaves the body of an error open: plain text. */
export class Refusal extends Error {
  readonly status: number;
  /** For reads of something that does not exist. */
  readonly index: number | undefined;

  constructor(status: number, message: string, index?: number) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.index = index;
  }
}

export function denied(): Refusal {
  return new Refusal(403, 'Permission denied');
}
