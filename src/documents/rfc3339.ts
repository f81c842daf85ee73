export const rfc3339 = (time: number): string => `${new Date(time).toISOString().slice(0, -5)}Z`;
