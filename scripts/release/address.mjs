// The address of the project, from package.json; of a copy that names none, from the workflow that runs.

/** Without `.git` and the prefix of npm. */
const plain = (url) => url.replace(/^git\+/, '').replace(/\.git$/, '');

/** Both are undefined where neither source names an address. */
export const addressOf = ({ repository, homepage }, { GITHUB_REPOSITORY: running }) => {
  const named = typeof repository === 'string' ? repository : repository?.url;
  const address = named === undefined ? undefined : plain(named);
  const used = address ?? (running === undefined ? undefined : `https://github.com/${running}`);
  return { repository: used, homepage: homepage ?? used };
};
