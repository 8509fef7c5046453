/** A REST surface as its host takes it. */
import type { RestRoute } from './route.js';

export interface RestService {
  /** For logs and the document's title: `asset API`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routes: readonly RestRoute[];
  /** Paths that clients know of and nobody serves here: 501. */
  readonly unserved: readonly string[];
}
