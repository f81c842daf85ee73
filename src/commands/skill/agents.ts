/** The folders of agentskills.io, for a user and for a project. */
export const agents = {
  claude: { user: ['.claude', 'skills'], project: ['.claude', 'skills'], variable: 'CLAUDE_CONFIG_DIR' },
  codex: { user: ['.codex', 'skills'], project: ['.agents', 'skills'], variable: 'CODEX_HOME' },
  copilot: { user: ['.copilot', 'skills'], project: ['.github', 'skills'], variable: undefined },
  cursor: { user: ['.cursor', 'skills'], project: ['.cursor', 'skills'], variable: undefined },
  gemini: { user: ['.gemini', 'skills'], project: ['.gemini', 'skills'], variable: undefined },
} as const;

type Agent = keyof typeof agents;

export const agentNames = Object.keys(agents);

export const isAgent = (name: string): name is Agent => Object.hasOwn(agents, name);
