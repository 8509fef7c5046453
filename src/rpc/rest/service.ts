/** Defines a REST service as its host uses it. */
import type { RestRoute } from './route.js';

export interface RestService {
  /** Names the service in logs and in the document's title: `asset API`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routes: readonly RestRoute[];
  /** Lists paths that clients know but that this service does not implement; they return 501. */
  readonly unserved: readonly string[];
}
