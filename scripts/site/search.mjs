// Loaded by site.js at the first use of the search.
import { searcherOf } from '../../src/commands/how/workflows/search-recipes.ts';

globalThis.trivetSearch = searcherOf(globalThis.trivetEntries);
