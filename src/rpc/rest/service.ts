/** Defines a REST service as its host uses it. */
import type { RestRoute } from './route.js';

export interface RestService {
  /** Name in logs and in the document's title: `asset API`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routes: readonly RestRoute[];
  /** Paths that clients know but that this service does not implement; they return 501. */
  readonly unserved: readonly string[];
}
