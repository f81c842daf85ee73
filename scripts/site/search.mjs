// Loaded by site.js at the first use of the search.
import { searcherOf } from '../../src/workflows/search-ways.ts';

globalThis.trivetSearch = searcherOf(globalThis.trivetEntries);
