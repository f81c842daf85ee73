/** The shells that trivet completes words for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
