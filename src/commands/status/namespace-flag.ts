export const namespaceFlag = {
  in: 'local',
  type: 'strings',
  summary: "Namespace of the jobs; '*' means all",
  default: 'those of the settings, else all',
  complete: 'jobs-namespace',
  metavar: 'name',
} as const;
