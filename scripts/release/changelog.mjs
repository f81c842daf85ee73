// The changelog of the .rpm, from CHANGELOG.md.

/** The items of lists, one line each, without marks; `Fixed: ` before those below that heading. */
const notesOf = (section) => {
  let heading = '';
  const notes = [];
  for (const line of section.split('\n')) {
    const [, title] = /^### (.*)$/.exec(line) ?? [];
    if (title !== undefined) heading = `${title}: `;
    else if (line.startsWith('- ')) notes.push(`${heading}${line.slice(2)}`);
    else if (/^ {2,}\S/.test(line) && notes.length > 0) notes.push(`${notes.pop()} ${line.trim()}`);
  }
  return notes.map((note) => note.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''));
};

/** Breaks a text into lines: rpm shows them as they are. */
const wrapped = (text, width = 76) => {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.pop();
    if (last !== '' && last.length + word.length >= width) lines.push(last, word);
    else lines.push(last === '' ? word : `${last} ${word}`);
  }
  return lines.join('\n');
};

/** Returns what nfpm reads: the released versions, the newest first. */
export const packageChangelog = (text, packager) =>
  text.split(/^## /m).flatMap((section) => {
    const [, semver, day] = /^(\d+\.\d+\.\d+\S*) - (\d{4}-\d\d-\d\d)\n/.exec(section) ?? [];
    if (semver === undefined) return [];
    const changes = notesOf(section).map((note) => ({ note: wrapped(note) }));
    return [{ semver: `${semver}-1`, date: `${day}T00:00:00Z`, packager, changes }];
  });
