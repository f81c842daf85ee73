export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
