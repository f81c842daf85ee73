interface JobRow {
  readonly id: string;
  readonly namespace: string;
  readonly jobId: string;
}

export function jobKey(namespace: string, id: string): string {
  return `${namespace}\0${id}`;
}

export class Table<Row extends JobRow> {
  private readonly rows = new Map<string, Row>();
  private readonly byJob = new Map<string, Row[]>();

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  all(): readonly Row[] {
    return [...this.rows.values()];
  }

  add(row: Row): void {
    this.rows.set(row.id, row);
    const key = jobKey(row.namespace, row.jobId);
    const own = this.byJob.get(key);
    if (own === undefined) this.byJob.set(key, [row]);
    else own.push(row);
  }

  of(namespace: string, jobId: string): readonly Row[] {
    return this.byJob.get(jobKey(namespace, jobId)) ?? [];
  }

  removeJob(namespace: string, jobId: string): void {
    for (const row of this.of(namespace, jobId)) this.rows.delete(row.id);
    this.byJob.delete(jobKey(namespace, jobId));
  }
}
