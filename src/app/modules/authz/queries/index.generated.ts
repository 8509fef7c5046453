// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { GranteeGrants, GranterGrants, Grants } from './grants.js';

export const QUERIES = [GranteeGrants, GranterGrants, Grants] as const;
