type Token = 'one' | 'some' | 'all' | { readonly character: string };

const tokensOf = (glob: string): readonly Token[] =>
  Array.from(glob.matchAll(/(\*\*\/?)|(\*)|(\?)|([\s\S])/gu), ([, all, some, one, character]): Token => {
    if (all !== undefined) return 'all';
    if (some !== undefined) return 'some';
    return one === undefined ? { character: character ?? '' } : 'one';
  });

/** `*` matches within a folder, `**` across folders, `?` one character; without a slash only the name matches. */
export const pathGlob = (glob: string): ((path: string) => boolean) => {
  const tokens = tokensOf(glob);
  const whole = glob.includes('/');
  const spread = (places: Set<number>): Set<number> => {
    for (const place of places) {
      const token = tokens[place];
      if (token === 'some' || token === 'all') places.add(place + 1);
    }
    return places;
  };
  return (path) => {
    let places = spread(new Set([0]));
    for (const character of whole ? path : path.slice(path.lastIndexOf('/') + 1)) {
      const next = new Set<number>();
      for (const place of places) {
        const token = tokens[place];
        if (token === undefined) continue;
        if (token === 'all' || (token === 'some' && character !== '/')) next.add(place);
        else if (
          token === 'one' ? character !== '/' : typeof token === 'object' && token.character === character
        )
          next.add(place + 1);
      }
      if (next.size === 0) return false;
      places = spread(next);
    }
    return places.has(tokens.length);
  };
};
