/**
 * Encodes the documented header: `version.app` is always present, although the wire format omits it when it is zero.
 */
import type { Header } from '../../../../../consensus/types/header.js';
import { header } from '../header.js';
import { int64 } from '../scalars.js';

export function documentedHeader(h: Header) {
  const wire = header(h);
  return h.version.app === 0n ? { ...wire, version: { block: wire.version.block, app: int64(0n) } } : wire;
}
