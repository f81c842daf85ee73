export const packageChangelog: (
  text: string,
  packager: string,
) => readonly {
  readonly semver: string;
  readonly date: string;
  readonly packager: string;
  readonly changes: readonly { readonly note: string }[];
}[];
